"""The example package, installed as any third-party package is found: by its entry points."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest
from tests.e2e.commands import quick, served

from lycosa.lab.synth import SynthParams, SynthWeb
from lycosa.page import parse_html

EXAMPLE = Path(__file__).resolve().parents[2] / "examples" / "plugin"


@pytest.fixture
def environment(tmp_path: Path) -> dict[str, str]:
    """Return an environment in which the example counts as installed."""
    project = tomllib.loads((EXAMPLE / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    info = tmp_path / f"lycosa_example-{project['version']}.dist-info"
    info.mkdir()
    (info / "METADATA").write_text(
        f"Metadata-Version: 2.1\nName: lycosa-example\nVersion: {project['version']}\n"
    )
    lines = []
    for group, entries in project["entry-points"].items():
        lines += [f"[{group}]", *(f"{name} = {place}" for name, place in entries.items())]
    (info / "entry_points.txt").write_text("\n".join(lines) + "\n")
    return {**os.environ, "PYTHONPATH": os.pathsep.join([str(tmp_path), str(EXAMPLE)])}


def python(code: str, environment: dict[str, str]) -> str:
    done = subprocess.run(
        [sys.executable, "-c", code], env=environment, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr
    return done.stdout


def lycosa(environment: dict[str, str], *arguments: object) -> subprocess.CompletedProcess[str]:
    code = "from lycosa.cli import main; main()"
    command = [sys.executable, "-c", code, *map(str, arguments)]
    return subprocess.run(command, env=environment, capture_output=True, text=True, check=False)


@pytest.mark.parametrize("name", ["short-url", "title", "url-words"])
def test_the_example_package_passes_lycosa_check(environment: dict[str, str], name: str) -> None:
    ran = lycosa(environment, "check", name)
    assert ran.returncode == 0, ran.stdout + ran.stderr
    assert "lycosa_example." in ran.stdout


def test_a_package_that_does_not_load_fails_lycosa_check(environment: dict[str, str], tmp_path: Path) -> None:
    entries = next(tmp_path.glob("*.dist-info")) / "entry_points.txt"
    entries.write_text("[lycosa.rankers]\nbroken = lycosa_example:Missing\n")
    ran = lycosa(environment, "check", "broken")
    assert ran.returncode == 1
    assert "FAILS  it loads" in ran.stdout


def test_its_judge_works_in_topic_test(environment: dict[str, str], tmp_path: Path) -> None:
    page = tmp_path / "page.html"
    page.write_text("<html lang=en><title>The flood of May</title><body><p>It rained.</body></html>")
    built = lycosa(environment, "topic", "build", "flood", "--out", tmp_path / "topic")
    assert built.returncode == 0, built.stderr
    ran = lycosa(environment, "topic", "test", tmp_path / "topic", page, "--judge", "title", "--json")
    assert ran.returncode == 0, ran.stderr
    assert [verdict["relevant"] for verdict in json.loads(ran.stdout)] == [True]
    told = lycosa(
        environment, "topic", "test", tmp_path / "topic", page, "--judge", "title", "--threshold", "0.4"
    )
    assert (told.returncode, "the judge title has no threshold" in told.stderr) == (2, True)


def test_its_judge_and_ranker_can_be_named_in_a_crawl(environment: dict[str, str], tmp_path: Path) -> None:
    web = SynthWeb(SynthParams(pages=300, hosts=3, tunnels=(), topics=("cooking", "sports")))
    seed = min(web.on_topic("cooking"))
    shown = web.page(seed)
    assert shown is not None
    title = parse_html(shown.html, seed).title
    out = tmp_path / "crawl"
    parts = ["--strategy", "best-first", "--judge", "title", "--ranker", "url-words"]
    with served(web) as port:
        command = ["crawl", title, "--seed", seed, *quick(port), "--pages", 12, "--out", out, *parts]
        ran = lycosa(environment, *command)
    assert ran.returncode == 0, ran.stderr
    reason = json.loads(lycosa(environment, "why", seed, out, "--json").stdout)
    assert "terms in the title" in reason["visits"][0]["reason"]
    assert "url" in reason["parts"]  # the one part of the worth that url-words gives


def test_the_example_judge_judges_on_the_command_line(environment: dict[str, str], tmp_path: Path) -> None:
    (tmp_path / "page.html").write_text("<title>Floods</title><p>Floods and rain.")
    for arguments in (
        ["topic", "build", "floods", "--out", str(tmp_path / "topic")],
        ["topic", "test", str(tmp_path / "topic"), str(tmp_path / "page.html"), "--judge", "title"],
    ):
        out = python(
            f"import sys; sys.argv[1:] = {arguments!r}; from lycosa.cli import main; main()", environment
        )
    assert out.startswith("relevant")


def test_the_example_strategy_runs_in_the_lab_by_name(environment: dict[str, str], tmp_path: Path) -> None:
    out = tmp_path / "out"
    command = [
        "lab",
        "run",
        "--web",
        "synth:pages=800,tunnels=",
        "--topic",
        "cooking",
        "--strategy",
        "short-url",
    ]
    code = f"""
import sys
from lycosa.cli import main
sys.argv = ["lycosa", *{command!r}, "--budget", "30", "--out", {str(out)!r}]
main()
"""
    python(code, environment)
    assert "short-url" in (out / "results.json").read_text(encoding="utf-8")


def test_a_built_in_name_cannot_be_taken_over(environment: dict[str, str], tmp_path: Path) -> None:
    entries = next(tmp_path.glob("*.dist-info")) / "entry_points.txt"
    entries.write_text("[lycosa.strategies]\nbfs = lycosa_example:ShortUrl\n")
    code = "from lycosa.registry import strategies; print(strategies.get('bfs').__name__)"
    assert python(code, environment).strip() == "BreadthFirst"


def test_a_package_that_does_not_load_is_named_and_stops_no_other(
    environment: dict[str, str], tmp_path: Path
) -> None:
    entries = next(tmp_path.glob("*.dist-info")) / "entry_points.txt"
    entries.write_text("[lycosa.strategies]\nbroken = lycosa_example:Missing\n")
    code = """
from lycosa.errors import LycosaError
from lycosa.registry import strategies
strategies.get("bfs")
try:
    strategies.get("broken")
except LycosaError as error:
    print(error)
"""
    assert "'broken' does not load: lycosa_example:Missing" in python(code, environment)
