"""A folder that appears whole or not at all."""

from __future__ import annotations

import secrets
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from lycosa.errors import LycosaError


@contextmanager
def new_folder(place: Path) -> Iterator[Path]:
    """Give a folder to write to, and put it in its place if all went well; else it vanishes."""
    if place.exists() and (not place.is_dir() or any(place.iterdir())):
        raise LycosaError(f"{place} exists already: name a new or empty folder")
    draft = place.with_name(f".{place.name}.{secrets.token_hex(6)}.tmp")
    try:
        draft.mkdir(parents=True)
        yield draft
        draft.replace(place)
    except OSError as error:
        raise LycosaError(f"cannot write {place}: {error.strerror}") from error
    finally:
        shutil.rmtree(draft, ignore_errors=True)
