"""The commands from end to end: crawl, look into it, take it up again, write it out, and bad input."""

from __future__ import annotations

import csv
import json
import subprocess
import sys
import tomllib
from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path

import duckdb
import pyarrow.parquet as pq
import pytest
from tests.e2e.commands import Ran, lycosa, quick, served

from lycosa.cli import main
from lycosa.lab.web.named import web_from
from lycosa.store import read_state
from lycosa.store.warc._fastwarc import ArchiveIterator, WarcRecordType

Run = Callable[..., Ran]

TOPIC = "rainstorm disasters: floods, heavy rain and storms"
PAGES = 30


@pytest.fixture(scope="module")
def port() -> Iterator[int]:
    with served(web_from("synth")) as port:
        yield port


@pytest.fixture(scope="module")
def seeds() -> list[str]:
    return sorted(web_from("synth").on_topic("rainstorm"))[:3]


@pytest.fixture(scope="module")
def crawled(port: int, seeds: list[str], tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, Ran]:
    folder = tmp_path_factory.mktemp("cli") / "crawl"
    seeds_given = [option for seed in seeds for option in ("--seed", seed)]
    ran = lycosa("crawl", TOPIC, *seeds_given, *quick(port), "--pages", PAGES, "--out", folder)
    return folder, ran


@pytest.fixture
def run(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Run:
    """Return a runner of commands in this process, which is quicker."""

    def runner(*arguments: object) -> Ran:
        monkeypatch.setattr(sys, "argv", ["lycosa", *map(str, arguments)])
        code = 0
        try:
            main()
        except SystemExit as end:
            code = int(end.code or 0)
        out, err = capsys.readouterr()
        return Ran(code, out, err)

    return runner


def test_crawl_leaves_a_whole_folder(crawled: tuple[Path, Ran]) -> None:
    folder, ran = crawled
    assert (ran.code, ran.err) == (0, "")
    assert f"page budget spent: {PAGES} pages" in ran.out
    names = {path.name for path in folder.iterdir()}
    assert {"crawl.toml", "state.sqlite", "warc", "report.html"} <= names


def test_crawl_into_the_folder_of_another_is_refused(crawled: tuple[Path, Ran], run: Run) -> None:
    ran = run("crawl", TOPIC, "--seed", "http://example.org/", "--out", crawled[0])
    assert ran.code == 2
    assert_one_line(ran.err, "resume")


def test_status_counts_what_was_done(crawled: tuple[Path, Ran], run: Run) -> None:
    told = json.loads(run("status", crawled[0], "--json").out)
    assert told["pages"] == PAGES
    assert told["visits"] == told["links"]["done"]
    assert f"{PAGES:,}" in run("status", crawled[0]).out


def test_why_tells_how_a_page_was_found(crawled: tuple[Path, Ran], run: Run) -> None:
    folder, _ = crawled
    pages = tmp_export(folder, "jsonl", everything=True)
    page = next(page for page in pages if page["parent"])
    told = json.loads(run("why", page["url"], folder, "--json").out)
    assert told["state"] == "done"
    assert [step["url"] for step in told["path"]][-2:] == [page["parent"], page["url"]]
    assert set(told["parts"]) == set(told["weights"])
    assert page["url"] in run("why", page["url"], folder).out.replace("\n", "")


def test_why_says_for_how_many_better_links_a_queued_one_is_passed_over(
    crawled: tuple[Path, Ran], run: Run
) -> None:
    folder, _ = crawled
    with closing(read_state(folder)) as state:
        queued = "FROM link_list WHERE state = 0 ORDER BY priority"
        poor, worth = state.execute(f"SELECT url, priority {queued} LIMIT 1").fetchone()
        (best,) = state.execute(f"SELECT url {queued} DESC LIMIT 1").fetchone()
        (count,) = state.execute("SELECT count(*) FROM link_list WHERE state = 0").fetchone()
        (better,) = state.execute(
            "SELECT count(*) FROM link_list WHERE state = 0 AND priority > ?", (worth,)
        ).fetchone()
    told = json.loads(run("why", poor, folder, "--json").out)["standing"]
    assert (told["queued"], told["better"]) == (count, better)
    assert 0 < sum(told["better_on"].values()) <= better
    assert f"passed over for {better:,} better" in run("why", poor, folder).out
    assert "the best of" in run("why", best, folder).out


@pytest.mark.slow
def test_status_names_the_hosts_that_are_waited_for(
    port: int, seeds: list[str], tmp_path: Path, run: Run
) -> None:
    options = [*quick(port), "--delay", 0.5, "--politeness-requests-per-host", 1, "--patience", 1]
    seeded = [option for seed in seeds for option in ("--seed", seed)]
    lycosa("crawl", TOPIC, *seeded, *options, "--pages", 12, "--out", tmp_path / "crawl")
    told = json.loads(run("status", tmp_path / "crawl", "--json").out)["outlook"]
    assert told["slots"] == 4
    assert told["awaited"][0]["better"] >= 1
    out = run("status", tmp_path / "crawl").out
    assert "waits for" in out
    assert told["awaited"][0]["host"] in out


def test_why_of_a_url_never_seen_says_so(crawled: tuple[Path, Ran], run: Run) -> None:
    ran = run("why", "http://never.test/", crawled[0])
    assert ran.code == 2
    assert_one_line(ran.err, "http://never.test/")


def tmp_export(folder: Path, form: str, **options: bool) -> list[dict[str, str]]:
    """Export to JSON lines and read them."""
    from lycosa.store.export.export import export

    file = folder / f"out.{form}"
    export(folder, file, form, **options)
    lines = file.read_text(encoding="utf-8").splitlines()
    file.unlink()
    return [json.loads(line) for line in lines]


@pytest.fixture
def everything(crawled: tuple[Path, Ran]) -> list[dict[str, str]]:
    return tmp_export(crawled[0], "jsonl", everything=True)


def test_jsonl_and_csv_and_parquet_say_the_same(
    crawled: tuple[Path, Ran], everything: list[dict[str, str]], run: Run, tmp_path: Path
) -> None:
    for form in ("jsonl", "csv", "parquet"):
        ran = run("export", crawled[0], "--out", tmp_path / f"pages.{form}", "--all")
        assert ran.out == f"{PAGES} pages in {tmp_path / f'pages.{form}'}\n"
    urls = [page["url"] for page in everything]
    with (tmp_path / "pages.csv").open(newline="") as stream:
        assert [row["url"] for row in csv.DictReader(stream)] == urls
    assert pq.read_table(tmp_path / "pages.parquet")["url"].to_pylist() == urls
    query = f"SELECT url FROM '{tmp_path / 'pages.parquet'}' ORDER BY fetched_at, url"
    assert len(duckdb.sql(query).fetchall()) == len(urls)


def test_relevant_pages_are_exported_with_their_text(
    crawled: tuple[Path, Ran], everything: list[dict[str, str]], run: Run, tmp_path: Path
) -> None:
    run("export", crawled[0], "--out", tmp_path / "pages.jsonl", "--text")
    pages = [json.loads(line) for line in (tmp_path / "pages.jsonl").read_text("utf-8").splitlines()]
    assert [page["url"] for page in pages] == [page["url"] for page in everything if page["relevant"]]
    assert pages
    assert all(len(page["text"]) > 20 for page in pages)


def test_graph_joins_pages_of_the_crawl(crawled: tuple[Path, Ran], run: Run, tmp_path: Path) -> None:
    run("export", crawled[0], "--out", tmp_path / "links.csv", "--format", "graph", "--all")
    with (tmp_path / "links.csv").open(newline="") as stream:
        edges = list(csv.DictReader(stream))
    assert edges
    assert set(edges[0]) == {"source", "target", "anchor"}


def test_exported_warc_holds_the_chosen_pages_and_is_sound(
    crawled: tuple[Path, Ran], everything: list[dict[str, str]], run: Run, tmp_path: Path
) -> None:
    file = tmp_path / "pages.warc.gz"
    run("export", crawled[0], "--out", file, "--all")
    with file.open("rb") as stream:
        kinds = WarcRecordType.response | WarcRecordType.revisit
        urls = [record.headers["WARC-Target-URI"] for record in ArchiveIterator(stream, record_types=kinds)]
    assert urls == [page["url"] for page in everything]
    check = [sys.executable, "-c", "from warcio.cli import main; main()", "check"]
    originals = sorted((crawled[0] / "warc").iterdir())
    checked = subprocess.run([*check, file, *originals], capture_output=True, text=True, check=False)
    assert checked.returncode == 0, checked.stdout


def test_export_without_a_known_format_is_refused(
    crawled: tuple[Path, Ran], run: Run, tmp_path: Path
) -> None:
    ran = run("export", crawled[0], "--out", tmp_path / "pages.xlsx")
    assert ran.code == 2
    assert "pages.xlsx" in ran.err
    assert not list(tmp_path.iterdir())


def test_report_is_one_page_that_needs_nothing_else(
    crawled: tuple[Path, Ran], run: Run, tmp_path: Path
) -> None:
    ran = run("report", crawled[0], "--out", tmp_path / "page.html")
    page = (tmp_path / "page.html").read_text(encoding="utf-8")
    assert ran.code == 0
    assert TOPIC in page
    assert "Content-Security-Policy" in page
    assert "<script" not in page


def test_resume_goes_on_to_a_new_budget(port: int, seeds: list[str], run: Run, tmp_path: Path) -> None:
    folder = tmp_path / "crawl"
    run("crawl", TOPIC, "--seed", seeds[0], *quick(port), "--pages", 5, "--out", folder)
    ran = run("resume", folder, "--pages", 12)
    assert (ran.code, "12 pages" in ran.out) == (0, True)
    assert json.loads(run("status", folder, "--json").out)["pages"] == 12


def test_settings_come_from_a_file_and_flags_win(
    port: int, seeds: list[str], run: Run, tmp_path: Path
) -> None:
    file = tmp_path / "floods.toml"
    file.write_text(
        f'seeds = ["{seeds[0]}"]\nstrategy = "bfs"\n[topic]\nkeywords = ["flood"]\n[budget]\npages = 9\n'
    )
    ran = run("crawl", file, *quick(port), "--pages", 4, "--out", tmp_path / "crawl")
    assert "4 pages" in ran.out
    assert json.loads(run("status", tmp_path / "crawl", "--json").out)["strategy"] == "bfs"


def test_a_crawl_names_its_judge_and_its_tunnel_rule(
    port: int, seeds: list[str], run: Run, tmp_path: Path
) -> None:
    file = tmp_path / "floods.toml"
    file.write_text(
        f'seeds = ["{seeds[0]}"]\n[topic]\nkeywords = ["flood"]\n[strategy]\nname = "best-first"\n'
        '[strategy.judge]\nname = "semantic"\nparameters = { mix = 0.3 }\n'
    )
    flags = ["--judge", "page-score", "--strategy-judge-parameters", "grow_every=0", "--tunnel", "steps"]
    ran = run("crawl", file, *quick(port), "--pages", 4, *flags, "--out", tmp_path / "crawl")
    assert ran.code == 0, ran.err
    kept = tomllib.loads((tmp_path / "crawl" / "crawl.toml").read_text())["strategy"]
    assert kept["judge"] == {"name": "page-score", "parameters": {"grow_every": 0}}
    assert kept["tunnel"]["name"] == "steps"
    why = json.loads(run("why", seeds[0], tmp_path / "crawl", "--json").out)
    assert "page score" in json.dumps(why)


def test_a_part_that_nobody_knows_ends_a_crawl_before_anything_is_written(
    port: int, seeds: list[str], run: Run, tmp_path: Path
) -> None:
    ran = run("crawl", TOPIC, "--seed", seeds[0], *quick(port), "--judge", "vms", "--out", tmp_path / "crawl")
    assert ran.code == 2
    assert_one_line(ran.err, "unknown judge 'vms'", "vsm")
    assert_nothing_written(tmp_path / "crawl")


def test_lab_run_takes_another_judge(run: Run, tmp_path: Path) -> None:
    ran = lab_run(run, tmp_path / "out", judge="page-score")
    assert ran.code == 0, ran.err
    result = json.loads((tmp_path / "out" / "results.json").read_text())[0]
    assert (result["strategy"], result["parameters"]["judge"]) == ("best-first", "page-score")


def test_parts_are_listed(run: Run) -> None:
    rows = json.loads(run("strategies", "--parts", "--json").out)
    names = {(row["kind"], row["name"]) for row in rows}
    assert {("judge", "vsm"), ("ranker", "cpe"), ("selector", "best"), ("tunnel rule", "blocks")} <= names


def test_strategies_are_listed(run: Run) -> None:
    names = {row["name"] for row in json.loads(run("strategies", "--json").out)}
    assert {"bfs", "best-first", "shark-search"} <= names


# The laboratory


def lab_run(run: Run, out: Path, *more: object, web: object = "synth:pages=900", **options: object) -> Ran:
    given = {"topic": "rainstorm", "strategy": "best-first", "budget": 40, "jobs": 1, **options}
    flags = [part for key, value in given.items() for part in (f"--{key}", value)]
    return run("lab", "run", "--web", web, *flags, "--out", out, *more)


def test_lab_run_repeats_exactly(run: Run, tmp_path: Path) -> None:
    results = []
    for name in ("once", "again"):
        ran = lab_run(run, tmp_path / name)
        assert ran.code == 0, ran.err
        results.append(json.loads((tmp_path / name / "results.json").read_text()))
        for result in results[-1]:
            del result["timings"]
    assert results[0] == results[1]
    assert (tmp_path / "once" / "report.html").is_file()


def frozen(folder: Path, *lines: str) -> Path:
    folder.mkdir()
    (folder / "pages.jsonl").write_text("\n".join(lines) + "\n")
    return folder


GOOD = json.dumps({"url": "http://a.test/", "html": "<p>flood", "labels": ["rainstorm"]})


@pytest.mark.parametrize(
    ("line", "culprit"),
    [
        ('{"url": "http://b.test/", "html": ', "line 2"),
        ('{"url": "http://b.test/"}', "html"),
        ('{"html": "<p>x"}', "url"),
        ("[1, 2]", "line 2"),
    ],
    ids=["broken line", "no html", "no url", "no object"],
)
def test_broken_web_is_named_with_its_line(line: str, culprit: str, run: Run, tmp_path: Path) -> None:
    web = frozen(tmp_path / "web", GOOD, line)
    ran = lab_run(run, tmp_path / "out", web=web, seeds=1, examples=1)
    assert ran.code == 2
    assert_one_line(ran.err, str(web / "pages.jsonl"), "line 2", culprit)
    assert_nothing_written(tmp_path / "out")


BAD_LAB = {
    "wrong label": ({"topic": "rainstrom"}, "rainstrom"),
    "unknown strategy": ({"strategy": "best-frist"}, "best-first"),
    "budget of nothing": ({"budget": 0}, "budget"),
    "no such web": ({"web": "no-such-web"}, "no-such-web"),
    "unknown setting of the web": ({"web": "synth:pagse=3"}, "pages"),
    "more seeds than examples": ({"seeds": 20}, "seeds"),
}


@pytest.mark.parametrize(("options", "culprit"), BAD_LAB.values(), ids=BAD_LAB)
def test_bad_input_to_the_lab_is_said_in_one_line(
    options: dict[str, object], culprit: str, run: Run, tmp_path: Path
) -> None:
    ran = lab_run(run, tmp_path / "out", **options)
    assert ran.code == 2
    assert_one_line(ran.err, culprit)
    assert_nothing_written(tmp_path / "out")


def test_unwritable_output_is_found_before_the_work(run: Run, tmp_path: Path) -> None:
    (tmp_path / "file").write_text("in the way")
    ran = lab_run(run, tmp_path / "file")
    assert ran.code == 2
    assert_one_line(ran.err, str(tmp_path / "file"))


# Bad input to a crawl

BAD_CRAWL = {
    "no seeds": (["flood"], "seed"),
    "seed of another scheme": (["flood", "--seed", "ftp://a.test/"], "ftp://a.test/"),
    "no topic": (["--seed", "http://a.test/"], "topic"),
    "unknown strategy": (["flood", "--seed", "http://a.test/", "--strategy", "best-frist"], "best-first"),
    "unknown flag": (["flood", "--seed", "http://a.test/", "--pagse", "3"], "--pagse"),
    "budget of nothing": (["flood", "--seed", "http://a.test/", "--pages", "0"], "pages"),
    "words for a number": (["flood", "--seed", "http://a.test/", "--pages", "many"], "many"),
    "bad address": (["flood", "--seed", "http://a.test/", "--resolve", "a.test"], "a.test"),
    "no such file": (["missing.toml"], "missing.toml"),
    "no such list of seeds": (["flood", "--seeds", "missing.txt"], "missing.txt"),
}


@pytest.mark.parametrize(("arguments", "culprit"), BAD_CRAWL.values(), ids=BAD_CRAWL)
def test_bad_input_to_a_crawl_is_said_in_one_line(
    arguments: list[str], culprit: str, run: Run, tmp_path: Path
) -> None:
    ran = run("crawl", *arguments, "--out", tmp_path / "crawl")
    assert ran.code == 2
    assert culprit in ran.err
    assert "Traceback" not in ran.err
    assert_nothing_written(tmp_path / "crawl")


BAD_TOML = {
    "not TOML": ("topic = [", "not valid TOML"),
    "unknown setting": ("[budget]\npagse = 3", "budget.pages"),
    "wrong type": ('[budget]\npages = "many"', "budget.pages"),
    "no table": ("budget = 3", "budget"),
}


@pytest.mark.parametrize(("text", "culprit"), BAD_TOML.values(), ids=BAD_TOML)
def test_bad_settings_are_named_with_their_file(text: str, culprit: str, run: Run, tmp_path: Path) -> None:
    file = tmp_path / "bad.toml"
    file.write_text(text)
    ran = run("crawl", file, "--out", tmp_path / "crawl")
    assert ran.code == 2
    assert_one_line(ran.err, str(file), culprit)
    assert_nothing_written(tmp_path / "crawl")


@pytest.mark.parametrize("command", ["status", "resume", "report"])
def test_folder_without_a_crawl_is_said_in_one_line(command: str, run: Run, tmp_path: Path) -> None:
    ran = run(command, tmp_path)
    assert ran.code == 2
    assert_one_line(ran.err, str(tmp_path))
    assert_nothing_written(tmp_path)


def assert_one_line(err: str, *culprits: str) -> None:
    (line,) = err.splitlines()
    assert line.startswith("lycosa: ")
    for culprit in culprits:
        assert culprit in line


def assert_nothing_written(folder: Path) -> None:
    assert not folder.exists() or not list(folder.iterdir())
