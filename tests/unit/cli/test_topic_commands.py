from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result

from lycosa.cli.root import lycosa
from lycosa.errors import LycosaError
from lycosa.topic import Topic

TEXTS = {
    "a": "Levees and dykes hold back the flood. " * 3,
    "b": "A flood breaks dykes; levees and polders drown. " * 3,
    "c": "Flood water over polders and levees, a storm surge. " * 3,
}


def run(*args: str | Path) -> Result:
    result = CliRunner().invoke(lycosa, [str(arg) for arg in args])
    if isinstance(result.exception, LycosaError):
        raise result.exception
    return result


def output(*args: str | Path) -> str:
    result = run(*args)
    assert result.exit_code == 0, result.output
    return result.output


def data(*args: str | Path) -> Any:
    return json.loads(output(*args, "--json"))


@pytest.fixture
def pages(tmp_path: Path) -> Path:
    folder = tmp_path / "pages"
    folder.mkdir()
    for name, text in TEXTS.items():
        (folder / f"{name}.txt").write_text(text)
    return folder


@pytest.fixture
def topic(tmp_path: Path, pages: Path) -> Path:
    output("topic", "build", "--name", "floods", "--examples", pages, "--out", tmp_path / "topic")
    return tmp_path / "topic"


def test_build_from_a_sentence(tmp_path: Path) -> None:
    said = output("topic", "build", "Floods and levees", "--out", tmp_path / "t")
    assert said.startswith("Floods and levees: 2 terms, 0 example pages")
    assert Topic.load(tmp_path / "t").sentence == "Floods and levees"


def test_build_from_keywords_genre_and_examples(tmp_path: Path, pages: Path) -> None:
    flags = ("--keywords", "flood=2", "flash flood", "--genre-terms", "report", "--terms", "50")
    output("topic", "build", "--examples", pages, *flags, "--out", tmp_path / "t")
    made = Topic.load(tmp_path / "t")
    assert dict(made.keywords) == {"flood": 2.0, "flash flood": 1.0}
    assert (made.genre.genre, made.size, len(made.examples)) == (("report",), 50, 3)


def test_build_from_toml_with_flags_on_top(tmp_path: Path) -> None:
    file = tmp_path / "crawl.toml"
    file.write_text('[topic]\nname = "water"\nkeywords = ["flood"]\n')
    output("topic", "build", file, "--language", "en", "--out", tmp_path / "t")
    assert Topic.load(tmp_path / "t").name == "water"


def test_unknown_key_in_toml_is_named(tmp_path: Path) -> None:
    file = tmp_path / "crawl.toml"
    file.write_text('[topic]\nkeyword = ["flood"]\n')
    with pytest.raises(LycosaError, match=r"topic\.keyword"):
        run("topic", "build", file)


def test_build_of_nothing_is_an_error() -> None:
    with pytest.raises(LycosaError, match="no terms"):
        run("topic", "build", "the")


def test_show_lists_keywords_as_people_write_them(topic: Path) -> None:
    facts = data("topic", "show", topic)
    assert facts["name"] == "floods"
    assert facts["keywords"][0]["weight"] == 1.0
    assert {"levees", "dykes"} <= {row["term"] for row in facts["keywords"]}
    assert facts["threshold"]["reason"].endswith("of 3 examples")


def test_show_is_readable(topic: Path) -> None:
    assert "levees" in output("topic", "show", topic, "--judge", "page-score")


def test_show_draws_the_lattice_and_writes_the_ontology(topic: Path, tmp_path: Path) -> None:
    output("topic", "show", topic, "--lattice", tmp_path / "l.svg", "--ontology", tmp_path / "o.ttl")
    assert (tmp_path / "l.svg").read_text().startswith("<svg")
    assert "owl:Class" in (tmp_path / "o.ttl").read_text()


def test_test_explains_each_verdict_term_by_term(topic: Path, pages: Path) -> None:
    (verdict,) = data("topic", "test", topic, pages / "a.txt", "--terms", "50", "--threshold", "0.3")
    assert verdict["relevant"] is True
    assert verdict["score"] == pytest.approx(sum(row["amount"] for row in verdict["terms"]))
    assert "levees" in {row["word"] for row in verdict["terms"]}


