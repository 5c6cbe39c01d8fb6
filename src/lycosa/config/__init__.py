"""Every setting of a crawl: one typed tree, read from TOML and from flags, described by its own docstrings.

The tree is made of the small dataclasses that the parts of the crawler take, so a setting is
documented and checked where it is used, and nowhere twice.
"""

from __future__ import annotations

from lycosa.config.describe import Setting, settings_of
from lycosa.config.file import load, read_settings, to_toml
from lycosa.config.plain import overlay
from lycosa.config.settings import NetworkSettings, Settings
from lycosa.config.typed import ABOVE_ZERO, build

__all__ = [
    "ABOVE_ZERO",
    "NetworkSettings",
    "Setting",
    "Settings",
    "build",
    "load",
    "overlay",
    "read_settings",
    "settings_of",
    "to_toml",
]
