"""How long a stored crawl takes to be judged again: reading, judging and keeping the verdicts.

    python -m benchmarks.rejudge --webs DIR [--web wpcd] [--pages 100000]

The pages of a frozen web, over and over, as one crawl has kept them.
"""

from __future__ import annotations

import argparse
import tempfile
from itertools import cycle, islice
from pathlib import Path
from time import process_time

from lycosa.engine.learning.revision import Revision
from lycosa.judge.contrast import Contrast
from lycosa.lab.experiment.prepared_web import prepare_web
from lycosa.model import Page
from lycosa.store.database import connect, transaction
from lycosa.store.tables.judged import StoredPages, save_verdicts
from lycosa.strategy.bfs import BreadthFirst
from lycosa.topic import Topic

SENTENCE = "Bird species, how they look, where they live and how they breed"
DIFFERENT = 2_000
_VISIT = """INSERT INTO visits (number, link, fetched_at, elapsed_s, status, body_bytes, truncated, links,
    found, relevant, score) VALUES (?, 0, 0.0, 0.0, 200, 0, 0, 0, 0, 0, 0.1)"""


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--webs", type=Path, required=True, help="folder of frozen webs")
    parser.add_argument("--web", default="wpcd")
    parser.add_argument("--pages", type=int, default=100_000)
    options = parser.parse_args()
    web = prepare_web(str(options.webs / options.web))
    strategy = BreadthFirst(Topic.from_sentence(SENTENCE))
    judge = Contrast(strategy.topic)
    strategy.use("judge", judge)
    found = (page for url in sorted(web.web.urls()) if isinstance(page := web.pages[url], Page))
    kept = [judge.features(page) for page in islice(found, DIFFERENT)]
    with tempfile.TemporaryDirectory() as folder:
        state = connect(Path(folder))
        with transaction(state):
            for number, features in enumerate(islice(cycle(kept), options.pages)):
                state.execute(_VISIT, (number,))
                state.execute("INSERT INTO features VALUES (?, ?)", (number, features))
        revision = Revision(strategy, StoredPages(state))
        start, judged = process_time(), 0
        for verdicts, _ in revision.finish(options.pages):
            with transaction(state):
                save_verdicts(state, verdicts)
            judged += len(verdicts.visits)
        spent = process_time() - start
        state.close()
    size = sum(map(len, kept)) / len(kept)
    print(f"{judged:,} pages judged again in {spent:.1f} CPU-s, {size:,.0f} bytes kept of each")


if __name__ == "__main__":
    main()
