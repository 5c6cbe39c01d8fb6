"""Time concept lattices with their covering relation, as ratios to the `concepts` package in the same run.

Usage: python -m benchmarks.lattice [FOLDER_OF_CXT_FILES]

Each row is one context: a random one of the size of a seed collection (300 documents, 150 terms,
density 0.1), the same smaller, and every .cxt file of the folder. The other package is given a
time limit in a process of its own; where it does not finish the ratio is a lower bound.
"""

from __future__ import annotations

import multiprocessing
import random
import sys
import time
import warnings
from collections.abc import Callable, Iterator
from pathlib import Path

from lycosa.topic.ontology.burmeister import read_context
from lycosa.topic.ontology.context import FormalContext
from lycosa.topic.ontology.lattice import build_lattice

LIMIT_S = 60.0


def random_context(objects: int, attributes: int, density: float, seed: int = 1) -> FormalContext:
    rng = random.Random(seed)
    rows = tuple(sum((rng.random() < density) << j for j in range(attributes)) for _ in range(objects))
    return FormalContext(tuple(map(str, range(objects))), tuple(map(str, range(attributes))), rows)


def contexts(folder: Path | None) -> Iterator[tuple[str, FormalContext]]:
    yield "random 100x50", random_context(100, 50, 0.1)
    yield "random 200x100", random_context(200, 100, 0.1)
    yield "random 300x150", random_context(300, 150, 0.1)
    for path in sorted(folder.glob("*.cxt")) if folder else ():
        yield path.stem, read_context(path)


def rival_s(context: FormalContext) -> float | None:
    """Return the seconds of the other package, or None if it exceeds the limit."""
    receiver, sender = multiprocessing.Pipe(duplex=False)
    worker = multiprocessing.Process(target=run_rival, args=(context, sender))
    worker.start()
    elapsed_s = receiver.recv() if receiver.poll(LIMIT_S) else None
    worker.kill()
    worker.join()
    return elapsed_s


def run_rival(context: FormalContext, sender: multiprocessing.connection.Connection) -> None:
    warnings.simplefilter("ignore")
    import concepts

    width = len(context.attributes)
    table = [tuple(bool(row >> j & 1) for j in range(width)) for row in context.rows]
    names = [f"g{i}" for i in range(len(table))], [f"m{j}" for j in range(width)]
    sender.send(best_s(lambda: len(concepts.Context(*names, table).lattice)))


def best_s(run: Callable[[], object]) -> float:
    """Return the seconds of the fastest of several runs; of one run where it is long."""
    times: list[float] = []
    while len(times) < 5 and sum(times) < 1:
        start = time.perf_counter()
        run()
        times.append(time.perf_counter() - start)
    return min(times)


def main() -> None:
    folder = Path(sys.argv[1]) if len(sys.argv) > 1 else None
    print(f"{'context':20} {'concepts':>9} {'covers':>9} {'seconds':>8} {'times faster':>13}")
    for name, context in contexts(folder):
        lattice = build_lattice(context)
        own_s = best_s(lambda context=context: build_lattice(context))
        other_s = rival_s(context)
        ratio = f"> {LIMIT_S / own_s:.0f}" if other_s is None else f"{other_s / own_s:.1f}"
        covers = sum(map(len, lattice.lower))
        print(f"{name:20} {len(lattice):9} {covers:9} {own_s:8.4f} {ratio:>13}", flush=True)


if __name__ == "__main__":
    main()
