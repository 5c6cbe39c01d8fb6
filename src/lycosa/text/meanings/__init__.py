"""What short texts mean: a table of the meanings of whole words, and who reads texts with it."""

from __future__ import annotations

from lycosa.text.meanings.table import FOLDER, STEPS, Meanings, directions, meanings

__all__ = ["FOLDER", "STEPS", "Meanings", "directions", "meanings"]
