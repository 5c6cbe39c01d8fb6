"""Rates kept as sums, changed outcome by outcome, are those that all outcomes together give."""

from __future__ import annotations

from array import array

import numpy as np
import pytest

from lycosa.frontier import Evidence, Frontier, Part
from lycosa.graph import NO_BLOCK
from lycosa.rank.outcome.rates import LEAN_PLACE, Rates
from lycosa.rank.outcome.tried import LEAN_NEIGHBOURS, LEAN_SHOWN

LINKS, PAGES = 40, 12


class Crawled:
    """Pages of random links read, and links asked for, in turn."""

    def __init__(self, seed: int) -> None:
        self.draw = np.random.default_rng(seed)
        self.frontier = Frontier(Evidence((Part("worth"),)))
        self.rates = Rates()
        self.urls = [f"http://h{n % 3}.test/d{n % 4}/{n}" for n in range(LINKS)]
        self.frontier.numbers(self.urls)
        self.pages: dict[int, tuple[float, list[tuple[int, int]]]] = {}
        self.worth: dict[int, float] = {}
        for page in range(PAGES):
            self.read(page)
            for link in self.draw.permutation(LINKS)[:3].tolist():
                if link not in self.worth:
                    self.worth[link] = round(float(self.draw.random()), 3)
                    self.rates.outcome(link, self.worth[link], self.frontier)

    def read(self, page: int) -> None:
        """Read a page; some of its links stand in no block, and some twice."""
        targets, blocks = self.draw.integers(LINKS, size=15), self.draw.integers(4, size=15)
        judged = float(self.draw.random())
        self.rates.read(page, judged, targets, blocks)
        shown = [NO_BLOCK if block == 0 else block for block in blocks.tolist()]
        self.frontier.graph.add(page, targets.tolist(), shown)
        self.pages[page] = judged, list(zip(targets.tolist(), blocks.tolist(), strict=True))

    def rate(self, links: set[int], wider: float) -> float:
        worths = [self.worth[link] for link in links if link in self.worth]
        return (sum(worths) + LEAN_NEIGHBOURS * wider) / (len(worths) + LEAN_NEIGHBOURS)

    def expected(self, link: int) -> tuple[float, float, float]:
        """Return what pages, links on the same pages, and links in the same blocks say of a link."""
        base, judged, by_page, by_block = self.rates.base, [], [], []
        for worth, shown in self.pages.values():
            for target, block in shown:
                if target == link:
                    page = self.rate({other for other, _ in shown}, base)
                    judged.append(worth)
                    by_page.append(page)
                    by_block.append(self.rate({other for other, its in shown if its == block}, page))
        said = (sum(judged) + LEAN_SHOWN * base) / (len(judged) + LEAN_SHOWN)
        if not judged:
            return said, base, base
        return said, sum(by_page) / len(by_page), sum(by_block) / len(by_block)


@pytest.mark.parametrize("seed", range(5))
def test_sums_changed_outcome_by_outcome_are_those_of_all_outcomes(seed: int) -> None:
    crawled = Crawled(seed)
    rated = crawled.rates.of(crawled.frontier.columns(np.arange(LINKS)))
    expected = np.array([crawled.expected(link) for link in range(LINKS)])
    assert np.allclose(rated.rates[:, :3], expected, atol=1e-9)


def test_a_visit_worth_more_than_was_thought_is_as_if_it_had_been_known_at_once() -> None:
    crawled = Crawled(0)
    link = next(iter(crawled.worth))
    crawled.worth[link] = round(crawled.worth[link] + 0.25, 3)
    crawled.rates.revise(link, 0.25, crawled.frontier)
    rated = crawled.rates.of(crawled.frontier.columns(np.arange(LINKS)))
    expected = np.array([crawled.expected(other) for other in range(LINKS)])
    assert np.allclose(rated.rates[:, :3], expected, atol=1e-9)


def test_the_rate_of_a_host_leans_on_the_pages_that_show_the_link() -> None:
    crawled = Crawled(1)
    rated = crawled.rates.of(crawled.frontier.columns(np.arange(LINKS)))
    for link in range(LINKS):
        worths = [worth for other, worth in crawled.worth.items() if other % 3 == link % 3]
        wider = LEAN_PLACE * rated.rates[link, 0]
        assert rated.rates[link, 3] == pytest.approx((sum(worths) + wider) / (len(worths) + LEAN_PLACE))


def test_restored_rates_say_the_same() -> None:
    crawled, again = Crawled(2), Rates()
    again.restore(crawled.rates.state())
    columns = crawled.frontier.columns(np.arange(LINKS))
    for ours, theirs in zip(crawled.rates.of(columns), again.of(columns), strict=True):
        assert np.array_equal(ours, theirs)


def test_the_first_outcome_on_the_latest_page_is_kept() -> None:
    frontier, rates, again = Frontier(Evidence((Part("worth"),))), Rates(), Rates()
    first, second, third = frontier.numbers([f"http://h.test/{n}" for n in range(3)])
    rates.read(first, 0.5, np.array([second, third]), np.array([0, 1]))
    frontier.graph.add(first, [second, third], [0, 1])
    rates.outcome(third, 1.0, frontier)
    again.restore(rates.state())
    news = np.array([second, third]), np.array([0, 1])
    for one in (rates, again):
        one.read(second, 0.5, *news)
        frontier.graph.add(second, [second, third], [0, 1])
        one.outcome(second, 0.0, frontier)
    assert again.state() == rates.state()


@pytest.mark.parametrize("seed", range(5))
@pytest.mark.parametrize("again", [False, True])
def test_pages_read_together_are_as_if_read_one_after_another(seed: int, again: bool) -> None:
    one, together = Crawled(seed), Crawled(seed)
    draw = np.random.default_rng(seed)
    counts = [3, 0, 1, 20, 2]
    numbers = [50, 51, 52, 53, 50 if again else 54]
    blocks = [array("i", draw.integers(-1, 9, size=count).tolist()) for count in counts]
    worths, targets = draw.random(len(counts)), draw.integers(LINKS, size=sum(counts))
    pages = list(zip(numbers, worths.tolist(), blocks, strict=True))
    ends = np.cumsum(counts)
    for (page, worth, of_page), end in zip(pages, ends.tolist(), strict=True):
        if len(of_page):
            here = targets[end - len(of_page) : end]
            one.rates.read(page, worth, here, np.array(of_page, np.int64))
    together.rates.read_all(pages, targets)
    assert together.rates.state() == one.rates.state()
