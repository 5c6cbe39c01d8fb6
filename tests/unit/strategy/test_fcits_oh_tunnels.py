"""FCITS_OH with blocks: a tunnel is entered by a relevant block, and hosts stay tabu."""

from __future__ import annotations

from typing import Any

from tests.blockweb import ROOT, named, page
from tests.tinyweb import TinyWeb, crawl_of

from lycosa import Topic
from lycosa.strategy.fcits_oh import FCITSOH
from lycosa.strategy.fcits_oh_tunnels import FCITSOHTunnels

TOPIC = Topic.from_keywords(["flood", "storm", "rain"])
# t is not relevant (R = 0.577 of its one term < 0.70), nor are the anchors on it. Its first block is about
# floods (0.577 > lambda = 0.30): d, which stands there, is next whatever its P(l); z is discarded.
WEB = TinyWeb(
    {
        ROOT: page("flood storm rain", "[t|storm]", "[a|flood]", "[b|rain]"),
        ROOT + "t": page("cake", "flood [d|egg]", "jam [z|tea]"),
        ROOT + "d": page("goal", "[e|flood storm]"),
        ROOT + "a": page("rain storm a"),
        ROOT + "b": page("rain storm b"),
        ROOT + "e": page("flood storm e"),
        ROOT + "z": page("z"),
    }
)


def strategy(kind: type[FCITSOH] = FCITSOHTunnels, **parameters: Any) -> FCITSOH:
    return kind(TOPIC, threshold=0.70, beta=0.35, weights=(0.0, 0.5, 0.5), few_hosts=0, **parameters)


def visits(made: FCITSOH) -> str:
    return named(crawl_of(made, WEB, ROOT)[0].visited)


def test_the_links_of_a_relevant_block_come_next_and_others_as_in_fcits_oh() -> None:
    made = strategy(lam=0.30)
    order = visits(made).split()
    assert order[order.index("t") + 1] == "d"
    assert "z" not in order
    assert made.counts()["links of relevant blocks"] == 1
    assert set(order) == {"root", "t", "d", "e", "a", "b"}


def test_without_blocks_the_tunnel_stays_closed() -> None:
    assert not {"d", "e"} & set(visits(strategy(FCITSOH)).split())


def test_no_block_is_relevant_enough_above_lambda() -> None:
    assert visits(strategy(lam=0.60)) == visits(strategy(FCITSOH))


def test_a_block_on_a_forbidden_host_waits() -> None:
    made = strategy(lam=0.30)
    made.hosts.tabu["x.test"] = 9
    far = {
        ROOT + "t": '<p>cake</p><div>flood <a href="http://x.test/">egg</a></div>',
        "http://x.test/": page("goal"),
    }
    order = crawl_of(made, TinyWeb({**WEB.pages, **far}), ROOT)[0].visited
    assert order[-1] == "http://x.test/"
    assert made.counts()["bans lifted"] == 1


def test_its_count_is_part_of_its_state() -> None:
    first, second = strategy(lam=0.30), strategy(lam=0.30)
    visits(first)
    second.restore(first.state())
    assert second.counts() == first.counts()
