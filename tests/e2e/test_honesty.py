"""What a crawl says and keeps when things go wrong: exit codes, signals, closed pipes, kept settings."""

from __future__ import annotations

import asyncio
import ctypes
import json
import os
import resource
import shutil
import signal
import sqlite3
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path

import pytest
from tests.e2e.commands import LYCOSA, TOPIC, Ran, assert_nothing_written, assert_one_line, lycosa, quick

import lycosa as library
from lycosa.config import load
from lycosa.lab.web.named import web_from
from lycosa.session import Session


@pytest.fixture(scope="module")
def crawled(port: int, seeds: list[str], tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("honesty") / "crawl"
    ran = lycosa("crawl", TOPIC, "--seed", seeds[0], *quick(port), "--pages", 25, "--out", folder)
    assert ran.code == 0, ran.err
    return folder


@pytest.fixture
def copied(crawled: Path, tmp_path: Path) -> Path:
    return Path(shutil.copytree(crawled, tmp_path / "crawl"))


# Exit codes


def test_unreachable_seeds_have_a_code_of_their_own(tmp_path: Path) -> None:
    retries = ("--retries-limit", 0, "--retries-delay-s", 0.1, "--retries-linger-s", 1)
    options = ("--allow-private", "--delay", 0, *retries, "--out", tmp_path / "crawl")
    ran = lycosa("crawl", TOPIC, "--seed", "http://127.0.0.1:8999/", *options)
    assert ran.code == 4
    assert_one_line(ran.err, "no page could be read", "connect-failed", "lycosa why http://127.0.0.1:8999/")


def test_a_crawl_that_finds_nothing_says_so(port: int, seeds: list[str], tmp_path: Path) -> None:
    ran = lycosa(
        *("crawl", "zeppelin quaternion marmalade", "--seed", seeds[0], *quick(port)),
        *("--pages", 5, "--out", tmp_path / "crawl"),
    )
    assert ran.code == 5
    assert_one_line(ran.err, "none of 5 pages is relevant")


def test_what_is_left_unreached_has_a_code_of_its_own(port: int, seeds: list[str], tmp_path: Path) -> None:
    dead = ("--resolve", "dead.test:127.0.0.1:9", "--seed", "http://dead.test/", "--scope-max-depth", 0)
    retries = ("--retries-linger-s", 1, "--retries-delay-s", 0.1, "--out", tmp_path / "crawl")
    ran = lycosa("crawl", TOPIC, "--seed", seeds[0], *dead, *quick(port), *retries)
    assert ran.code == 6, ran.out + ran.err
    assert "nothing that is left can be reached: 1 pages, 1 relevant" in ran.out
    assert_one_line(ran.err, "could not be reached", "lycosa resume")


def test_a_full_disk_has_a_code_of_its_own_and_can_be_resumed(
    port: int, seeds: list[str], tmp_path: Path
) -> None:
    folder = tmp_path / "crawl"
    command = ["crawl", TOPIC, "--seed", seeds[0], *quick(port), "--pages", 60, "--out", folder]
    ran = subprocess.run(
        [*LYCOSA, *map(str, command)],
        capture_output=True,
        text=True,
        check=False,
        preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_FSIZE, (200_000, 200_000)),
    )
    assert (ran.returncode, "Traceback" in ran.stderr) == (3, False)
    assert "lycosa resume" in ran.stderr
    assert lycosa("resume", folder).code == 0


# What is kept


def test_a_budget_given_at_resume_is_kept(copied: Path) -> None:
    assert lycosa("resume", copied, "--pages", 27, "--delay", "0.01").code == 0
    kept = load(copied / "crawl.toml")
    assert (kept.budget.pages, kept.politeness.delay_s) == (27, 0.01)


def test_settings_changed_at_resume_in_python_are_kept(copied: Path, port: int, seeds: list[str]) -> None:
    fast = {
        "politeness__delay_s": 0.0,
        "politeness__address_delay_s": 0.0,
        "politeness__contact": "me@here.test",
    }
    more = {"network__resolve": [f"*:127.0.0.1:{port}"], **fast}
    assert len(list(library.crawl_sync(TOPIC, seeds[:1], pages=28, out=copied, **more))) >= 1
    assert load(copied / "crawl.toml").politeness.contact == "me@here.test"


@pytest.mark.parametrize("name", ["begin", "write_config"])
def test_a_crawl_killed_while_it_begins_can_be_taken_up(
    name: str, port: int, seeds: list[str], tmp_path: Path
) -> None:
    folder = tmp_path / "crawl"
    code = (
        "import os, sys\nfrom lycosa.store.store import Store\n"
        f"real = Store.{name}\n"
        f"def dying(*args, **kwargs):\n    real(*args, **kwargs)\n    os._exit(9)\nStore.{name} = dying\n"
        "from lycosa.cli import main\nmain()"
    )
    command = ["crawl", TOPIC, "--seed", seeds[0], *quick(port), "--pages", 5, "--out", folder]
    died = subprocess.run([sys.executable, "-c", code, *map(str, command)], check=False)
    assert died.returncode == 9
    ran = lycosa("resume", folder)
    assert (ran.code, "5 pages" in ran.out) == (0, True)


