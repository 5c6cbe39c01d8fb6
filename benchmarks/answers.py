"""What answers are worth: F1 on pages not answered, before and after people label some pages.

    python -m benchmarks.answers --webs DIR [--answers 20] [--draws 3] [--pages 300]

Best-first crawls of the tuning topics of wpcd, told by a sentence and a seed. Pages are chosen as `lycosa
label` chooses them and answered with the labels of the frozen web. Then the judge, taught, judges all pages
again. Shuffled answers, as many yes and no on other pages, show what answers without sense would do.
"""

from __future__ import annotations

import argparse
import tomllib
from collections.abc import Iterator
from itertools import islice
from pathlib import Path

import numpy as np

from benchmarks.judges_on_webs import TOPICS, average_precision, crawl, drawn, f1, told
from benchmarks.markdown_table import table
from lycosa.judge.contrast import Contrast
from lycosa.lab.experiment.prepared_web import PreparedWeb, prepare_web
from lycosa.store.tables.labels import pages_to_ask
from lycosa.topic import Topic

COLUMNS = ("on topic", "F1 before", "F1 after", "AP before", "AP after", "F1, shuffled answers")


def measured(
    web: PreparedWeb, topic: Topic, on_topic: frozenset[str], draw: int, options: argparse.Namespace
) -> list[float]:
    """Crawl, answer and judge again."""
    answers, pages = options.answers, options.pages
    judge = Contrast(topic)
    verdicts = crawl(web, topic, judge, pages)
    kept = [judge.features(verdict.page) for verdict in verdicts]
    truth = np.array([verdict.page.url in on_topic for verdict in verdicts])
    before = judge.rejudge(kept)
    asked = [place for place, _ in islice(pages_to_ask(dict(enumerate(before.tolist())), f"{draw}"), answers)]
    left = np.setdiff1d(np.arange(len(kept)), asked)
    state = judge.state()
    after = _taught(judge, kept, asked, truth[asked])
    other = Contrast(topic)
    other.restore(state)
    shuffled = _taught(other, kept, asked, np.random.default_rng(draw).permutation(truth[asked]))
    return [
        float(truth.mean()),
        f1(before[left] >= 0.5, truth[left]),
        f1(after[left] >= 0.5, truth[left]),
        average_precision(before[left], truth[left]),
        average_precision(after[left], truth[left]),
        f1(shuffled[left] >= 0.5, truth[left]),
    ]


def _taught(judge: Contrast, kept: list[bytes], asked: list[int], truth: np.ndarray) -> np.ndarray:
    for place, relevant in zip(asked, truth.tolist(), strict=True):
        judge.teach(kept[place], relevant)
    return judge.rejudge(kept)


def rows(options: argparse.Namespace) -> Iterator[list[str]]:
    web = prepare_web(str(options.webs / "wpcd"))
    topics = tomllib.loads(TOPICS.read_text(encoding="utf-8"))["wpcd"]
    found = []
    for label, words in topics.items():
        draws = [
            measured(
                web,
                told("sentence+seed", label, words, drawn(web, label, draw)),
                web.web.on_topic(label),
                draw,
                options,
            )
            for draw in range(options.draws)
        ]
        found.append(np.mean(draws, axis=0))
        yield [label, *(f"{value:.2f}" for value in found[-1])]
    yield ["mean", *(f"{value:.3f}" for value in np.mean(found, axis=0))]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--webs", type=Path, required=True, help="folder of frozen webs")
    parser.add_argument("--answers", type=int, default=20)
    parser.add_argument("--draws", type=int, default=3)
    parser.add_argument("--pages", type=int, default=300)
    options = parser.parse_args()
    print(table([f"wpcd, {options.answers} answers, {options.draws} draws", *COLUMNS], list(rows(options))))


if __name__ == "__main__":
    main()
