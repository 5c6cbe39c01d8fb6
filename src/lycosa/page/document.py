"""An answer to a request in, a frozen `Page` out: sniff, decode, walk once, tokenise once."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress

from lycosa.errors import Kind
from lycosa.model import Fetched, Page
from lycosa.page import encoding, mime
from lycosa.page.blocks import content_blocks, divisions, partition
from lycosa.page.directives import base_of, language, refresh, robots
from lycosa.page.html import beginning, read
from lycosa.page.isolation.bounds import TooCostly, within_bounds
from lycosa.page.limits import PageLimits
from lycosa.page.links import links, targets
from lycosa.page.walk import Enough, Outline
from lycosa.text import detect, grouped
from lycosa.url import canonical, link_target

DEFAULT_LIMITS = PageLimits()
_TAGS_PER_ELEMENT = 2


def analyse(fetched: Fetched, limits: PageLimits = DEFAULT_LIMITS, *, layout: bool = True) -> Page | Kind:
    """Return the page in an answer, or why there is none: it is no HTML, empty, or too costly to parse.

    Without `layout`, a sixth of the work is saved where nobody reads content blocks and element paths.
    """
    try:
        return within_bounds(analyse_here, fetched, limits=limits, layout=layout)
    except TooCostly:
        return Kind.PAGE_TOO_COSTLY


def analyse_here(
    fetched: Fetched, limits: PageLimits = DEFAULT_LIMITS, *, layout: bool = True
) -> Page | Kind:
    """Do what `analyse` does, but raise `Unproven` for a page that is not proven cheap."""
    content_type = fetched.header("content-type")
    refused = mime.refusal(content_type, fetched.body)
    if refused is not None:
        return refused
    charset = mime.charset_of(content_type)
    page = parse_here(
        fetched.body, fetched.url, charset=charset, headers=fetched.headers, limits=limits, layout=layout
    )
    return page if page.links or page.tokens or page.refresh or page.text else Kind.EMPTY


def parse_html(
    body: bytes,
    url: str,
    *,
    charset: str = "",
    headers: Sequence[tuple[str, str]] = (),
    limits: PageLimits = DEFAULT_LIMITS,
    layout: bool = True,
) -> Page:
    """Return the page in an HTML document; one that is too costly to parse raises `TooCostly`.

    `charset` is the label its transport named; of `headers`, Content-Language and X-Robots-Tag count;
    without `layout`, the content blocks and the paths of links are left out.
    """
    return within_bounds(
        parse_here, body, url, charset=charset, headers=headers, limits=limits, layout=layout
    )


def parse_here(
    body: bytes,
    url: str,
    *,
    charset: str = "",
    headers: Sequence[tuple[str, str]] = (),
    limits: PageLimits = DEFAULT_LIMITS,
    layout: bool = True,
) -> Page:
    """Do what `parse_html` does, but raise `Unproven` for a page that is not proven cheap."""
    outline, encoding_name = _walked(body, charset, limits, layout=layout)
    head = outline.head
    base = base_of(head.bases, url)
    flow = "".join(outline.flow)
    spoken = _language(head.language, headers, flow)
    tokens, offsets, groups = grouped(outline.pieces, outline.piece_groups, spoken)
    leading = targets(outline, url, base)
    elements = leading.elements
    blocks = partition(outline, divisions(outline), elements, offsets, limits.blocks)
    segments = None
    if layout:
        owners = content_blocks(outline, elements, limits.cbp_alpha, limits.cbp_links)
        segments = partition(outline, owners, elements, offsets, limits.blocks)
    return Page(
        url=url,
        title=outline.title,
        description=head.description,
        language=spoken,
        encoding=encoding_name,
        flow=flow,
        tokens=tokens,
        groups=groups,
        blocks=blocks.blocks,
        segments=segments.blocks if segments else (),
        links=links(outline, leading, offsets, blocks, segments, limits=limits),
        links_dropped=outline.links_dropped,
        canonical=link_target(head.canonical, base) or "" if head.canonical else "",
        refresh=_refresh_target(head.refresh, url, base, limits.refresh_s),
        robots=robots(head.robots, [value for name, value in headers if name == "x-robots-tag"]),
    )


def _walked(body: bytes, charset: str, limits: PageLimits, *, layout: bool) -> tuple[Outline, str]:
    """Walk a document; once more if it declares, beyond the bytes that were sniffed, another encoding."""
    name, certain = encoding.sniff(body, charset)
    outline = _walk(encoding.decode(body, name), limits, layout=layout)
    if certain:
        return outline, name
    declared = next((found for label in outline.head.charsets if (found := encoding.declared(label))), name)
    if declared != name:
        return _walk(encoding.decode(body, declared), limits, layout=layout), declared
    return outline, name


def _walk(markup: str, limits: PageLimits, *, layout: bool) -> Outline:
    outline = Outline(limits, layout=layout)
    with suppress(Enough):
        read(beginning(markup, _TAGS_PER_ELEMENT * limits.elements), outline)
    outline.finish()
    return outline


def _language(attribute: str, headers: Sequence[tuple[str, str]], flow: str) -> str:
    header = next((value for name, value in headers if name == "content-language"), "")
    return detect(flow, language(attribute, header))


def _refresh_target(content: str, url: str, base: str, delay_max_s: float) -> str:
    found = refresh(content)
    if found is None or found[0] > delay_max_s:
        return ""
    target = link_target(found[1], base)
    return target if target and target != canonical(url) else ""
