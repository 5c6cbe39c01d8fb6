"""URLs: one parser, one canonical form, scope and addresses."""

from lycosa.url.address import (
    Admission,
    admit_addresses,
    admit_name,
    is_public,
)
from lycosa.url.canonical import URL_BYTES_MAX, canonical
from lycosa.url.given import given_url
from lycosa.url.parse import host_of, is_ip, origin_of, resolve
from lycosa.url.scope import Scope
from lycosa.url.suffix import public_suffix, registrable_domain
from lycosa.url.target import link_target, link_targets
from lycosa.url.trap import TrapLimits, looks_like_trap, shape
from lycosa.url.words import url_words

__all__ = [
    "URL_BYTES_MAX",
    "Admission",
    "Scope",
    "TrapLimits",
    "admit_addresses",
    "admit_name",
    "canonical",
    "given_url",
    "host_of",
    "is_ip",
    "is_public",
    "link_target",
    "link_targets",
    "looks_like_trap",
    "origin_of",
    "public_suffix",
    "registrable_domain",
    "resolve",
    "shape",
    "url_words",
]
