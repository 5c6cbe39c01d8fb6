"""The version, where every module can read it without importing the rest."""

from importlib.machinery import EXTENSION_SUFFIXES
from pathlib import Path

__version__ = "0.1.0"


def build() -> str:
    """Return how the modules that read pages were built: `compiled` or `pure Python`."""
    walk = Path(__file__).parent / "page" / "walk"
    is_compiled = any(walk.with_name(walk.name + suffix).exists() for suffix in EXTENSION_SUFFIXES)
    return "compiled" if is_compiled else "pure Python"
