"""The command line: one command per file, no logic."""

from __future__ import annotations

from lycosa.cli.root import main

__all__ = ["main"]