def test_a_crawl_killed_before_it_began_can_be_begun_again(
    port: int, seeds: list[str], tmp_path: Path
) -> None:
    from lycosa.store.store import Store

    folder = tmp_path / "crawl"
    Store(folder).close()
    ran = lycosa("crawl", TOPIC, "--seed", seeds[0], *quick(port), "--pages", 5, "--out", folder)
    assert (ran.code, "5 pages" in ran.out) == (0, True)


@pytest.mark.parametrize(
    "parameters",
    [["decay=abc"], ["nonsense=1"], ["decay=nan"], ["decay=[1]"]],
    ids=lambda parameters: parameters[0],
)
def test_a_bad_parameter_leaves_no_folder_behind(
    parameters: list[str], seeds: list[str], tmp_path: Path
) -> None:
    ran = lycosa(
        *("crawl", TOPIC, "--seed", seeds[0], "--strategy", "shark-search"),
        *("--parameters", *parameters, "--out", tmp_path / "crawl"),
    )
    assert ran.code == 2
    assert_one_line(ran.err, "parameters", parameters[0].partition("=")[0])
    assert_nothing_written(tmp_path / "crawl")


def test_a_clock_that_was_ahead_parks_nobody(copied: Path, port: int) -> None:
    with closing(sqlite3.connect(copied / "state.sqlite", isolation_level=None)) as state:
        number, link = state.execute(
            "SELECT number, link FROM visits ORDER BY number DESC LIMIT 1"
        ).fetchone()
        state.execute(
            "UPDATE visits SET fetched_at = fetched_at + 1e8, retry_in_s = 0.5 WHERE number = ?", (number,)
        )
        state.execute("UPDATE links SET state = 0 WHERE id = ?", (link,))
        state.execute("UPDATE links SET state = 3 WHERE state = 0 AND id <> ?", (link,))
    started = time.monotonic()
    lycosa("resume", copied, "--pages", 26)
    assert time.monotonic() - started < 30


# Signals, pipes, closed folders


@contextmanager
def crawling(
    hang_up: signal.Handlers, port: int, seed: str, folder: Path
) -> Iterator[subprocess.Popen[bytes]]:
    """Run a long crawl that takes a hang-up as its caller does: these tests may be run under nohup."""
    slow = ["--resolve", f"*:127.0.0.1:{port}", "--delay", "0.05", "--pages", "5000", "--out", str(folder)]
    with subprocess.Popen(
        [*LYCOSA, "crawl", TOPIC, "--seed", seed, *slow],
        stdout=subprocess.DEVNULL,
        stderr=subprocess.PIPE,
        preexec_fn=lambda: signal.signal(signal.SIGHUP, hang_up),  # noqa: PLW1509  # no threads here
    ) as process:
        try:
            while not (folder / "crawl.toml").exists() and process.poll() is None:
                time.sleep(0.05)
            time.sleep(0.5)
            yield process
        finally:
            process.kill()


@pytest.mark.parametrize("number", [signal.SIGHUP, signal.SIGTERM], ids=["SIGHUP", "SIGTERM"])
def test_a_signal_ends_a_crawl_cleanly(number: int, port: int, seeds: list[str], tmp_path: Path) -> None:
    folder = tmp_path / "crawl"
    with crawling(signal.SIG_DFL, port, seeds[0], folder) as process:
        process.send_signal(number)
        _, err = process.communicate(timeout=120)
    assert (process.returncode, b"Traceback" in err) == (0, False)
    assert "interrupted" in lycosa("status", folder).out


def test_a_crawl_under_nohup_outlives_its_terminal(port: int, seeds: list[str], tmp_path: Path) -> None:
    with crawling(signal.SIG_IGN, port, seeds[0], tmp_path / "crawl") as process:
        process.send_signal(signal.SIGHUP)
        time.sleep(1)
        assert process.poll() is None


@pytest.mark.parametrize("command", [["status"], ["status", "--json"], ["strategies"], ["--help"]])
def test_a_reader_that_has_seen_enough_is_no_error(command: list[str], crawled: Path) -> None:
    arguments = [*command, *([str(crawled)] if command[0] == "status" else [])]
    read, write = os.pipe()
    os.close(read)
    ran = subprocess.run([*LYCOSA, *arguments], stdout=write, stderr=subprocess.PIPE, text=True, check=False)
    os.close(write)
    assert (ran.stderr, ran.returncode in (0, 1)) == ("", True)


def _bound_by_permissions() -> None:
    """Give up what lets root write anywhere, before another program is run."""
    ctypes.CDLL(None).prctl(24, 1, 0, 0, 0)  # PR_CAPBSET_DROP, CAP_DAC_OVERRIDE


def ordinary(*arguments: object) -> Ran:
    """Run `lycosa` as somebody who may only write where permissions allow it."""
    ran = subprocess.run(
        [*LYCOSA, *map(str, arguments)],
        capture_output=True,
        text=True,
        check=False,
        preexec_fn=_bound_by_permissions,
    )
    return Ran(ran.returncode, ran.stdout, ran.stderr)


