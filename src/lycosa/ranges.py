"""Checks numbers where settings are made: says which field is out of its range, and what it must be."""

from __future__ import annotations

from math import inf, isfinite

from lycosa.errors import LycosaError


def check_range(
    owner: object, *names: str, least: float = -inf, above: float = -inf, most: float = inf
) -> None:
    """Raise an error for the first of some fields that is not a finite number in a range.

    A field that is None is a limit left out, and right.

    >>> from types import SimpleNamespace
    >>> check_range(SimpleNamespace(share=2.0), "share", least=0, most=1)
    Traceback (most recent call last):
    lycosa.errors.LycosaError: share is 2.0; it must be from 0 to 1
    """
    for name in names:
        value = getattr(owner, name)
        if value is None:
            continue
        if not isfinite(value):
            raise LycosaError(f"{name} is {value}; it must be a finite number")
        if not (least <= value <= most and value > above):
            raise LycosaError(f"{name} is {value}; it must be {_range(least, above, most)}")


def _range(least: float, above: float, most: float) -> str:
    if least > -inf and most < inf:
        return f"from {least:g} to {most:g}"
    low = f"above {above:g}" if above > -inf else f"at least {least:g}"
    return low if most == inf else f"{low} and at most {most:g}"
