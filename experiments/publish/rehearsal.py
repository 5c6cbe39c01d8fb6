"""A rehearsal: every experiment shrunk to a few pages of tuning topics, to see that the whole chain holds.

Nothing that a rehearsal writes is a result; it takes minutes and never looks at a reporting topic.
"""

from __future__ import annotations

from itertools import islice

from lycosa.lab.experiment.matrix import Budgets, Experiment, Grid, WebTopics
from lycosa.lab.web.named import SYNTH

PAGES, REPEATS, TOPICS = 20, 2, 1
TUNING = {
    "wpcd": ("Science.Biology.Birds", "IT"),
    "webkb": ("course",),
    "asfweb": ("topic:database", "topic:messaging"),
}
"""Topics of the frozen webs that may be looked at."""


def rehearsed(experiment: Experiment) -> Experiment:
    """Return an experiment as small as it can be with all its parts."""
    grid = experiment.grid
    return experiment.model_copy(
        update={
            "webs": tuple(map(_small, experiment.webs)),
            "budgets": Budgets(pages=(PAGES,)),
            "checkpoints": (),
            "repeats": REPEATS,
            "grid": grid and Grid(strategy=grid.strategy, values={k: v[:2] for k, v in grid.values.items()}),
        }
    )


def _small(entry: WebTopics) -> WebTopics:
    """Return tuning topics of a web, with the words and inputs of what they stand for."""
    named = (*entry.tuning, *entry.reporting)
    topics = tuple(islice(TUNING.get(entry.web, named), TOPICS))
    web = entry.web
    if web.partition(":")[0] == SYNTH and "pages=110000" in web:
        web = web.replace("pages=110000", "pages=3000").replace("hosts=1500", "hosts=60")
    known = dict(zip(topics, named, strict=False))
    return entry.model_copy(
        update={
            "web": web,
            "tuning": topics,
            "reporting": (),
            "words": {t: entry.words[of] for t, of in known.items() if of in entry.words},
            "inputs": {t: entry.inputs[of] for t, of in known.items() if of in entry.inputs},
            "budgets": None,
        }
    )