@pytest.mark.parametrize("judge", ["page-score", "genre-aware", "bcw", "ontology-vsm"])
def test_test_works_with_other_judges(topic: Path, pages: Path, judge: str) -> None:
    assert "threshold" in output("topic", "test", topic, pages / "a.txt", "--judge", judge)


def test_test_takes_a_threshold(topic: Path, pages: Path) -> None:
    (verdict,) = data("topic", "test", topic, pages / "a.txt", "--threshold", "1")
    assert verdict["reason"] == "threshold 1.000: given"


def test_pages_come_from_a_frozen_web(topic: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LYCOSA_CACHE", str(tmp_path / "cache"))
    web = tmp_path / "web"
    web.mkdir()
    page = {"url": "http://a.example/", "html": "<p>levees and dykes", "labels": [], "lang": "en"}
    (web / "pages.jsonl").write_text(json.dumps(page) + "\n")
    (verdict,) = data("topic", "test", topic, "http://a.example/", "--web", web)
    assert verdict["score"] > 0
    with pytest.raises(LycosaError, match=r"http://b\.example/ is not in the web"):
        run("topic", "test", topic, "http://b.example/", "--web", web)


def test_ontology_is_built_drawn_and_compared(pages: Path, tmp_path: Path) -> None:
    file = tmp_path / "o.ttl"
    assert "concepts of 3 pages" in output("ontology", "build", pages, "--topic", "water", "--out", file)
    output("ontology", "draw", file)
    assert file.with_suffix(".svg").read_text().startswith("<svg")
    rows = data("ontology", "similarity", file, "water")
    assert all(0 <= row["sem"] <= 1 for row in rows)
    assert data("ontology", "similarity", file, "water", "water")[0]["sem"] == 1.0


def test_unknown_concept_is_named(pages: Path, tmp_path: Path) -> None:
    output("ontology", "build", pages, "--out", tmp_path / "o.ttl")
    with pytest.raises(LycosaError, match="no concept 'fire'"):
        run("ontology", "similarity", tmp_path / "o.ttl", "fire")


def test_threshold_from_a_file_of_similarities(tmp_path: Path) -> None:
    file = tmp_path / "s.txt"
    file.write_text("0.1\n0.2\n\n0.8\n0.9\n")
    found = {row["method"]: row["threshold"] for row in data("threshold", file)}
    assert found["mean"] == pytest.approx(0.5)
    assert found["kmeans"] == pytest.approx(0.85)
    assert "silhouette" in output("threshold", file, "--subset", "random")


def test_what_a_page_says_gives_the_terminal_no_orders(topic: Path, tmp_path: Path) -> None:
    page = tmp_path / "evil.html"
    page.write_text("<title>flood [/b] \x1b[31m</title><p>The flood breaks levees.")
    told = output("topic", "test", topic, page, "--judge", "contrast")
    assert "[/b]" in told
    assert "\x1b" not in told


def test_threshold_with_weights(tmp_path: Path) -> None:
    file = tmp_path / "s.txt"
    file.write_text("0.2 3\n0.6 1\n")
    (row,) = data("threshold", file, "--method", "weighted_mean")
    assert row["threshold"] == pytest.approx((3 * 0.2 + 0.6) / 4)


@pytest.mark.parametrize(
    ("text", "said"), [("0.1\nhigh\n", "line 2: 'high'"), ("0.1 1\n0.2\n", "1 of 2 lines")]
)
def test_broken_similarities_are_named(tmp_path: Path, text: str, said: str) -> None:
    file = tmp_path / "s.txt"
    file.write_text(text)
    with pytest.raises(LycosaError, match=said):
        run("threshold", file)


def test_threshold_from_a_topic_and_pages(topic: Path, pages: Path) -> None:
    (row,) = data("threshold", pages, "--topic", topic, "--method", "mean")
    assert 0 < row["threshold"] <= 1
    assert row["used"] == 3


def test_threshold_needs_something_to_go_by() -> None:
    with pytest.raises(LycosaError, match="one FILE of similarities, or --topic"):
        run("threshold")


def test_letters_that_the_terminal_lacks_are_replaced(tmp_path: Path) -> None:
    output("topic", "build", "暴雨洪水", "--out", tmp_path / "topic")
    shown = subprocess.run(
        [sys.executable, "-m", "lycosa", "topic", "show", tmp_path / "topic"],
        env={**os.environ, "PYTHONIOENCODING": "ascii"},
        capture_output=True,
        check=True,
    )
    assert b"????" in shown.stdout
