from __future__ import annotations

from lycosa.topic.seeds import Hit, Seed, merge, spread


def hits(engine: str, *urls: str) -> list[Hit]:
    return [Hit(f"http://{url}", rank, (engine,)) for rank, url in enumerate(urls, start=1)]


def order(seeds: list[Seed]) -> str:
    return " ".join(seed.url.removeprefix("http://") for seed in seeds)


def test_agreement_of_three_two_and_one_engines_gives_priority_one_two_and_three() -> None:
    seeds = merge([*hits("x", "a/", "b/", "c/"), *hits("y", "b/", "c/"), *hits("z", "c/")])
    assert [(seed.url[7:], seed.priority) for seed in seeds] == [("c/", 1), ("b/", 2), ("a/", 3)]


def test_more_engines_than_the_paper_had_do_not_go_beyond_the_highest_priority() -> None:
    (seed,) = merge([*hits("w", "a/"), *hits("x", "a/"), *hits("y", "a/"), *hits("z", "a/")])
    assert (seed.priority, seed.engines) == (1, ("w", "x", "y", "z"))


def test_ties_are_broken_by_the_best_rank_then_by_order() -> None:
    seeds = merge([*hits("x", "a/", "b/", "c/"), *hits("y", "d/", "c/", "b/")])
    assert order(seeds) == "b/ c/ a/ d/"
    assert seeds[0].rank == 2


def test_the_same_engine_twice_is_no_agreement() -> None:
    (seed,) = merge([*hits("x", "a/"), *hits("x", "a/")])
    assert seed.priority == 3


def test_a_metasearch_hit_counts_every_engine_behind_it() -> None:
    (seed,) = merge([Hit("http://a/", 1, ("google", "bing")), Hit("http://a/", 4, ("bing", "brave"))])
    assert (seed.priority, seed.rank, seed.engines) == (1, 1, ("google", "bing", "brave"))


def test_spreading_takes_the_best_of_each_host_first() -> None:
    seeds = merge(hits("x", "a/1", "a/2", "b/1", "a/3", "c/1", "b/2"))
    assert order(spread(seeds)) == "a/1 b/1 c/1 a/2 b/2 a/3"


def test_spreading_nothing_gives_nothing() -> None:
    assert spread(merge([])) == []
