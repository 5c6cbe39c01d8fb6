"""Pages to read: a template and values in, one HTML file out that needs nothing but a browser.

Everything is escaped. The page asks for nothing over the network and runs no script; its policy
forbids both.
"""

from __future__ import annotations

import base64
import hashlib
from contextlib import suppress
from importlib import resources
from pathlib import Path

import jinja2
from markupsafe import Markup

from lycosa.errors import LycosaError
from lycosa.report.figure.palette import DARK, LIGHT
from lycosa.store.database import cannot_write


def render(template: str, **values: object) -> str:
    """Return the page that a template of this package makes of values."""
    environment = jinja2.Environment(
        loader=jinja2.PackageLoader("lycosa.report"),
        autoescape=True,
        undefined=jinja2.StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    environment.filters["shown"] = shown
    style = _style()
    return environment.get_template(template).render(
        style=Markup(style),  # noqa: S704  # ours
        style_hash=base64.b64encode(hashlib.sha256(style.encode()).digest()).decode(),
        **values,
    )


def shown(text: str) -> str:
    """Replace what cannot be seen: control characters, and marks that turn the direction of reading."""
    return "".join(letter if letter.isprintable() else "\ufffd" for letter in text)


def write_page(page: str, file: Path) -> None:
    """Write a page whole or not at all."""
    if file.is_dir():
        raise LycosaError(f"cannot write {file}: it is a folder")
    unfinished = file.with_name(file.name + ".part")
    try:
        unfinished.unlink(missing_ok=True)  # never through a link that somebody laid there
        unfinished.write_text(page, encoding="utf-8", errors="replace")
        unfinished.replace(file)
    except OSError as error:
        raise cannot_write(file, error) from error
    finally:
        with suppress(OSError):
            unfinished.unlink()


def _style() -> str:
    light, dark = (
        ";".join(f"--{name}:{value}" for name, value in colours.items()) for colours in (LIGHT, DARK)
    )
    page = (resources.files("lycosa.report") / "templates" / "lab.css").read_text(encoding="utf-8")
    return f"\n:root{{{light}}}\n@media(prefers-color-scheme:dark){{:root{{{dark}}}}}\n{page}"
