"""A web about birds and about machines, whose pages share few words, and a crawl of it judged by contrast."""

from __future__ import annotations

import random

from tests.tinyweb import TinyWeb, page

from lycosa import Strategy, Topic
from lycosa.judge.contrast import Contrast
from lycosa.strategy.bfs import BreadthFirst

BIRDS = (
    *("sparrow", "heron", "plumage", "nest", "egg", "feather", "song", "wing", "beak", "migration"),
    *("owl", "eagle", "thrush", "swallow", "hatch", "chick", "roost", "flock", "warbler", "falcon"),
)
MACHINES = (
    *("engine", "cylinder", "gearbox", "piston", "lathe", "turbine", "bolt", "welding", "steel", "factory"),
    *("valve", "diesel", "crankshaft", "torque", "pump", "boiler", "machine", "rivet", "forge", "axle"),
)
SENTENCE = "Birds, their plumage, nests and songs"
SEED = "http://h0.test/0"


def url(number: int) -> str:
    return f"http://h{number % 4}.test/{number}"


def is_bird(number: int) -> bool:
    return number % 3 == 0


def bird_web(pages: int = 160) -> TinyWeb:
    rng = random.Random(3)
    web = {}
    for number in range(pages):
        mostly, some = (BIRDS, MACHINES) if is_bird(number) else (MACHINES, BIRDS)
        stray = rng.randint(0, 28)
        words = rng.choices(mostly, k=60 - stray) + rng.choices(some, k=stray)
        rng.shuffle(words)
        links = (url((5 * number + step) % pages) for step in range(1, 8))
        web[url(number)] = page(*links, text=" ".join(words), title=f"Page {number}")
    return TinyWeb(web)


def by_contrast(topic: Topic | None = None) -> Strategy:
    told = topic or Topic.from_sentence(SENTENCE)
    strategy = BreadthFirst(told)
    strategy.use("judge", Contrast(told))
    return strategy
