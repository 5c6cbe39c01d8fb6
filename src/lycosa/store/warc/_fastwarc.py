"""What the store uses of fastwarc, which warns about its own legacy classes while it is imported."""

from __future__ import annotations

import warnings

with warnings.catch_warnings():
    warnings.simplefilter("ignore", DeprecationWarning)
    from fastwarc.warc import ArchiveIterator, WarcRecord, WarcRecordType

__all__ = ["ArchiveIterator", "WarcRecord", "WarcRecordType"]
