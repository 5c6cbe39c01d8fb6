"""What becomes of each byte of a text before it is cut at its blanks, the same wherever that is done."""

from __future__ import annotations

BLANKED = bytes(
    byte if byte >= 128 else ord(chr(byte).lower() if chr(byte).isalnum() else " ") for byte in range(256)
)
"""Lowers ASCII letters and blanks ASCII punctuation; the bytes of other characters pass."""