@pytest.fixture
def closed_folder(copied: Path) -> Iterator[Path]:
    inside = [copied, *copied.rglob("*")]
    for path in inside:
        path.chmod(0o555 if path.is_dir() else 0o444)
    yield copied
    for path in inside:
        if path.exists():
            path.chmod(0o755)


def test_a_folder_closed_to_us_can_be_read(closed_folder: Path, tmp_path: Path) -> None:
    status = ordinary("status", closed_folder, "--json")
    assert json.loads(status.out)["pages"] == 25, status.err
    assert ordinary("export", closed_folder, "--out", tmp_path / "pages.jsonl", "--text").code == 0


@pytest.mark.parametrize("command", ["resume", "report", "repair", "crawl"])
def test_a_folder_closed_to_us_is_said_in_one_line(
    command: str, closed_folder: Path, seeds: list[str]
) -> None:
    given = ["crawl", TOPIC, "--seed", seeds[0], "--out", closed_folder / "new"]
    ran = ordinary(*(given if command == "crawl" else [command, closed_folder]))
    assert ran.code == 2
    assert_one_line(ran.err, str(closed_folder))


# A newcomer


def test_one_example_and_a_sentence_find_what_the_sentence_finds(
    port: int, seeds: list[str], tmp_path: Path
) -> None:
    web = web_from("synth")
    page = web.page(sorted(web.on_topic("rainstorm"))[5])
    assert page is not None
    (tmp_path / "example.html").write_bytes(page.html)
    ran = lycosa(
        *("crawl", TOPIC, "--topic-examples", tmp_path / "example.html", "--seed", seeds[0]),
        *(*quick(port), "--pages", 40, "--out", tmp_path / "crawl"),
    )
    assert ran.code == 0, ran.err
    assert json.loads(lycosa("status", tmp_path / "crawl", "--json").out)["relevant"] >= 10


ONTOLOGY = """@prefix rdfs: <http://www.w3.org/2000/01/rdf-schema#> .
@prefix owl: <http://www.w3.org/2002/07/owl#> .
@prefix : <http://x.test/> .
:Disaster a owl:Class ; rdfs:label "disaster"@en .
:Flood a owl:Class ; rdfs:label "flood"@en ; rdfs:subClassOf :Disaster .
:Storm a owl:Class ; rdfs:label "storm"@en ; rdfs:subClassOf :Disaster .
:Person a owl:Class ; rdfs:label "person"@en .
"""


def test_an_ontology_alone_is_a_topic(port: int, seeds: list[str], tmp_path: Path) -> None:
    (tmp_path / "o.ttl").write_text(ONTOLOGY)
    ran = lycosa(
        *("crawl", "--topic-ontology", tmp_path / "o.ttl", "--seed", seeds[0], *quick(port)),
        *("--pages", 20, "--out", tmp_path / "crawl"),
    )
    assert ran.code == 0, ran.err


def test_crawl_sync_works_inside_a_running_loop(port: int, seeds: list[str]) -> None:
    fast = {"politeness__delay_s": 0.0, "politeness__address_delay_s": 0.0}

    async def notebook() -> list[str]:
        settings = {"network__resolve": [f"*:127.0.0.1:{port}"], **fast}
        return [visit.url for visit in library.crawl_sync(TOPIC, seeds[:1], pages=4, **settings)]

    assert len(asyncio.run(notebook())) == 4


def test_why_of_a_copy_names_its_original(copied: Path) -> None:
    with closing(sqlite3.connect(copied / "state.sqlite", isolation_level=None)) as state:
        state.execute("UPDATE visits SET same_as = 0, error = 'duplicate' WHERE number = 3")
        (copy,) = state.execute("SELECT url FROM visits JOIN links ON id = link WHERE number = 3").fetchone()
        (original,) = state.execute(
            "SELECT url FROM visits JOIN links ON id = link WHERE number = 0"
        ).fetchone()
    assert f"the same as {original}" in lycosa("why", copy, copied).out.replace("\n", "")


def test_help_is_one_screen_and_help_all_is_all() -> None:
    short = lycosa("crawl", "--help").out
    assert len(short.splitlines()) <= 24
    assert "[default: 1000]" in short
    assert "[default: 64]" in short
    everything = lycosa("crawl", "--help-all").out
    assert "--duplicates-near-bits" in everything
    assert "default: 1000" in " ".join(everything.split())


def test_a_folder_of_0_1_0_is_taken_up(copied: Path) -> None:
    text = (copied / "crawl.toml").read_text()
    old = text.replace("[politeness]", "[manners]").replace("slow_host_factor", "patience")
    old = old.replace("[retries]\nlimit", "[patience]\nretries").replace("links_only = false", "judge = true")
    (copied / "crawl.toml").write_text(old)
    assert Session.of_folder(copied).settings.politeness.slow_host_factor == 2.0
    assert lycosa("resume", copied, "--pages", 26).code == 0
