"""A certificate authority for one run of a test server: host names in, TLS settings out.

Its certificate can be written to a file for a client to trust. The key never leaves the process
but for a moment, in a private folder, because the standard library reads keys from files only.
"""

from __future__ import annotations

import ssl
from contextlib import suppress
from datetime import UTC, datetime, timedelta
from functools import lru_cache
from pathlib import Path
from tempfile import TemporaryDirectory

from lycosa.errors import LycosaError

try:
    from cryptography import x509
    from cryptography.hazmat.primitives.asymmetric import ec
    from cryptography.hazmat.primitives.hashes import SHA256
    from cryptography.hazmat.primitives.serialization import Encoding, NoEncryption, PrivateFormat
    from cryptography.x509.oid import NameOID
except ImportError as error:
    raise LycosaError("https on loopback needs the package `cryptography`: install it") from error

_LASTS = timedelta(days=30)
_HOSTS_KEPT = 10_000


class Authority:
    """Issues a certificate for any host that a client asks for by name."""

    def __init__(self) -> None:
        self._key = ec.generate_private_key(ec.SECP256R1())
        self._name = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, "Lycosa throw-away authority")])
        self._host_key = ec.generate_private_key(ec.SECP256R1())
        self._certificate = self._issue(self._name, self._key, x509.BasicConstraints(True, 0))
        self._context_of = lru_cache(_HOSTS_KEPT)(self._make_context)

    def save(self, file: Path) -> None:
        """Write the authority's certificate, without its key."""
        try:
            file.write_bytes(self._certificate.public_bytes(Encoding.PEM))
        except OSError as error:
            raise LycosaError(f"cannot write the certificate to {file}: {error.strerror}") from error

    def context(self) -> ssl.SSLContext:
        """Return the TLS settings of a server that answers for every host."""
        context = self._make_context("localhost")
        context.sni_callback = self._choose
        return context

    def _choose(self, session: ssl.SSLObject, host: str | None, _context: ssl.SSLContext) -> None:
        with suppress(ValueError):  # a name that no certificate can hold gets that of localhost
            session.context = self._context_of(host or "localhost")

    def _make_context(self, host: str) -> ssl.SSLContext:
        subject = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, "Lycosa test server")])
        names = x509.SubjectAlternativeName([x509.DNSName(host)])
        certificate = self._issue(subject, self._host_key, x509.BasicConstraints(False, None), names)
        context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        key = self._host_key.private_bytes(Encoding.PEM, PrivateFormat.PKCS8, NoEncryption())
        with TemporaryDirectory() as folder:
            file = Path(folder) / "host.pem"
            file.write_bytes(certificate.public_bytes(Encoding.PEM) + key)
            context.load_cert_chain(file)
        return context

    def _issue(
        self, subject: x509.Name, key: ec.EllipticCurvePrivateKey, *extensions: x509.ExtensionType
    ) -> x509.Certificate:
        now = datetime.now(UTC)
        builder = x509.CertificateBuilder(
            issuer_name=self._name,
            subject_name=subject,
            public_key=key.public_key(),
            serial_number=x509.random_serial_number(),
            not_valid_before=now - timedelta(days=1),
            not_valid_after=now + _LASTS,
        )
        for extension in extensions:
            builder = builder.add_extension(extension, critical=isinstance(extension, x509.BasicConstraints))
        return builder.sign(self._key, SHA256())
