"""Strategies put together from named parts."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from tests.tinyweb import TinyWeb, crawl_of, page

from lycosa import LycosaError, Topic
from lycosa.assembly import PartChoice, StrategyChoice, assemble, make_judge
from lycosa.checks import check_strategy
from lycosa.config import Settings, build, load, overlay, to_toml
from lycosa.judge.vsm import TagWeightedVSM
from lycosa.registry import strategies
from lycosa.session import Session
from lycosa.strategy.fcits_oh import FCITSOH
from lycosa.strategy.recipe import Combination

FLOOD = Topic.from_keywords(["flood", "rain"])
ROOT = "http://a.test/"


def chosen(name: str, **parts: str | PartChoice) -> StrategyChoice:
    made = {kind: PartChoice(part) if isinstance(part, str) else part for kind, part in parts.items()}
    return StrategyChoice(name, **made)  # type: ignore[arg-type]


def maker(choice: StrategyChoice) -> Any:
    return lambda topic, seed=0: assemble(choice, topic, seed)


def test_a_named_judge_decides_which_pages_are_relevant() -> None:
    strict = PartChoice("vsm", {"threshold": 0.99})
    strategy = assemble(chosen("best-first", judge=strict), FLOOD)
    assert "0.990: given" in crawl_reason(strategy)


def crawl_reason(strategy: Any) -> str:
    notebook, _ = crawl_of(strategy, TinyWeb({ROOT: page(text="flood")}), ROOT)
    judgement = notebook.steps[0].visit.judgement
    assert judgement is not None
    return judgement.reason


def test_a_strategys_threshold_goes_to_the_judge_named_in_its_place() -> None:
    choice = StrategyChoice("best-first", {"threshold": 0.25}, judge=PartChoice("page-score"))
    assert "0.250: given" in crawl_reason(assemble(choice, FLOOD))


def test_a_named_ranker_gives_the_parts_of_a_links_worth() -> None:
    strategy = assemble(chosen("best-first", ranker="link-score"), FLOOD)
    assert [part.name for part in strategy.evidence.parts] == ["url", "anchor", "parent", "around"]


def test_a_tunnel_rule_may_add_a_part_of_its_own() -> None:
    strategy = assemble(chosen("best-first", tunnel="blocks"), FLOOD)
    assert [part.name for part in strategy.evidence.parts] == ["page", "anchor", "context", "tunnel"]


CHAIN = TinyWeb(
    {
        ROOT: page("1|next", text="flood"),
        ROOT + "1": page("2|next", text="music"),
        ROOT + "2": page("3|next", text="music"),
        ROOT + "3": page(text="flood"),
    }
)


@pytest.mark.parametrize(
    ("rule", "visited"),
    [
        (PartChoice("all"), 4),
        (PartChoice("none"), 2),
        (PartChoice("steps", {"steps": 1}), 3),
        (PartChoice("steps", {"steps": 2}), 4),
    ],
    ids=str,
)
def test_a_tunnel_rule_decides_how_far_a_crawl_goes_through_irrelevant_pages(
    rule: PartChoice, visited: int
) -> None:
    choice = StrategyChoice("best-first", {"threshold": 0.3}, tunnel=rule)
    notebook, _ = crawl_of(assemble(choice, FLOOD), CHAIN, ROOT)
    assert len(notebook.visited) == visited


def test_links_of_relevant_blocks_come_before_everything_else() -> None:
    html = (
        "<html><body><div><p>music</p><p><a href='/music'>song</a></p></div>"
        "<div><p>flood</p><p><a href='/deep'>on</a></p></div></body></html>"
    )
    web = TinyWeb({ROOT: html, ROOT + "deep": page(text="flood"), ROOT + "music": page(text="music")})
    choice = StrategyChoice("best-first", {"threshold": 0.9}, tunnel=PartChoice("blocks"))
    notebook, _ = crawl_of(assemble(choice, FLOOD), web, ROOT)
    assert notebook.visited == [ROOT, ROOT + "deep"]


COMBINATIONS = [
    chosen("best-first", judge="wvc", ranker="link-priority", selector="improved-tabu", tunnel="steps"),
    chosen("best-first", judge="class-and-relevance", ranker="link-score", selector="annealing"),
    chosen("best-first", selector="pareto", tunnel="none"),
    chosen("fcits-oh", judge="page-score", selector="ants", tunnel="blocks"),
    chosen("fcits", judge="bcw", ranker="cpe", selector="best"),
    chosen("fcts", judge="genre-aware", selector="host-tabu"),
    chosen("fcpso", judge="wvc", selector="regions"),
    chosen("cbp-slc", judge="vsm"),
    chosen("slc", judge="page-score", selector="annealing"),
    chosen("keyword-table", judge="vsm", tunnel="blocks"),
    chosen("bcw-cc", judge="vsm", tunnel="none"),
    chosen("shark-search", judge="bcw"),
    chosen("genre-aware", judge="vsm"),
]


@pytest.mark.parametrize("choice", COMBINATIONS, ids=lambda choice: f"{choice.name} {choice.described()}")
def test_combinations_keep_the_contract_of_strategies(choice: StrategyChoice) -> None:
    check_strategy(maker(choice))


@pytest.mark.parametrize("name", strategies.classes)
def test_every_strategy_takes_another_judge_or_says_why_not(name: str) -> None:
    if name == "genre-aware-links":
        with pytest.raises(LycosaError, match="takes no other judge: the first guess at a link is made of"):
            assemble(chosen(name, judge="page-score"), FLOOD)
    else:
        strategy = assemble(chosen(name, judge="page-score"), FLOOD)
        notebook, _ = crawl_of(strategy, TinyWeb({ROOT: page(text="flood")}), ROOT)
        judgement = notebook.steps[0].visit.judgement
        assert judgement is not None
        assert judgement.parts[0][0] == "page score"


@pytest.mark.parametrize(
    ("choice", "complaint"),
    [
        (
            chosen("bfs", ranker="cpe"),
            "strategy bfs takes no other ranker: it ranks links in its own way",
        ),
        (chosen("bcw-cc", selector="ants"), "bcw-cc takes no other selector: the links of relevant blocks"),
        (chosen("best-first", judge="sematic"), "unknown judge 'sematic'; did you mean semantic"),
        (chosen("best-first", ranker=PartChoice("cpe", {"k": 1})), "parameters of the ranker cpe: .*'k'"),
        (chosen("best-first", tunnel="block"), "unknown tunnel rule 'block'; did you mean blocks"),
    ],
)
def test_what_does_not_fit_is_named(choice: StrategyChoice, complaint: str) -> None:
    with pytest.raises(LycosaError, match=complaint):
        assemble(choice, FLOOD)


def test_a_walk_needs_a_ranker_that_knows_the_pages_read() -> None:
    strategy = assemble(chosen("best-first", selector="tabu"), FLOOD)
    with pytest.raises(LycosaError, match="tabu walks over the pages read, and the ranker cpe"):
        crawl_of(strategy, CHAIN, ROOT)


def test_a_strategy_of_one_piece_takes_no_parts() -> None:
    class Whole:
        name = "whole"

        def __init__(self, topic: Topic, seed: int = 0) -> None:
            pass

    with pytest.raises(LycosaError, match="whole takes no other judge: it is made of one piece"):
        assemble(chosen("whole", judge="vsm"), FLOOD, find=lambda name: Whole)


def test_a_judge_without_a_threshold_is_made_without_one(monkeypatch: pytest.MonkeyPatch) -> None:
    class Plain(TagWeightedVSM):
        def __init__(self, topic: Topic) -> None:
            super().__init__(topic)

    from lycosa.registry import judges

    monkeypatch.setitem(judges.classes, "plain", Plain)
    assert make_judge("plain", FLOOD, threshold="auto").name == "vsm"
    with pytest.raises(LycosaError, match="the judge plain has no threshold"):
        make_judge("plain", FLOOD, threshold=0.4)


def test_fcits_oh_is_three_classes_deep() -> None:
    bases = [cls for cls in FCITSOH.__mro__ if cls not in (object, FCITSOH)]
    assert len(bases) == 3
    assert Combination in bases


# As settings


def test_a_name_stands_for_a_strategy_and_for_its_parts(tmp_path: Path) -> None:
    short = {"strategy": "fcits"}
    assert build(Settings, short, "here").strategy == StrategyChoice("fcits")
    file = tmp_path / "crawl.toml"
    file.write_text(
        '[strategy]\nname = "best-first"\njudge = "page-score"\n[strategy.tunnel]\nname = "none"\n'
    )
    assert load(file).strategy == chosen("best-first", judge="page-score", tunnel="none")


def test_settings_written_out_are_read_back_the_same(tmp_path: Path) -> None:
    judge = PartChoice("semantic", {"mix": 0.3})
    settings = Settings(strategy=StrategyChoice("fcts", {"tabu_length": 3}, judge=judge))
    file = tmp_path / "crawl.toml"
    file.write_text(to_toml(settings))
    assert load(file) == settings


def test_a_part_can_be_laid_over_a_strategy_given_by_name_alone() -> None:
    data: dict[str, Any] = {"strategy": "fcits"}
    overlay(data, "strategy.judge.name", "semantic")
    assert data == {"strategy": {"name": "fcits", "judge": {"name": "semantic"}}}


@pytest.mark.parametrize(
    ("data", "complaint"),
    [
        ({"strategy": {"judge": {"parameters": {"mix": 1}}}}, "no judge is named"),
        ({"strategy": {"jugde": "vsm"}}, "unknown setting 'strategy.jugde'; did you mean 'strategy.judge'"),
        ({"strategy": 3}, "'strategy' is a table of settings, not 3"),
        ({"parameters": {"life": 2}}, "did you mean 'strategy.parameters'"),
    ],
)
def test_wrong_settings_of_parts_are_named(data: dict[str, Any], complaint: str) -> None:
    with pytest.raises(LycosaError, match=complaint):
        build(Settings, data, "here")


@pytest.mark.parametrize(
    ("data", "judge"),
    [
        ({"strategy": "best-first"}, "contrast"),
        ({"strategy": "bfs"}, "contrast"),
        ({"strategy": {"name": "best-first", "ranker": "link-score"}}, "contrast"),
        ({}, ""),  # lycosa, whose own judge is contrast
        ({"strategy": "fcits"}, ""),
        ({"strategy": {"judge": ""}}, ""),
        ({"strategy": {"judge": "vsm"}}, "vsm"),
    ],
)
def test_a_crawl_is_judged_by_contrast_unless_its_strategy_has_a_judge_of_its_own(
    data: dict[str, Any], judge: str
) -> None:
    session = Session(build(Settings, data, "here"), None)
    assert session.settings.strategy.judge.name == judge


def test_in_the_lab_a_strategy_keeps_its_own_judge() -> None:
    assert isinstance(assemble(StrategyChoice("best-first"), FLOOD).judge_of_pages, TagWeightedVSM)  # type: ignore[attr-defined]
