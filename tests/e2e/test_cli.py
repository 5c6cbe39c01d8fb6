"""The commands from end to end: crawl, look into it, take it up again, and choose its parts."""

from __future__ import annotations

import json
import tomllib
from contextlib import closing
from pathlib import Path

import pytest
from tests.e2e.commands import (
    PAGES,
    TOPIC,
    Ran,
    Run,
    assert_nothing_written,
    assert_one_line,
    exported,
    lycosa,
    quick,
)

from lycosa.engine.commands import Order
from lycosa.store import read_state
from lycosa.store.tables.commands import give_order, latest_commands


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
    pages = exported(folder, "jsonl", everything=True)
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


def test_resume_goes_on_to_a_new_budget(port: int, seeds: list[str], run: Run, tmp_path: Path) -> None:
    folder = tmp_path / "crawl"
    run("crawl", TOPIC, "--seed", seeds[0], *quick(port), "--pages", 5, "--out", folder)
    ran = run("resume", folder, "--pages", 12)
    assert (ran.code, "12 pages" in ran.out) == (0, True)
    assert json.loads(run("status", folder, "--json").out)["pages"] == 12


def test_orders_to_a_crawl_whose_budget_is_spent_are_carried_out_when_it_is_resumed(
    port: int, seeds: list[str], run: Run, tmp_path: Path
) -> None:
    folder = tmp_path / "crawl"
    run("crawl", TOPIC, "--seed", seeds[0], *quick(port), "--pages", 5, "--out", folder)
    give_order(folder, Order.SEED, seeds[1])
    give_order(folder, Order.BUDGET, "9")
    ran = run("resume", folder)
    assert (ran.code, "9 pages" in ran.out) == (0, True)
    with closing(read_state(folder)) as state:
        assert "not taken" not in [outcome or "not taken" for *_, outcome in latest_commands(state, 9)]


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
