"""`lycosa lab serve`, `synth` and `snapshot` as their users call them."""

from __future__ import annotations

import asyncio
import json
import signal
import subprocess
import sys
from collections.abc import Callable, Iterator
from itertools import islice
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from lycosa import Topic
from lycosa.cli.crawl import crawl as crawl_command
from lycosa.cli.lab_run import run as lab_run
from lycosa.cli.lab_snapshot import snapshot
from lycosa.cli.lab_synth import synth
from lycosa.engine import Budget, Crawl, Engine
from lycosa.errors import Kind, LycosaError
from lycosa.fetch.dns import Resolver
from lycosa.fetch.http import HttpFetcher
from lycosa.fetch.limits import FetchLimits
from lycosa.fetch.replay import ReplayFetcher
from lycosa.frontier import Frontier
from lycosa.lab.serve.network_faults import Fate, NetworkFaults
from lycosa.lab.web.base import WebPage
from lycosa.lab.web.frozen import open_web
from lycosa.lab.web.jsonl import write_web
from lycosa.lab.web.named import web_from
from lycosa.store import Store
from lycosa.strategy.bfs import BreadthFirst

SMALL = "pages=300,hosts=4,topics=sports+music+law,tunnels=1"


@pytest.fixture(autouse=True)
def cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LYCOSA_CACHE", str(tmp_path / "cache"))


Serve = Callable[..., dict[str, Any]]


@pytest.fixture
def serve() -> Iterator[Serve]:
    """Return a starter of servers, each in a process of its own, ended by an interrupt."""
    started: list[subprocess.Popen[str]] = []

    def start(*args: str) -> dict[str, Any]:
        program = [sys.executable, "-c", "from lycosa.cli import main; main()", "lab", "serve", "--json"]
        started.append(subprocess.Popen([*program, *args], stdout=subprocess.PIPE, text=True))
        assert started[-1].stdout is not None
        told: dict[str, Any] = json.loads(started[-1].stdout.readline())
        return told

    yield start
    for process in started:
        process.send_signal(signal.SIGINT)
        rest, _ = process.communicate(timeout=120)
        assert (process.returncode, rest) == (0, "")


def fetcher(told: dict[str, Any], ca_file: Path | None = None) -> HttpFetcher:
    led = {"*": ("127.0.0.1", told["port"])}
    trusted = str(ca_file) if ca_file else None
    return HttpFetcher(FetchLimits(), Resolver(), "test", resolve_map=led, ca_file=trusted)


async def test_a_web_served_by_the_command_has_the_weather_asked_for(serve: Serve) -> None:
    faults = NetworkFaults(errors=0.2, resets=0.2, seed=3)
    told = serve(f"synth:{SMALL}", "--errors", "0.2", "--resets", "0.2", "--random-seed", "3")
    expected = {Fate.ANSWERED: None, Fate.ERROR: Kind.HTTP_SERVER, Fate.RESET: Kind.RESET}
    live = fetcher(told)
    for url in islice(web_from(f"synth:{SMALL}").urls(), 40):
        assert (await live.fetch(url)).error is expected[faults.fate(url, 1)]
    await live.close()


async def test_https_pages_are_served_with_the_authority_written(serve: Serve, tmp_path: Path) -> None:
    write_web(tmp_path / "web", [WebPage("https://a.example/", b"<p>safe")])
    told = serve(str(tmp_path / "web"), "--ca-file", str(tmp_path / "ca.pem"), "--crawl-delay", "0.5")
    live = fetcher(told, tmp_path / "ca.pem")
    assert (await live.fetch("https://a.example/")).body == b"<p>safe"
    assert (await live.fetch("https://a.example/robots.txt")).body == b"User-agent: *\nCrawl-delay: 0.5\n"
    await live.close()


def test_the_options_it_prints_are_options_of_a_crawl(serve: Serve, tmp_path: Path) -> None:
    told = serve(f"synth:{SMALL}", "--ca-file", str(tmp_path / "ca.pem"))
    known = {name for parameter in crawl_command.params for name in parameter.opts}
    assert told["options"][::2] == ["--resolve", "--network-ca-file"]
    assert known.issuperset(told["options"][::2])


def run(command: Any, *args: str) -> str:
    result = CliRunner().invoke(command, args, catch_exceptions=False)
    assert result.exit_code == 0, result.output
    return result.output


def test_synth_writes_the_web_its_settings_describe(tmp_path: Path) -> None:
    told = run(synth, "--set", *SMALL.split(","), "--out", str(tmp_path / "web"))
    assert told.startswith(f"{tmp_path / 'web'}: 300 pages, ")
    assert list(open_web(tmp_path / "web").urls()) == list(web_from(f"synth:{SMALL}").urls())


def test_synth_describes_what_it_measures(tmp_path: Path) -> None:
    told = json.loads(run(synth, "--set", *SMALL.split(","), "locality=0.9", "--describe", "--json"))
    assert told["settings"]["locality"] == 0.9
    assert abs(told["measured"]["locality"] - 0.9) < 0.1
    table = run(synth, "--set", *SMALL.split(","), "--describe", "--sample", "50")
    assert "locality" in table and "50" in table


@pytest.mark.parametrize(
    ("args", "said"),
    [
        ((), "nothing to do: give --out FOLDER"),
        (("--describe", "--set", "pags=3"), "did you mean pages"),
        (("--describe", "--set", "pages=many"), "pages=many is not a number"),
    ],
)
def test_synth_says_what_is_wrong(args: tuple[str, ...], said: str) -> None:
    with pytest.raises(LycosaError, match=said):
        run(synth, *args)


def test_snapshot_makes_a_web_of_a_crawl(tmp_path: Path) -> None:
    web = web_from(f"synth:{SMALL}")
    strategy = BreadthFirst(Topic.from_keywords(["music"]))
    with Store(tmp_path / "crawl") as store:
        crawl = Crawl(strategy, Frontier(strategy.evidence, urls=store.urls))
        home = next(web.urls())
        store.begin(crawl, [home])
        store.finish(asyncio.run(Engine(crawl, ReplayFetcher(web), Budget(30), listeners=[store]).run()))
    (tmp_path / "labels.tsv").write_text(f"{home}\tportal\nhttp://no.example/\tportal\n")
    told = run(
        snapshot, str(tmp_path / "crawl"), str(tmp_path / "web"), "--labels", str(tmp_path / "labels.tsv")
    )
    assert "pages, 1 with labels" in told
    assert "1 labelled URLs are no pages of the crawl, such as http://no.example/" in told
    assert open_web(tmp_path / "web").on_topic("portal") == {home}


@pytest.mark.parametrize("label", ["[/x]", "[red]x", "\x1b[31mx"])
def test_labels_and_folders_are_shown_as_they_are_and_do_nothing_to_the_terminal(
    tmp_path: Path, label: str
) -> None:
    web, out = tmp_path / "web", tmp_path / "[out]"
    write_web(web, [WebPage("http://a.example/", b"<p>flood", (label,))])
    arguments = ["--web", str(web), "--topic", label, "--strategy", "bfs", "--budget", "1", "--jobs", "1"]
    told = CliRunner().invoke(lab_run, [*arguments, "--out", str(out)], catch_exceptions=False)
    assert f"topic {label}".replace("\x1b", " ") in told.output
    assert str(out / "report.html") in told.output
    assert "\x1b" not in told.output
