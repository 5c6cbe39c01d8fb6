"""The last screen of a crawl: why it stopped, what it found, what is wrong with its seeds, what is next."""

from __future__ import annotations

import shlex
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

from lycosa.cli.root import PLACES, printable
from lycosa.cli.words import counted, relevant_pages
from lycosa.engine.budget import Stop
from lycosa.errors import Kind

if TYPE_CHECKING:
    from lycosa.session import Session

_BEST = 3
_SEEDS = 3
_CHARS = 100
ADVICE = {
    Kind.OUT_OF_SCOPE: "the scope excludes it: see --domain and --scope-hosts",
    Kind.TRAP: "it looks like a trap for crawlers: see the limits under [traps]",
    Kind.ROBOTS_DISALLOWED: "its robots.txt forbids it: begin elsewhere on the site, or ask its owner",
    Kind.ROBOTS_UNREACHABLE: "its robots.txt cannot be read, so nothing is asked for: try again later",
    Kind.DNS_NOT_FOUND: "no such host: look at the spelling",
    Kind.DNS_FAILED: "the name server does not answer: look at your network",
    Kind.DNS_TIMEOUT: "the name server does not answer: look at your network",
    Kind.ADDRESS_REFUSED: "its address is not public: --allow-private admits an intranet",
    Kind.CONNECT_FAILED: "nobody listens there: look at the port and at your network",
    Kind.CONNECT_TIMEOUT: "no answer in time: --fetch-connect-s waits longer",
    Kind.FIRST_BYTE_TIMEOUT: "no answer in time: --fetch-first-byte-s waits longer",
    Kind.IDLE_TIMEOUT: "the answer stalled: --fetch-idle-s waits longer",
    Kind.TOTAL_TIMEOUT: "the answer took too long: --fetch-total-s waits longer",
    Kind.TOO_SLOW: "the answer came too slowly: --fetch-rate-bytes-per-s admits slower ones",
    Kind.TLS: "its certificate is not trusted: --network-ca-file names another authority",
    Kind.HTTP_CLIENT: "there is no such page for us: open it in a browser",
    Kind.HTTP_SERVER: "the server has a fault: try again later",
    Kind.THROTTLED: "the server wants fewer requests: --delay rests longer",
    Kind.TOO_MANY_REDIRECTS: "--retries-redirects follows more of them",
    Kind.NOT_HTML: "it is not a web page: begin with one that links to it",
    Kind.EMPTY: "the page has no text; it may need a browser to fill it",
    Kind.PAGE_TOO_COSTLY: "--page-cpu-s and --page-memory-mb allow more work for a page",
}
"""What helps against a failure, by its kind."""


def last_screen(session: Session) -> Iterator[str]:
    """Give the lines that end a crawl, the first of them why it stopped."""
    engine = session.engine
    if engine is None:
        return
    tally, folder = engine.crawl.tally, session.folder
    found = relevant_pages(tally.latest_relevant, tally.relevant)
    yield f"{engine.stopped}: {tally.pages} pages, {found}, kept in {folder}"
    if engine.remaining is not None and engine.remaining.now is not None:
        yield f"to find: {engine.remaining.estimate()}"
    if tally.pages:
        yield f"harvest {tally.harvest_rate:.1%}, {tally.visits:,} requests"
    if folder is not None and engine.stopped is not Stop.DISK:
        yield from _best(folder)
    if tally.failures:
        yield f"failed: {counted({str(kind): number for kind, number in tally.failures.most_common()})}"
    if folder is not None and engine.stopped is not Stop.DISK:
        yield from _seeds(session, folder)


def _best(folder: Path) -> Iterator[str]:
    from lycosa.report.crawl.summary import best_pages
    from lycosa.store.repair.damage import ask_state

    for page in ask_state(folder, lambda db: best_pages(db, _BEST)):
        yield f"  {page.score:.2f}  {printable(page.title or page.url)[:_CHARS]}  {page.url}"


def _seeds(session: Session, folder: Path) -> Iterator[str]:
    from lycosa.store.repair.damage import ask_state
    from lycosa.store.tables.seed_visits import seed_troubles

    seeds = len(session.settings.seeds)
    troubles = ask_state(folder, lambda db: seed_troubles(db, seeds, seeds))
    if not troubles:
        return
    yield f"{len(troubles)} of {seeds} seeds gave no page:"
    for trouble in troubles[:_SEEDS]:
        yield f"  {trouble.url}  {trouble.kind}: {_advice(trouble.kind, trouble.url, folder)}"
    if len(troubles) > _SEEDS:
        yield f"  and {len(troubles) - _SEEDS} more"


def _advice(kind: str, url: str, folder: Path) -> str:
    otherwise = f"see `lycosa why {shlex.quote(url)} {shlex.quote(str(folder))}`"
    return next((advice for known, advice in ADVICE.items() if known == kind), otherwise)


def next_commands(session: Session) -> Iterator[str]:
    """Give three commands that go on from here."""
    engine, folder = session.engine, session.folder
    if engine is None or folder is None:
        return
    where = shlex.quote(str(folder))
    yield "next:"
    if engine.crawl.tally.latest_relevant:
        look = f"lycosa ui {where}", "look at it in a browser"
        take = f"lycosa export {where} --out pages.csv", "take the relevant pages along"
        if "search" in PLACES:
            take = f'lycosa search {where} "…"', "look for words in its pages"
    else:
        look = f"lycosa status {where}", "see what was asked for, and what came of it"
        take = f"lycosa label {where}", "say of some pages whether they are right"
    chosen = [look, take, _going_on(engine.stopped, where, engine.crawl.tally.pages)]
    width = max(len(command) for command, _ in chosen)
    yield from (f"  {command:<{width}}  {line}" for command, line in chosen)


def _going_on(stop: Stop | None, where: str, pages: int) -> tuple[str, str]:
    if stop is Stop.PAGES:
        return f"lycosa resume {where} --pages {2 * pages}", "read as many pages again"
    return f"lycosa resume {where}", "go on where it stopped"
