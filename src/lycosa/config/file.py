"""Settings in files: read from TOML, and written out in full."""

from __future__ import annotations

from dataclasses import asdict
from pathlib import Path
from typing import Any

import tomli_w

from lycosa.config.plain import absolute_paths, without_absent
from lycosa.config.renamed import rename
from lycosa.config.settings import Settings
from lycosa.config.typed import build
from lycosa.toml_file import read_toml


def load(file: Path) -> Settings:
    """Read settings from a TOML file; paths in it are relative to where it is."""
    return build(Settings, read_settings(file), str(file))


def read_settings(file: Path) -> dict[str, Any]:
    """Read a TOML file of settings as plain data: absolute paths, present names."""
    data = read_toml(file)
    rename(data)
    absolute_paths(data, file.absolute().parent)
    return data


def to_toml(settings: Settings, base: Path | None = None) -> str:
    """Write settings out in full, as `crawl.toml` keeps them; paths are made absolute from `base`."""
    plain = without_absent(asdict(settings))
    if base is not None:
        absolute_paths(plain, base)
    return tomli_w.dumps(plain)
