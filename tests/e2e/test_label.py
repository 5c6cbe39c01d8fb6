"""`lycosa label` from end to end: keys in a terminal, lines from a pipe, a file; what becomes of them."""

from __future__ import annotations

import csv
import json
import os
import pty
import select
import subprocess
from collections.abc import Iterator
from pathlib import Path
from time import monotonic

import pytest
from tests.e2e.commands import LYCOSA, Ran, lycosa, quick, served

from lycosa.lab.web.named import web_from

SENTENCE = "Stars, planets and telescopes"
LABEL = "astronomy"


@pytest.fixture(scope="module")
def port() -> Iterator[int]:
    with served(web_from("synth")) as port:
        yield port


@pytest.fixture
def crawled(port: int, tmp_path: Path) -> Path:
    seed = min(web_from("synth").on_topic(LABEL))
    folder = tmp_path / "crawl"
    options = [*quick(port), "--judge", "contrast", "--pages", 60, "--out", folder]
    ran = lycosa("crawl", SENTENCE, "--seed", seed, *options)
    assert ran.code == 0, ran.err
    return folder


def status(folder: Path) -> dict[str, object]:
    found: dict[str, object] = json.loads(lycosa("status", folder, "--json").out)
    return found


def piped(lines: str, *arguments: object) -> Ran:
    ran = subprocess.run(
        [*LYCOSA, *map(str, arguments)], input=lines, capture_output=True, text=True, check=False, timeout=120
    )
    return Ran(ran.returncode, ran.stdout, ran.stderr)


def in_terminal(keys: str, *arguments: object) -> tuple[int, str]:
    """Type keys into a command that runs in a terminal, one when each question stands."""
    ours, theirs = pty.openpty()
    running = subprocess.Popen([*LYCOSA, *map(str, arguments)], stdin=theirs, stdout=theirs, stderr=theirs)
    os.close(theirs)
    shown, until = "", monotonic() + 60
    while monotonic() < until:
        if select.select([ours], [], [], 0.5)[0]:
            try:
                shown += os.read(ours, 4096).decode(errors="replace")
            except OSError:  # the other end is closed
                break
        elif shown.rpartition("\n")[2].startswith("? "):
            # A key typed before the terminal gave up lines is lost, so it may have to be typed again.
            os.write(ours, keys[shown.count("\n? ") - 1].encode())
    os.close(ours)
    return running.wait(10), shown


@pytest.mark.slow
def test_pages_are_labelled_key_by_key_in_a_terminal(crawled: Path) -> None:
    code, shown = in_terminal("ynsmq", "label", crawled)
    assert code == 0, shown
    assert "y relevant, n not, m more like this, x never this site" in shown
    assert "chosen as uncertain" in shown
    assert "chosen as random" in shown
    assert "  for: " in shown
    assert "judged again: " in shown
    quality = status(crawled)["quality"]
    assert isinstance(quality, list)
    assert quality[0] == 3


@pytest.mark.slow
def test_answers_come_through_a_pipe_and_out_in_exports(crawled: Path, tmp_path: Path) -> None:
    ran = piped("y\nno\nwhat\nn\n", "label", crawled, "--count", 10)
    assert (ran.code, ran.err) == (0, "")
    assert "3 answers" in ran.out
    assert status(crawled)["events"][-1]["kind"] == "start"
    assert "resume" not in [event["kind"] for event in status(crawled)["events"]]
    lycosa("export", crawled, "--all", "--out", tmp_path / "pages.csv")
    with (tmp_path / "pages.csv").open() as stream:
        labels = [row["label"] for row in csv.DictReader(stream) if row["label"]]
    assert sorted(labels) == ["no", "no", "yes"]


@pytest.mark.slow
def test_a_file_of_answers_is_taken_in_and_the_crawl_goes_on(crawled: Path, tmp_path: Path) -> None:
    lycosa("export", crawled, "--all", "--out", tmp_path / "pages.csv")
    on_topic = web_from("synth").on_topic(LABEL)
    with (tmp_path / "pages.csv").open() as stream:
        urls = [row["url"] for row in csv.DictReader(stream)][:20]
    lines = [f"{url},{'yes' if url in on_topic else 'no'}" for url in urls]
    answers = tmp_path / "answers.csv"
    answers.write_text("\n".join(["url,label", *lines, "http://nowhere.test/,yes"]))
    ran = lycosa("label", crawled, "--file", answers)
    assert ran.code == 0, ran.err
    assert "1 of 21 URLs were not read by the crawl, such as http://nowhere.test/" in ran.out
    resumed = lycosa("resume", crawled, "--pages", 90)
    assert resumed.code == 0, resumed.err
    lycosa("export", crawled, "--all", "--out", tmp_path / "later.csv")
    with (tmp_path / "later.csv").open() as stream:
        verdicts = {row["url"]: row["relevant"] == "True" for row in csv.DictReader(stream)}
    assert len(verdicts) == 90
    assert all(verdicts[url] == (url in on_topic) for url in urls)


@pytest.mark.slow
def test_a_label_that_is_none_is_refused_in_one_line(crawled: Path, tmp_path: Path) -> None:
    (tmp_path / "answers.csv").write_text("http://a.test/,perhaps\n")
    ran = lycosa("label", crawled, "--file", tmp_path / "answers.csv")
    assert ran.code == 2
    assert "'perhaps' is not yes, no, more or never" in ran.err
