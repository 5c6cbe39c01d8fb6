"""What papers give their crawlers, given in the lab: terms, classes, an ontology, seeds by search."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from lycosa.errors import LycosaError
from lycosa.lab.experiment.cells import cell_key
from lycosa.lab.experiment.description import Description, Inputs
from lycosa.lab.experiment.matrix import Budgets, Experiment, read_experiment, trials_of
from lycosa.lab.experiment.plan import Plan
from lycosa.lab.experiment.prepared_web import PreparedWeb, prepare_web
from lycosa.lab.experiment.results import results_of
from lycosa.lab.experiment.seed_query import SeedQuery
from lycosa.lab.experiment.trial import TrialOutcome, draw, draw_classes, make_strategy, run_cell, topic_of
from lycosa.lab.web.base import WebPage
from lycosa.lab.web.jsonl import write_web
from lycosa.topic import Topic
from lycosa.topic.genre_finding import find_terms

TOPICS = "rainstorm+sports+finance+databases+travel"
WEB = f"synth:pages=600,hosts=12,topics={TOPICS}"
FILES = Path(__file__).parents[4] / "experiments"
TERMS = Inputs(
    genre=("report",), content=("rainstorm", "flood"), url_genre=("reports",), url_content=("rain",)
)
CLASSES = Inputs(classes=("sports", "finance", "databases", "travel"), class_pages=8)
QUERY = SeedQuery("justContentOR", "rainstorm OR flood")


@pytest.fixture(scope="module")
def prepared() -> PreparedWeb:
    return prepare_web(WEB)


def plan(**given: Any) -> Plan:
    return Plan("rainstorm", ("bfs",), 20, **{"seeds": 3, **given})


def topic(prepared: PreparedWeb, made: Plan) -> Topic:
    return topic_of(prepared, made, draw(prepared, made, 0))


def crawl(prepared: PreparedWeb, name: str, made: Plan) -> TrialOutcome:
    return run_cell(prepared, replace(made, strategies=(name,)), name, 0)


def test_terms_can_be_found_on_the_examples(prepared: PreparedWeb) -> None:
    found = topic(prepared, plan(described_by="5 examples + found terms"))
    assert found.genre == find_terms(found.examples)
    assert found.genre.content


@pytest.mark.parametrize("way", ["found terms", "terms + found terms + 3 examples"])
def test_terms_are_found_on_pages_and_not_beside_given_ones(way: str) -> None:
    with pytest.raises(LycosaError, match="either given or found"):
        Description.parse(way)


def test_terms_alone_describe_a_topic(prepared: PreparedWeb) -> None:
    given = topic(prepared, plan(described_by="terms", inputs=TERMS))
    assert given.genre == TERMS.terms
    assert (given.examples, given.keywords, given.name) == ((), {}, "topic")


def test_classes_are_the_examples_and_documents_of_other_labels(prepared: PreparedWeb) -> None:
    made = plan(described_by="6 examples + classes", inputs=CLASSES)
    given = topic(prepared, made)
    assert {name: len(pages) for name, pages in given.classes.items()} == {
        "topic": 6,
        **{f"other {number}": 8 for number in range(1, 5)},
    }
    assert [page.url for page in given.classes["topic"]] == list(draw(prepared, made, 0).examples)
    own = prepared.web.on_topic("rainstorm")
    assert not own & {page.url for pages in draw_classes(prepared, made, 0) for page in pages}


def test_a_classifier_with_classes_is_trained_before_the_first_page(prepared: PreparedWeb) -> None:
    made = plan(described_by="6 examples + classes", inputs=CLASSES)
    strategy: Any = make_strategy(prepared, made, "bcw-cc", topic(prepared, made), 0)
    verdict = strategy.judge(prepared.example(draw(prepared, made, 0).examples[0]))
    assert strategy.classifier.trained_on == "38 documents in 5 classes"
    assert dict(verdict.parts)["class"] == 1.0


def test_another_name_of_a_class_changes_no_topic(prepared: PreparedWeb) -> None:
    names = topic(prepared, plan(described_by="2 examples + classes", inputs=CLASSES)).classes
    assert not {"rainstorm", *CLASSES.classes} & set(names)


def test_a_given_ontology_is_the_one_used(prepared: PreparedWeb) -> None:
    inputs = Inputs(ontology=str(FILES / "ontologies" / "rainstorm.ttl"), concept="rainstorm")
    given = topic(prepared, plan(described_by="3 examples + ontology", inputs=inputs))
    assert given.ontology is not None
    weights = given.ontology_vector.weights
    assert weights["rainstorm"] == max(weights.values()) == 1.0
    assert weights["flood"] > weights["leve"]


@pytest.mark.parametrize(
    ("way", "missing"), [("terms", "terms"), ("1 example + classes", "classes"), ("ontology", "ontology")]
)
def test_inputs_that_are_asked_for_must_be_given(way: str, missing: str) -> None:
    with pytest.raises(LycosaError, match=f"no {missing} given"):
        plan(described_by=way)


@pytest.mark.parametrize("way", ["classes", "terms + classes", "3 examples + 5 results"])
def test_inputs_that_do_not_go_together_are_an_error(way: str) -> None:
    with pytest.raises(LycosaError, match="described_by"):
        plan(described_by=way, inputs=replace(CLASSES, content=("flood",)))


def test_seeds_are_what_several_engines_find_on_different_hosts(prepared: PreparedWeb) -> None:
    drawn = draw(prepared, plan(search=QUERY, seeds=5), 0)
    assert len({url.split("/")[2] for url in drawn.seeds}) == 5
    assert len(prepared.web.on_topic("rainstorm") & set(drawn.seeds)) >= 4
    alone = {replace(QUERY, engines=(name,)).found(prepared.web) for name in QUERY.engines}
    assert len(alone) == len(QUERY.engines) == 3


def test_results_describe_a_topic_whatever_their_label(prepared: PreparedWeb) -> None:
    made = plan(described_by="50 results", search=replace(QUERY, results=40))
    first, second = (draw(prepared, made, repeat).examples for repeat in (0, 1))
    assert len(first) == 50
    assert first == second == replace(QUERY, results=40).found(prepared.web)[:50]
    assert len(topic(prepared, made).examples) == 50


def test_results_need_a_search() -> None:
    with pytest.raises(LycosaError, match="say with search"):
        plan(described_by="50 results")


def test_an_unknown_engine_is_named() -> None:
    with pytest.raises(LycosaError, match="no engine 'web'; engines are text, title, opening"):
        SeedQuery("union", "flood", ("web",))


def test_copies_are_found_only_where_asked_for(tmp_path: Path) -> None:
    # /b repeats the text of /a with another link; a crawl that finds copies does not follow it.
    text = " ".join(f"flood{number}" for number in range(400))
    pages = {
        "": "flood <a href=a>a</a> <a href=b>b</a>",
        "a": f"{text} <a href=a>on</a>",
        "b": f"{text} <a href=c>on</a>",
        "c": "flood",
    }
    write_web(
        tmp_path / "web",
        [
            WebPage(f"http://a.example/{name}", f"<p>{html}".encode(), ("wet",))
            for name, html in pages.items()
        ],
    )
    web = prepare_web(str(tmp_path / "web"))
    orders = {
        find: [seen.url[-1] for seen in run_cell(web, made, "bfs", 0).sightings]
        for find in (False, True)
        for made in [Plan("wet", ("bfs",), 9, 1, 1, start=("http://a.example/",), duplicates=find)]
    }
    assert orders == {False: ["/", "a", "b", "c"], True: ["/", "a", "b"]}


def test_every_input_is_part_of_the_key_of_a_cell(prepared: PreparedWeb, tmp_path: Path) -> None:
    owl = tmp_path / "a.ttl"
    owl.write_bytes((FILES / "ontologies" / "rainstorm.ttl").read_bytes())
    base = plan(described_by="3 examples + ontology", inputs=Inputs(ontology=str(owl)))
    others = [
        replace(base, duplicates=True),
        replace(base, search=QUERY),
        replace(base, inputs=replace(base.inputs, content=("flood",))),
    ]
    keys = [cell_key(prepared, each, "bfs", 0) for each in (base, *others)]
    owl.write_bytes(owl.read_bytes() + b"\n:hail a owl:Class .\n")
    keys.append(cell_key(prepared, base, "bfs", 0))
    assert len(set(keys)) == 5


def test_results_tell_what_was_given_and_no_path(prepared: PreparedWeb, tmp_path: Path) -> None:
    owl = tmp_path / "a.ttl"
    owl.write_bytes((FILES / "ontologies" / "rainstorm.ttl").read_bytes())
    made = plan(described_by="3 examples + ontology", inputs=Inputs(ontology=str(owl)), search=QUERY)
    (result,) = results_of(made, prepared.web, [crawl(prepared, "bfs", made)], [1])
    assert result["protocol"] == "3 examples + ontology, seeds by justContentOR"
    assert result["plan"]["inputs"] == {"ontology": "a.ttl"}


def tiny(file: str) -> Experiment:
    """Return an experiment of the project on a web of 600 pages."""
    experiment = read_experiment(FILES / file)
    webs = tuple(
        entry.model_copy(update={"web": WEB, "budgets": None})
        for entry in experiment.webs
        if entry.web.startswith("synth")
    )
    return experiment.model_copy(update={"webs": webs, "budgets": Budgets(pages=(8,)), "repeats": 1})


@pytest.mark.parametrize("name", ["paper-000", "paper-001", "paper-002", "paper-003"])
def test_the_papers_regimes_run(name: str, tmp_path: Path) -> None:
    for trial in trials_of(tiny(f"{name}.toml"), tmp_path):
        web = prepare_web(trial.spec)
        for strategy in trial.plan.strategies:
            assert len(run_cell(web, trial.plan, strategy, 0).sightings) > 0


def test_controls_differ_from_what_they_control(tmp_path: Path) -> None:
    experiment = tiny("controls.toml")
    entry = experiment.webs[0].model_copy(update={"tuning": ("rainstorm",)})
    made = trials_of(
        experiment.model_copy(update={"webs": (entry,), "budgets": Budgets(pages=(150,))}), tmp_path
    )
    web, plan = prepare_web(WEB), made[0].plan
    pairs = {"best-first": ("best-first-page", "best-first-P"), "fcsa": ("fcsa-greedy",)}
    pairs |= {"keyword-table-basic": ("queue-no-growth",), "keyword-table": ("growth-no-queue",)}
    for whole, controls in pairs.items():
        order = [seen.url for seen in run_cell(web, plan, whole, 0).sightings]
        for control in controls:
            assert [seen.url for seen in run_cell(web, plan, control, 0).sightings] != order
    greedy, annealed = (run_cell(web, plan, name, 0).mechanisms for name in ("fcsa-greedy", "fcsa"))
    assert greedy["another link than the best"] < annealed["another link than the best"] / 2


def test_regimes_are_told_apart_by_their_protocols(tmp_path: Path) -> None:
    both = tiny("paper-003.toml").model_copy(update={"duplicates": (False, True)})
    plans = [trial.plan for trial in trials_of(both, tmp_path)]
    assert [made.protocol for made in plans if made.topic == plans[0].topic] == [
        "50 results, seeds by justContentOR",
        "50 results, seeds by justContentOR, duplicates found",
    ]


@pytest.mark.parametrize("file", sorted(file.name for file in FILES.glob("*.toml")))
def test_every_experiment_of_the_project_can_be_read(file: str) -> None:
    assert read_experiment(FILES / file).name == file.removesuffix(".toml")
