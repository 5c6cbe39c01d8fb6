"""Webs by name: a folder on disk, or the synthetic web with its settings."""

from __future__ import annotations

from dataclasses import fields
from difflib import get_close_matches
from typing import Any

from lycosa.errors import LycosaError
from lycosa.lab.synth import SynthParams, SynthWeb, default_params
from lycosa.lab.web.base import Web
from lycosa.lab.web.frozen import open_web

SYNTH = "synth"


def web_from(spec: str) -> Web:
    """Open the frozen web in a folder, or `synth`, or `synth:pages=20000,locality=0.3,tunnels=1+2`."""
    name, _, settings = spec.partition(":")
    if name != SYNTH:
        return open_web(spec)
    return SynthWeb(synth_params(settings.split(",")) if settings else default_params())


def synth_params(settings: list[str]) -> SynthParams:
    """Read settings of the synthetic web from texts like `pages=20000`; lists are joined by +."""
    defaults = {field.name: field.default for field in fields(SynthParams)}
    values: dict[str, Any] = {}
    for setting in settings:
        key, equals, text = setting.partition("=")
        if key not in defaults or not equals:
            close = get_close_matches(key, defaults, n=1)
            hint = f"did you mean {close[0]}?" if close else f"known: {', '.join(defaults)}"
            raise LycosaError(f"synthetic web: {setting!r} is not a setting like pages=20000; {hint}")
        values[key] = _value(key, text, defaults[key])
    return SynthParams(**values)


def _value(key: str, text: str, default: Any) -> Any:
    try:
        if isinstance(default, tuple):
            return tuple(_value(key, part, default[0] if default else "") for part in text.split("+") if part)
        if key == "pages" and text == "none":
            return None
        return type(default)(text)
    except ValueError:
        raise LycosaError(f"synthetic web: {key}={text} is not a number") from None
