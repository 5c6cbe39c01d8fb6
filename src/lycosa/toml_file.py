"""Reads TOML files that people write, and says in one line what is wrong with one."""

from __future__ import annotations

import tomllib
from pathlib import Path
from typing import Any

from lycosa.errors import LycosaError


def read_toml(file: Path) -> dict[str, Any]:
    """Read a TOML file as plain data."""
    try:
        return tomllib.loads(file.read_text(encoding="utf-8-sig"))
    except OSError as error:
        raise LycosaError(f"cannot read {file}: {error.strerror}") from error
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise LycosaError(f"{file} is not valid TOML: {error}") from error
