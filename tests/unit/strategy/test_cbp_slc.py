"""Paper 002's Algorithm 4, and the crawlers that look at fewer texts, on a tiny web."""

from __future__ import annotations

from math import exp, log, sqrt

import pytest
from tests.blockweb import LABELLED, ROOT, named, page
from tests.tinyweb import TinyWeb, crawl_of

from lycosa import Topic
from lycosa.judge.wvc import STEEPNESS
from lycosa.page import parse_html
from lycosa.strategy.anchor_text import AnchorText
from lycosa.strategy.cbp import CBP
from lycosa.strategy.cbp_slc import CBPSLC
from lycosa.strategy.link_context import LinkContext
from lycosa.strategy.slc import SLC

# Both classes have three words in ten documents each, so the trained plane weighs flood, storm and rain w,
# goal, match and team -w, with no offset. A text's distance is the sum of its counts times these weights,
# divided by the length of its counts; other words are unknown. In units of w:
# block 1   flood 2, storm 2, rain 2, goal 2, match 1: (6 - 3) / sqrt(17) =  0.73   relevant: a and b
#           context of a: goal, match                                     = -1.41
#           context of b: the block
# block 2   goal 1, match 1, rain 1, team 1: (1 - 3) / 2                  = -1
#           anchor of c: rain                                             =  1      relevant
#           anchor of d: team                                             = -1
# block 3   flood, storm, rain 1, goal, match 2, team 1: (3 - 5)/sqrt(12) = -0.58
#           anchor of e: unknown
#           context of e: flood, storm, rain: 3 / sqrt(3)                 =  1.73   relevant
# block 4   match 1                                                       = -1; anchor of f unknown
WEB = TinyWeb(
    {
        ROOT: page(
            "start",
            "flood flood storm storm rain rain <i>goal [a|match]</i> [b|goal]",
            "goal match [c|rain] [d|team]",
            "goal match team <i>flood storm rain [e|more]</i> goal match",
            "match [f|tea]",
        ),
        **{ROOT + name: page(f"page {name * 3}") for name in "abcdef"},
    }
)


@pytest.mark.parametrize(
    ("strategy", "order"),
    [
        (CBPSLC, "root e c a b"),
        (SLC, "root e c b"),
        (CBP, "root a b"),
        (AnchorText, "root c"),
        (LinkContext, "root e b"),
    ],
)
def test_the_order_of_visits_is_that_of_algorithm_4(strategy: type[CBPSLC], order: str) -> None:
    notebook, _ = crawl_of(strategy(LABELLED), WEB, ROOT)
    assert named(notebook.visited) == order


def test_links_are_counted_by_the_text_that_decided() -> None:
    strategy = CBPSLC(LABELLED)
    crawl_of(strategy, WEB, ROOT)
    counts = {"block": 2, "anchor": 1, "context": 1}
    assert strategy.counts() == {
        **{f"links kept by {unit}": count for unit, count in counts.items()},
        "links dropped": 2,
        "links kept before training": 0,
    }
    again = CBPSLC(LABELLED)
    again.restore(strategy.state())
    assert again.counts() == strategy.counts()


def test_links_have_the_score_of_the_text_that_made_them_relevant() -> None:
    strategy = CBPSLC(LABELLED)
    frontier = crawl_of(strategy, WEB, ROOT, pages=1)[1].crawl.frontier
    found = {name: frontier.get(link).priority for name in "abce" if (link := frontier.find(ROOT + name))}
    anchor_of_c = strategy.judge_of_pages.score(("rain",))
    w = log(anchor_of_c / (1 - anchor_of_c)) / STEEPNESS
    block_of_a, context_of_e = score_at(w * 3 / sqrt(17)), score_at(w * sqrt(3))
    wanted = {"a": block_of_a, "b": block_of_a, "c": anchor_of_c, "e": context_of_e}
    assert found == pytest.approx(wanted, abs=1e-3)


def score_at(distance: float) -> float:
    return 1 / (1 + exp(-STEEPNESS * distance))


def test_the_relevance_of_the_page_itself_is_not_used() -> None:
    # The page is about sport and irrelevant as a whole; its last block is not.
    web = TinyWeb({ROOT: page("goal match team " * 20, "[a|tea]", "flood [b|milk]"), ROOT + "b": page("b b")})
    notebook, _ = crawl_of(CBPSLC(LABELLED), web, ROOT)
    assert not notebook.steps[0].visit.relevant
    assert named(notebook.visited) == "root b"


def test_every_link_is_kept_until_the_classifier_is_trained() -> None:
    examples = tuple(parse_html(page("flood storm").encode(), f"http://{i}.test/") for i in range(3))
    strategy = AnchorText(Topic("weather", {"flood": 1.0}, examples))
    web = TinyWeb({ROOT: page("start", "[a|tea]", "[b|flood]"), ROOT + "a": page("a"), ROOT + "b": page("b")})
    notebook, _ = crawl_of(strategy, web, ROOT)
    assert strategy.judge_of_pages.model is None
    assert named(notebook.visited) == "root b a"
