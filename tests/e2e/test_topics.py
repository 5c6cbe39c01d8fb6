"""A topic told in one sentence, or by five pages, is enough for a whole crawl."""

from __future__ import annotations

import json
import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest
from click.testing import CliRunner
from tests.e2e.commands import lycosa as lycosa_process
from tests.e2e.commands import quick, served

from lycosa.cli.root import lycosa
from lycosa.lab.web.named import web_from
from lycosa.store.export.export import export

SENTENCE = "rainstorm disasters: heavy rain, flash floods, landslides and the damage they do"
PAGES = 60


def share_on_topic(tmp_path: Path, *words: str) -> float:
    """Return the share of pages on topic that a focused crawl of the synthetic web finds."""
    out = tmp_path / "out"
    command = ["lab", "run", "--web", "synth", "--topic", "rainstorm", "--strategy", "best-first"]
    done = CliRunner().invoke(lycosa, [*command, "--budget", "100", "--out", str(out), *words])
    assert done.exit_code == 0, done.output
    (result,) = json.loads((out / "results.json").read_text(encoding="utf-8"))
    return float(result["checkpoints"][-1]["label"]["harvest"])


def test_one_sentence_describes_a_topic_to_the_lab(tmp_path: Path) -> None:
    assert share_on_topic(tmp_path, "--sentence", SENTENCE) > 0.6


def test_five_example_pages_describe_a_topic_to_the_lab(tmp_path: Path) -> None:
    assert share_on_topic(tmp_path, "--examples", "5") > 0.6


@pytest.fixture(scope="module")
def port() -> Iterator[int]:
    with served(web_from("synth")) as port:
        yield port


@pytest.fixture(scope="module")
def on_topic() -> list[str]:
    return sorted(web_from("synth").on_topic("rainstorm"))


@pytest.fixture(scope="module")
def five(on_topic: list[str]) -> list[str]:
    return on_topic[:: len(on_topic) // 5][:5]


@pytest.fixture
def saved(five: list[str], tmp_path: Path) -> Path:
    """Return a folder with the five pages as files."""
    web, folder = web_from("synth"), tmp_path / "examples"
    folder.mkdir()
    for number, url in enumerate(five):
        page = web.page(url)
        assert page is not None
        (folder / f"{number}.html").write_bytes(page.html)
    return folder


def live_harvest(port: int, on_topic: list[str], out: Path, *words: object) -> float:
    """Return the share of pages on topic that `lycosa crawl` fetches, told nothing but `words`."""
    ran = lycosa_process("crawl", *words, *quick(port), "--pages", PAGES, "--out", out)
    assert (ran.code, ran.err) == (0, "")
    export(out, out / "pages.jsonl", "jsonl", everything=True)
    lines = (out / "pages.jsonl").read_text(encoding="utf-8").splitlines()
    assert len(lines) == PAGES
    return sum(json.loads(line)["url"] in set(on_topic) for line in lines) / PAGES


def test_five_urls_are_enough_for_a_live_crawl(
    port: int, on_topic: list[str], five: list[str], tmp_path: Path
) -> None:
    assert live_harvest(port, on_topic, tmp_path / "crawl", "--topic-examples", *five) > 0.6


def test_five_saved_pages_are_enough_for_a_live_crawl(
    port: int, on_topic: list[str], saved: Path, tmp_path: Path
) -> None:
    files = sorted(saved.iterdir())
    assert live_harvest(port, on_topic, tmp_path / "crawl", "--topic-examples", *files) > 0.6


def test_folder_of_five_pages_and_a_seed_are_enough_for_a_live_crawl(
    port: int, on_topic: list[str], saved: Path, tmp_path: Path
) -> None:
    told = ("--topic-examples", saved, "--seed", on_topic[1])
    assert live_harvest(port, on_topic, tmp_path / "crawl", *told) > 0.6


def test_one_sentence_and_a_seed_are_enough_for_a_live_crawl(
    port: int, on_topic: list[str], tmp_path: Path
) -> None:
    assert live_harvest(port, on_topic, tmp_path / "crawl", SENTENCE, "--seed", on_topic[1]) > 0.6


def test_crawl_by_examples_is_taken_up_without_them(port: int, saved: Path, tmp_path: Path) -> None:
    out = tmp_path / "crawl"
    lycosa_process("crawl", "--topic-examples", saved, *quick(port), "--pages", 10, "--out", out)
    shutil.rmtree(saved)
    ran = lycosa_process("resume", out, "--pages", 20)
    assert (ran.code, ran.err) == (0, "")
    assert "page budget spent: 20 pages" in ran.out
