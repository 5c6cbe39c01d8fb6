"""FCSA step by step."""

from __future__ import annotations

import pytest
from tests.tinyweb import TinyWeb, crawl_of
from tests.tracing import hinted, trace_of

from lycosa import Topic
from lycosa.strategy.fcsa import FCSA

FLOOD = Topic.from_keywords(["flood"])
A, B, C = "http://a.test/", "http://b.test/", "http://c.test/"

# With weights (0, 0.5, 0.5): on a.test b.test is worth 1.0 and a.test/1 0.5; on b.test, which is
# dry, c.test is worth 0.
WEB = TinyWeb(
    {
        A: hinted("1|dry", B + "|flood", text="flood"),
        A + "1": hinted(),
        B: hinted(C + "|dry", text="dry"),
        C: hinted(text="harbour"),
    }
)


def test_a_cold_crawl_step_by_step() -> None:
    strategy = FCSA(FLOOD, weights=(0.0, 0.5, 0.5), temperature=0.008, cooling=0.5, host_memory=2)

    def note() -> tuple[float, list[str]]:
        return strategy.annealing.temperature, list(strategy.annealing.hosts)

    # The best link always, since exp(-0.5 / 0.008) is as good as 0; T halves with every choice until
    # it reaches its limit of 0.001.
    assert trace_of(strategy, WEB, A, note=note) == [
        (A, (0.004, ["a.test"])),
        (B, (0.002, ["a.test", "b.test"])),
        (A + "1", (0.001, ["b.test", "a.test"])),
        (C, (0.001, ["a.test", "c.test"])),
    ]


def test_a_hot_crawl_takes_links_on_other_hosts() -> None:
    # Any link is accepted. After the root both links are drawn, and b.test is not remembered; after
    # b.test neither a.test nor b.test is new, but c.test is.
    strategy = FCSA(FLOOD, weights=(0.0, 0.5, 0.5), temperature=1e9)
    assert [url for url, _ in trace_of(strategy, WEB, A, note=lambda: None)] == [A, B, C, A + "1"]


def test_no_link_is_discarded() -> None:
    assert FCSA(FLOOD).least_priority is None


def test_the_temperature_survives_a_restart() -> None:
    strategy, again = FCSA(FLOOD, temperature=0.5), FCSA(FLOOD)
    trace_of(strategy, WEB, A, note=lambda: None)
    again.restore(strategy.state())
    assert again.annealing.temperature == pytest.approx(0.5 * 0.999**4)


@pytest.mark.parametrize("pages", [5, 40])
def test_a_crawl_is_as_cold_as_it_gets_with_its_last_page(pages: int) -> None:
    web = TinyWeb({f"{A}{i}": hinted(f"{i + 1}|flood", text="flood") for i in range(50)})
    strategy = FCSA(FLOOD, weights=(0.0, 0.5, 0.5))
    crawl_of(strategy, web, A + "0", pages=pages)
    assert strategy.annealing.temperature == pytest.approx(strategy.coldest)
    assert strategy.annealing.factor == pytest.approx((0.001 / 0.1) ** (1 / pages))


def test_links_that_replace_the_best_are_counted() -> None:
    hot = FCSA(FLOOD, weights=(0.0, 0.5, 0.5), temperature=1e9)
    trace_of(hot, WEB, A, note=lambda: None)
    assert hot.counts() == {"another link than the best": 1}
