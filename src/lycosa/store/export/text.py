"""Text from pages, as a database can hold it."""

from __future__ import annotations


def readable(text: str) -> str:
    """Return a text that has a UTF-8 form; half a surrogate pair has none."""
    if text.isascii():
        return text
    try:
        text.encode()
    except UnicodeEncodeError:
        return text.encode(errors="replace").decode()
    return text
