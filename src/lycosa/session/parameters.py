"""Tries a strategy on a page before anything is kept: its constructor only stores its parameters."""

from __future__ import annotations

from math import isfinite

from lycosa.assembly import StrategyChoice, assemble
from lycosa.errors import LycosaError
from lycosa.frontier import Frontier
from lycosa.model import Queued
from lycosa.page import parse_html
from lycosa.topic import Topic

_PAGE = "<title>{0}</title><p>{0} <a href=/a>{0}</a> and <a href=/b>more</a></p>"


def check_parameters(choice: StrategyChoice, topic: Topic, seed: int) -> None:
    """Raise an error that names the parameters if the strategy cannot work with them."""
    if not (choice.parameters or choice.parts):
        return
    given = dict(choice.parameters)
    for kind, part in choice.parts.items():
        given |= {kind: part.name, **part.parameters}
    named = f"{choice.name} ({', '.join(f'{key} = {value!r}' for key, value in given.items())})"
    page = parse_html(_PAGE.format(topic.name).encode(), "http://example.org/")
    try:
        strategy = assemble(choice, topic, seed)
        link = Queued(0, page.url, "example.org", 0, -1, 1.0, tuple(1.0 for _ in strategy.evidence.parts))
        expansion = strategy.expand(page, strategy.judge(page), link)
        numbers = [part for proposal in expansion.proposals for part in proposal.parts]
        strategy.choose(Frontier(strategy.evidence))
    except LycosaError:
        raise
    except Exception as error:  # whatever a value of a wrong type may lead to
        raise LycosaError(f"parameters of the strategy {named} cannot be used: {error}") from error
    if not all(map(isfinite, numbers)):
        raise LycosaError(f"parameters of the strategy {named} give scores that are no number")
