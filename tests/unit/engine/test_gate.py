from __future__ import annotations

import pytest

from lycosa import Kind, LycosaError
from lycosa.engine import Gate, GateRules, Shares
from lycosa.engine.duplicates.sketch import COUNT_MAX, Sketch
from lycosa.url import host_of


def gate_with(urls_per_shape: int | None = None, hosts_per_domain: int | None = None) -> Gate:
    return Gate(GateRules(shares=Shares(urls_per_shape=urls_per_shape, hosts_per_domain=hosts_per_domain)))


def offer(gate: Gate, *urls: str) -> list[Kind | None]:
    """Return what the gate says to each; those it lets in are counted."""
    answers = []
    for url in urls:
        answers.append(gate.refuses(url, host_of(url), depth=1))
        if answers[-1] is None:
            gate.let_in(url)
    return answers


def test_urls_of_one_shape_beyond_the_limit_are_a_trap() -> None:
    calendar = [f"http://site.test/day?d={n}" for n in range(5)]
    assert offer(gate_with(urls_per_shape=3), *calendar) == [None, None, None, Kind.TRAP, Kind.TRAP]


def test_facets_in_any_combination_are_one_shape() -> None:
    facets = [f"http://site.test/shop?a{n}=1&b{n}=2&c=3" for n in range(3)]
    assert offer(gate_with(urls_per_shape=2), *facets)[-1] is Kind.TRAP


def test_urls_without_numbers_and_parameters_are_not_limited() -> None:
    articles = [f"http://site.test/{a}{b}" for a in "abcdefghij" for b in "klmnopqrst"]
    assert set(offer(gate_with(urls_per_shape=1), *articles)) == {None}


def test_every_host_has_shapes_of_its_own() -> None:
    urls = [f"http://{name}.test/7" for name in "abc"]
    assert offer(gate_with(urls_per_shape=1), *urls) == [None] * 3


def test_links_that_are_only_asked_about_do_not_count() -> None:
    gate = gate_with(urls_per_shape=1)
    for n in range(9):
        assert gate.refuses(f"http://site.test/{n}", "site.test", depth=1) is None


def test_a_domain_may_not_have_endlessly_many_hosts() -> None:
    urls = [f"http://{name}.site.test/" for name in "abcd"]
    answers = offer(gate_with(hosts_per_domain=2), *urls, "http://a.site.test/more", "http://other.test/")
    assert answers == [None, None, Kind.DOMAIN_BUDGET, Kind.DOMAIN_BUDGET, None, None]


def test_a_gate_is_restored_by_letting_the_same_links_in() -> None:
    urls = [f"http://{name}.site.test/{n}" for name in "ab" for n in range(3)]
    first, again = gate_with(3, 2), gate_with(3, 2)
    offer(first, *urls)
    for url in urls:
        again.let_in(url)
    for url in ("http://a.site.test/9", "http://c.site.test/"):
        assert again.refuses(url, host_of(url), 1) is first.refuses(url, host_of(url), 1) is not None


@pytest.mark.parametrize("name", ["urls_per_shape", "hosts_per_domain"])
def test_a_limit_of_nothing_is_refused(name: str) -> None:
    with pytest.raises(LycosaError, match=f"{name} is 0"):
        Shares(**{name: 0})


def test_a_limit_beyond_what_is_counted_is_refused() -> None:
    with pytest.raises(LycosaError, match=f"urls_per_shape is {COUNT_MAX + 1}"):
        Shares(urls_per_shape=COUNT_MAX + 1)


def test_a_sketch_never_counts_too_few_and_seldom_too_many() -> None:
    sketch = Sketch()
    for n in range(20_000):
        for _ in range(1 + n % 3):
            sketch.add(f"key {n}")
    over = [sketch.count(f"key {n}") - (1 + n % 3) for n in range(20_000)]
    assert min(over) == 0
    assert sum(over) < 20


def test_a_count_stops_at_its_largest_value() -> None:
    sketch = Sketch()
    for _ in range(COUNT_MAX + 5):
        sketch.add("key")
    assert sketch.count("key") == COUNT_MAX
