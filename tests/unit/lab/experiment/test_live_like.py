"""Crawls of a frozen web as if live, in virtual time."""

from __future__ import annotations

import asyncio
import json
from dataclasses import replace
from pathlib import Path
from time import perf_counter

import pytest

from lycosa.errors import LycosaError
from lycosa.lab.experiment.cells import Cells, cell_key
from lycosa.lab.experiment.live_like import LiveLike
from lycosa.lab.experiment.matrix import read_experiment, trials_of
from lycosa.lab.experiment.plan import Plan
from lycosa.lab.experiment.prepared_web import PreparedWeb, prepare_web
from lycosa.lab.experiment.results import results_of
from lycosa.lab.experiment.runner import run_trials
from lycosa.lab.experiment.trial import TrialOutcome, run_cell
from lycosa.lab.experiment.virtual_time import run_in_virtual_time
from lycosa.report.figure.export import write_figures

WEB = "synth:pages=1500,hosts=20"
PLAN = Plan("rainstorm", ("best-first",), budget=40, concurrency=16, live=LiveLike())


@pytest.fixture(scope="module")
def prepared() -> PreparedWeb:
    return prepare_web(WEB)


def crawl(prepared: PreparedWeb, **changes: object) -> TrialOutcome:
    """Run the plan with other live settings."""
    assert PLAN.live is not None
    plan = replace(PLAN, live=replace(PLAN.live, **changes))  # type: ignore[arg-type]
    return run_cell(prepared, plan, "best-first", 0)


def found(outcome: TrialOutcome) -> int:
    return sum(sighting.on_topic for sighting in outcome.sightings)


def test_virtual_hours_take_no_time() -> None:
    async def sleep() -> float:
        await asyncio.gather(asyncio.sleep(3600), asyncio.sleep(7200))
        return asyncio.get_running_loop().time()

    began = perf_counter()
    assert run_in_virtual_time(sleep()) == pytest.approx(7200)
    assert perf_counter() - began < 5


def test_timeouts_end_at_their_virtual_time() -> None:
    async def wait() -> float:
        with pytest.raises(TimeoutError):
            async with asyncio.timeout(90):
                await asyncio.Event().wait()
        return asyncio.get_running_loop().time()

    assert run_in_virtual_time(wait()) == pytest.approx(90)


def test_what_happens_outside_is_waited_for() -> None:
    async def ask() -> int:
        return await asyncio.to_thread(lambda: 7)

    assert run_in_virtual_time(ask()) == 7


def test_the_same_plan_gives_the_same_crawl_to_the_second(prepared: PreparedWeb) -> None:
    first, second = crawl(prepared, jitter_s=0.5), crawl(prepared, jitter_s=0.5)
    assert first.sightings == second.sightings
    assert first.crawl_s == second.crawl_s


def test_patience_takes_longer_and_finds_more(prepared: PreparedWeb) -> None:
    busy, patient = crawl(prepared, patience=0.0), crawl(prepared, patience=0.8)
    assert found(patient) > 1.5 * found(busy)
    assert (patient.crawl_s or 0.0) > 2 * (busy.crawl_s or 0.0)


def test_one_request_at_a_time_without_rest_goes_the_way_of_replay(prepared: PreparedWeb) -> None:
    alone = replace(PLAN, concurrency=1, live=LiveLike(host_rest_s=0.0))
    replay = replace(PLAN, concurrency=1, live=None)
    live, replayed = (run_cell(prepared, plan, "best-first", 0) for plan in (alone, replay))
    assert [one.url for one in live.sightings] == [one.url for one in replayed.sightings]
    assert live.crawl_s == pytest.approx(live.visits * 0.2)
    assert replayed.crawl_s is None


def test_hosts_rest_between_requests(prepared: PreparedWeb) -> None:
    slow, quick = crawl(prepared, host_rest_s=5.0), crawl(prepared, host_rest_s=1.0)
    assert (slow.crawl_s or 0.0) > 3 * (quick.crawl_s or 0.0)


def test_an_address_that_all_hosts_share_is_asked_once_in_its_rest(prepared: PreparedWeb) -> None:
    shared = crawl(prepared, patience=0.0, address_rest_s=0.5, hosts_per_address=20)
    apart = crawl(prepared, patience=0.0, address_rest_s=0.5)
    assert (shared.crawl_s or 0.0) >= 0.5 * (shared.visits - 1)
    assert (apart.crawl_s or 0.0) < 0.7 * (shared.crawl_s or 0.0)


def test_results_tell_the_seconds_of_every_checkpoint(prepared: PreparedWeb) -> None:
    outcome = crawl(prepared)
    (result,) = results_of(PLAN, prepared.web, [outcome], [9])
    seconds = [point["seconds"] for point in result["checkpoints"]]
    assert seconds == sorted(seconds)
    assert seconds[-1] == result["crawl_s"] == outcome.crawl_s
    assert result["curve"]["seconds"][-1] == seconds[-1]
    assert result["protocol"] == "examples, live-like"
    assert result["parameters"]["patience"] == 0.9


def test_results_of_a_replay_know_no_clock(prepared: PreparedWeb) -> None:
    plan = replace(PLAN, live=None, concurrency=1)
    (result,) = results_of(plan, prepared.web, [run_cell(prepared, plan, "best-first", 0)], [9])
    assert "seconds" not in json.dumps(result)
    assert "live" not in json.dumps(result["plan"])
    assert result["protocol"] == "examples"


def test_a_live_crawl_is_kept_with_its_times_and_apart_from_a_replay(
    prepared: PreparedWeb, tmp_path: Path
) -> None:
    outcome, cells = crawl(prepared), Cells(tmp_path)
    key = cell_key(prepared, PLAN, "best-first", 0)
    cells.save(key, outcome, prepared.graph)
    assert cells.load(key, prepared.graph) == outcome
    assert key != cell_key(prepared, replace(PLAN, live=None), "best-first", 0)
    assert key != cell_key(prepared, replace(PLAN, live=LiveLike(patience=0.5)), "best-first", 0)


def test_an_experiment_compares_patiences_and_draws_harvest_against_time(tmp_path: Path) -> None:
    file = tmp_path / "live.toml"
    file.write_text(
        f'strategies = ["best-first"]\nrepeats = 1\nbudgets = {{ pages = [30] }}\n[live]\nconcurrency = 8\n'
        f'patience = [0, 0.8]\n[[webs]]\nweb = "{WEB}"\ntuning = ["rainstorm"]\n'
    )
    trials = trials_of(read_experiment(file), tmp_path)
    assert [trial.plan.live and trial.plan.live.patience for trial in trials] == [0.0, 0.8]
    results, failures = run_trials(trials)
    assert not failures
    write_figures(results, tmp_path / "figures")
    drawn = (tmp_path / "figures" / "01-rainstorm-label-harvest-time.csv").read_text()
    assert "best-first (patience=0.0)" in drawn
    assert "best-first (patience=0.8)" in drawn


@pytest.mark.parametrize("line", ["patience = 2", "hosts_per_address = 0", "latency_s = -1", "speed = 1"])
def test_a_live_table_that_makes_no_sense_is_refused(line: str, tmp_path: Path) -> None:
    file = tmp_path / "live.toml"
    file.write_text(
        f'strategies = ["bfs"]\nbudgets = {{ pages = [3] }}\n[live]\n{line}\n'
        f'[[webs]]\nweb = "{WEB}"\ntuning = ["rainstorm"]\n'
    )
    with pytest.raises(LycosaError, match=rf"live.toml: live.*{line.split(maxsplit=1)[0]}"):
        read_experiment(file)
