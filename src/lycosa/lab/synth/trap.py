"""Endless pages of the synthetic web: a calendar without end and a path that winds on for ever."""

from __future__ import annotations

import re

from lycosa.lab.synth.compose import Composer
from lycosa.lab.synth.draw import generator
from lycosa.lab.synth.layout import NOISE

_CALENDAR = re.compile(r"/calendar/([0-9]{1,5})/([0-9]{1,2})")
_BROWSE = re.compile(r"/browse/(?:[ab]/){1,900}")
_TRAP_PAGE = 10


def trap_html(composer: Composer, seed: int, host: int, path: str) -> str | None:
    """Write the page of a trap at a path of a host that has traps; None if no trap is there."""
    if match := _CALENDAR.fullmatch(path):
        month = int(match[1]) * 12 + int(match[2])
        links = [f"/calendar/{(month + step) // 12}/{(month + step) % 12}" for step in (-1, 1, 12)]
    elif _BROWSE.fullmatch(path):
        links = [f"{path}{letter}/" for letter in "ab"]
    else:
        return None
    rng = generator(_TRAP_PAGE, seed, host, len(path))
    items = "".join(f'<li><a href="{link}">{link}</a></li>' for link in links)
    text = composer.prose(host).sentence(rng, NOISE)
    return composer.frame(rng, host, path, [f'<div class="block"><p>{text}</p><ul>{items}</ul></div>'])
