"""Messages over a socket, each after its length; `multiprocessing` has that too, with fifty modules."""

from __future__ import annotations

import os
import select
import struct

_LENGTH = struct.Struct("!Q")


class Frames:
    """One end of a connection; closed by either side, the other meets `EOFError` or `OSError`.

    Parameters
    ----------
    handle
        Descriptor of a connected socket, which it owns from now on.
    """

    def __init__(self, handle: int) -> None:
        self._handle = handle

    def send(self, message: bytes) -> None:
        """Send a message whole."""
        for part in (_LENGTH.pack(len(message)), message):
            view = memoryview(part)
            while view:
                view = view[os.write(self._handle, view) :]

    def receive(self, most: int) -> bytes:
        """Wait for a message of so many bytes at most."""
        (length,) = _LENGTH.unpack(self._exactly(_LENGTH.size))
        if length > most:
            raise OSError(f"a message of {length} bytes")
        return self._exactly(length)

    def ready(self, wait_s: float) -> bool:
        """Whether something comes, or the other side goes, within some time."""
        poll = select.poll()
        poll.register(self._handle, select.POLLIN)
        return bool(poll.poll(1000 * wait_s))

    def fileno(self) -> int:
        """Return the descriptor."""
        return self._handle

    def close(self) -> None:
        """Let go of the socket."""
        if self._handle >= 0:
            os.close(self._handle)
            self._handle = -1

    def __del__(self) -> None:
        self.close()

    def _exactly(self, size: int) -> bytes:
        parts = []
        while size:
            part = os.read(self._handle, min(size, 1 << 20))
            if not part:
                raise EOFError("the other side is gone")
            parts.append(part)
            size -= len(part)
        return b"".join(parts)
