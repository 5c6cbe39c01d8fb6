from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest
from click.testing import CliRunner

from lycosa.cli.seeds import seeds
from lycosa.errors import LycosaError
from lycosa.lab.web.base import WebPage
from lycosa.lab.web.jsonl import write_web

PAGES = [
    WebPage(f"http://{host}.example/{n}", b"<html lang=en><title>owl</title><p>The owl hunts " + b"owl " * n)
    for n, host in enumerate(("a", "a", "b", "c"))
]


@pytest.fixture(autouse=True)
def web(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("LYCOSA_CACHE", str(tmp_path / "cache"))
    write_web(tmp_path / "web", PAGES)
    (tmp_path / "saved.txt").write_text("http://c.example/3\nhttp://d.example/\n")
    return tmp_path / "web"


def run(*args: str) -> str:
    result = CliRunner().invoke(seeds, args, catch_exceptions=False)
    assert result.exit_code == 0, result.output
    return result.output


def test_seeds_of_several_engines_are_ranked_by_agreement(web: Path) -> None:
    told = json.loads(
        run("--content", "owl", "--engine", f"web={web}", f"file={web.parent / 'saved.txt'}", "--json")
    )
    assert told["query"] == "owl"
    first, *others = told["seeds"]
    assert (first["url"], first["priority"], len(first["engines"])) == ("http://c.example/3", 2, 2)
    assert {seed["priority"] for seed in others} == {3}
    assert len(others) == 4


def test_urls_alone_are_one_per_line_and_no_more_than_wanted(web: Path) -> None:
    lines = run("--content", "owl", "--engine", f"web={web}", "--urls", "--count", "2").splitlines()
    assert len(lines) == 2 and all(line.startswith("http://") for line in lines)


def test_spread_puts_different_hosts_first(web: Path) -> None:
    lines = run("--content", "owl", "--engine", f"web={web}", "--urls", "--spread").splitlines()
    assert {line[7] for line in lines[:3]} == {"a", "b", "c"}


def test_the_table_shows_query_priority_and_url(web: Path) -> None:
    told = run("--genre", "bird", "--content", "owl", "--engine", f"web={web}", "--heuristic", "unionOR")
    assert "query: bird OR owl" in told
    assert "http://c.example/3" in told


@pytest.mark.parametrize("spec", ["bing=http://a.example/", "searxng", "web="])
def test_an_unknown_engine_says_which_there_are(spec: str) -> None:
    with pytest.raises(LycosaError, match=f"--engine {spec}: expected searxng=URL, opensearch=URL"):
        run("--content", "owl", "--engine", spec)


def test_no_seeds_is_one_clear_line_and_exit_code_two(web: Path) -> None:
    program = [sys.executable, "-c", "from lycosa.cli import main; main()"]
    asked = ["seeds", "--content", "zebra", "--engine", f"web={web}"]
    done = subprocess.run([*program, *asked], capture_output=True, text=True, check=False)
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr == "lycosa: no seeds: nothing found for zebra by web\n"


def test_a_language_that_is_none_is_refused(web: Path) -> None:
    with pytest.raises(LycosaError, match="--language 'owlish' is not a two-letter code"):
        run("--content", "owl", "--engine", f"web={web}", "--language", "owlish")
