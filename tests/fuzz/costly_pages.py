"""Pages made at random to cost as much as they can: a few parts, each repeated many times."""

from __future__ import annotations

import random
from collections.abc import Iterator

_TAG_NAMES = (
    "a abbr address applet area article b base big blockquote body br button caption center code col colgroup"
    " dd details div dl dt em embed fieldset font form frame frameset g h1 h2 head hr html i iframe image img"
    " input li link listing marquee math menu meta mi mtext nobr noscript object ol optgroup option p"
    " plaintext pre ruby rb rt rtc s script select small span strike strong style sub svg table tbody td"
    " template textarea tfoot th thead title tr tt u ul wbr foreignObject desc annotation-xml xmp"
)
_TAGS = _TAG_NAMES.split()
_ATTRIBUTES = (
    "",
    "",
    " href=x",
    " class=c",
    " a b c",
    ' title="some words"',
    " hidden",
    " style='display:none'",
)
_TEXTS = (
    "x",
    " flood rain ",
    "&amp;",
    "&notit;",
    "<!-- c -->",
    "\0",
    "洪水",
    "</p>",
    "</br>",
    "<![CDATA[x]]>",
    "]]>",
)
_CHARS = 990_000


def pages(seed: int, count: int) -> Iterator[str]:
    """Give pages, each as long as a page that is parsed where a crawl runs can be."""
    rng = random.Random(seed)
    for _ in range(count):
        parts = ["".join(_token(rng) for _ in range(rng.randint(1, 4))) for _ in range(rng.randint(1, 3))]
        chars = rng.choice((20_000, 200_000, _CHARS))
        yield "".join(part * (chars // len(parts) // len(part)) for part in parts)


def _token(rng: random.Random) -> str:
    kind = rng.random()
    if kind < 0.6:
        return f"<{rng.choice(_TAGS)}{rng.choice(_ATTRIBUTES)}>"
    if kind < 0.8:
        return f"</{rng.choice(_TAGS)}>"
    return rng.choice(_TEXTS)
