"""The lab: the same loop over a frozen web, with labels no strategy sees."""

from __future__ import annotations

from lycosa.lab.facade import Lab

__all__ = ["Lab"]
