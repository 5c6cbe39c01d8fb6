"""A shard's archive under another name: a link, or a copy where the shard is on another disk."""

from __future__ import annotations

import errno
import os
from pathlib import Path

_NO_LINKS = (errno.EXDEV, errno.EPERM, errno.ENOTSUP, errno.EMLINK)
_CHUNK_BYTES = 1 << 20


def bring(source: Path, target: Path, known_bytes: int) -> None:
    """Have an archive in another place, as far as its crawl knows what is in it.

    A link is made anew when the archive is another file by now: a folder that was copied again. A copy gets
    what it lacks; bytes that the crawl does not know may be cut off and written anew, so they stay out.
    """
    if target.exists() and target.samefile(source):
        return
    draft = target.with_name(f".{target.name}")
    draft.unlink(missing_ok=True)
    try:
        os.link(source, draft)
    except OSError as error:
        if error.errno not in _NO_LINKS:
            raise
    else:
        draft.replace(target)
        return
    if target.exists() and target.stat().st_nlink > 1:  # it is still that of a folder left behind
        target.unlink()
    with source.open("rb") as archive, target.open("ab") as copy:
        have = copy.tell()
        archive.seek(have)
        while have < known_bytes and (chunk := archive.read(min(known_bytes - have, _CHUNK_BYTES))):
            have += copy.write(chunk)
