"""Everything that extending Lycosa takes: what to inherit, what to return, and how to check it.

A plug-in is a class with a `name`, behind an entry point of its family: `lycosa.strategies`,
`lycosa.judges`, `lycosa.rankers`, `lycosa.selectors`, `lycosa.tunnels` or `lycosa.fetchers`. A judge may also
be a function.
`lycosa check NAME` runs the contract checks on one that is installed. Modules that are not named here or
in `lycosa` may change without notice.
"""

from __future__ import annotations

from lycosa.checks import (
    BrokenContract,
    check_fetcher,
    check_judge,
    check_ranker,
    check_selector,
    check_strategy,
    check_tunnel,
)
from lycosa.errors import Kind, LycosaError
from lycosa.fetch.base import Fetcher
from lycosa.fetch.limits import FetchLimits
from lycosa.frontier.base import Evidence, Part, View
from lycosa.judge.base import Judge
from lycosa.judge.function import judge_from
from lycosa.judge.outside import OutsideJudge
from lycosa.judge.scored import Parts, Scored
from lycosa.model import JSON, Block, Expansion, Fetched, Judgement, Link, Page, Proposal, Queued
from lycosa.page import parse_html
from lycosa.rank.base import Ranker
from lycosa.strategy.base import Strategy
from lycosa.strategy.recipe import Combination, Recipe
from lycosa.strategy.select.base import Selector
from lycosa.strategy.tunnel.base import TunnelRule
from lycosa.text import tokens
from lycosa.tinyweb import FLOODS, TinyWeb
from lycosa.topic import Contribution, Topic
from lycosa.url import url_words

__all__ = [
    "FLOODS",
    "JSON",
    "Block",
    "BrokenContract",
    "Combination",
    "Contribution",
    "Evidence",
    "Expansion",
    "FetchLimits",
    "Fetched",
    "Fetcher",
    "Judge",
    "Judgement",
    "Kind",
    "Link",
    "LycosaError",
    "OutsideJudge",
    "Page",
    "Part",
    "Parts",
    "Proposal",
    "Queued",
    "Ranker",
    "Recipe",
    "Scored",
    "Selector",
    "Strategy",
    "TinyWeb",
    "Topic",
    "TunnelRule",
    "View",
    "check_fetcher",
    "check_judge",
    "check_ranker",
    "check_selector",
    "check_strategy",
    "check_tunnel",
    "judge_from",
    "parse_html",
    "tokens",
    "url_words",
]
