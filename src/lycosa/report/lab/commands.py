"""The commands that run a contest again, webs and all."""

from __future__ import annotations

import shlex
from collections.abc import Sequence

from lycosa.lab.web.named import SYNTH
from lycosa.report.lab.records import WebRecord
from lycosa.report.lab.runs import Contest


def commands_of(contest: Contest) -> list[str]:
    """Return the command for the whole experiment, if it was a file's, and the one for this contest alone."""
    experiment = contest.runs[0].experiment
    whole = [shlex.join(["lycosa", "lab", "run", f"experiments/{experiment}.toml", "--webs", "webs"])]
    alone = [] if contest.setup.live else [_alone(contest)]  # only a file can ask for a live-like crawl
    return [f"{command} --out out" for command in (*(whole if experiment else []), *alone)]


def _alone(contest: Contest) -> str:
    setup, strategies = contest.setup, dict.fromkeys(run.strategy for run in contest.runs)
    options: dict[str, Sequence[object]] = {
        "--web": [_place(contest.web)],
        "--topic": [contest.topic],
        "--strategy": list(strategies),
        "--budget": [setup.budget],
        "--seeds": [setup.seeds],
        "--examples": [setup.examples],
        **({"--sentence": [setup.sentence]} if setup.sentence else {}),
        "--keywords": setup.keywords,
        **({"--described-by": [setup.described_by]} if setup.described_by else {}),
        "--repeats": [contest.repeats],
        "--start": setup.start,
        "--random-seed": [setup.random_seed],
        "--concurrency": [setup.concurrency],
    }
    words = [str(word) for option, values in options.items() if values for word in (option, *values)]
    return "lycosa lab run " + shlex.join(words)


def _place(web: WebRecord) -> str:
    return web.spec if web.spec.partition(":")[0] == SYNTH else f"webs/{web.spec}"
