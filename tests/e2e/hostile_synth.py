"""The synthetic web, with script in every title, anchor and address."""

from __future__ import annotations

import re
from dataclasses import replace
from html import escape
from typing import Any

from lycosa.lab.web.base import Web, WebPage
from lycosa.lab.web.named import web_from

SCRIPT = "<script>window.harmed = true; alert(1)</script><img src=x onerror=alert(1)>"
_QUERY = "?q=<script>alert(1)</script>'\"><svg onload=alert(1)>"


class HostileSynth:
    """Answers like the synthetic web, in words that would run if they were taken for markup."""

    def __init__(self) -> None:
        self._web: Web = web_from("synth")

    def __getattr__(self, name: str) -> Any:
        return getattr(self._web, name)

    def __len__(self) -> int:
        return len(self._web)

    def redirect(self, url: str) -> str | None:
        return self._web.redirect(url.partition("?q=")[0])

    def page(self, url: str) -> WebPage | None:
        page = self._web.page(url) or self._web.page(url.partition("?q=")[0])
        if page is None:
            return None
        html = page.html.decode()
        html = re.sub(
            r"<title>(.*?)</title>", lambda found: f"<title>{escape(SCRIPT)}{found[1]}</title>", html
        )
        html = re.sub(
            r'<a ([^>]*)href="([^"?]*)"([^>]*)>',
            lambda found: f'<a {found[1]}href="{found[2]}{escape(_QUERY)}"{found[3]}>{escape(SCRIPT)} ',
            html,
        )
        return replace(page, url=url, html=html.encode())
