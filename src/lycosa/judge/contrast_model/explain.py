"""Why the contrast judge scored a page as it did: words, meanings and examples, for and against."""

from __future__ import annotations

from collections import Counter
from math import log
from typing import NamedTuple

import numpy as np

from lycosa.judge.contrast_model.calibration import VECTORS, WORDS
from lycosa.judge.contrast_model.features import Features, Floats, bucket
from lycosa.judge.contrast_model.given import Given
from lycosa.judge.contrast_model.lexicon import counted, lexicon, read
from lycosa.judge.contrast_model.model import Model
from lycosa.model import Page
from lycosa.text.written import HEAD_CHARS, as_written
from lycosa.topic import Contribution

NEAREST = 3
"""Examples named."""
WORDS_FOR = 4
"""Words named in a reason, and one that speaks against it: that is mostly what any page has."""
LEAST_COSINE = 0.15
"""Likeness in meaning from which a page may be said to be like an example: pages of two topics have less."""
LEAST_WEIGHT = 0.1
"""Weight from which a seed is an example worth naming: one that has little to do with the topic has less."""
NAME_CHARS = 80
"""Letters of an example's title."""
ORDINARY = "(ordinary pages)"
"""Stands for what is expected of any page."""


class Nearest(NamedTuple):
    """Where a page lies."""

    group: int
    """The group of the topic that it is nearest to."""
    direction: Floats
    """Its meaning, from the ordinary."""


def explain(model: Model, given: Given, page: Page) -> list[Contribution]:
    """Return what each word adds to the standard score, by itself and by its meaning, best first.

    All amounts add up to the standard score. The last rows name the examples nearest to the page, with
    their cosines; they add 0.
    """
    features, views = read(page), model.views
    standard = views.standard(*model.sides.of(features))
    group = int(np.argmax(standard))
    counts = counted(page.tokens, page.groups)
    by_words = views.word_share / (1 + views.word_share) / WORDS[1]
    by_vectors = 1 / (1 + views.word_share) / VECTORS[1]
    on_page = dict(zip(features.buckets.tolist(), features.weights.tolist(), strict=True))
    rows = []
    for stem, meaning in zip(counts, _meanings(model, group, counts, page).tolist(), strict=True):
        in_topic, weight = (
            float(model.sides.word_weights[group, bucket(stem)]),
            on_page.get(bucket(stem), 0.0),
        )
        amount = by_words * in_topic * weight + by_vectors * meaning
        rows.append(Contribution(stem, in_topic, weight, amount))
    rest = float(standard[group]) - sum(row.amount for row in rows)
    rows.append(Contribution(ORDINARY, 0.0, 1.0, rest))
    return [*sorted(rows, key=lambda row: (-row.amount, row.term)), *_examples(model, given, features)]


def decided_by(model: Model, given: Given, page: Page, features: Features, nearest: Nearest) -> str:
    """Return the words of a page that decided, for and against, and the example next to it.

    In: the page as it was read, the group of the topic that it is nearest to and where it lies. A word is
    shown in its commonest form; one too rare for that as it stands on the page.
    """
    if not len(features.buckets):
        return ""
    amounts = model.sides.word_weights[nearest.group].take(features.buckets) * features.weights
    places, words = amounts.argsort(), lexicon(features.language)
    said, best, worst = "", places[: -WORDS_FOR - 1 : -1], places[:1]
    for side, chosen, sign in (("for it", best, 1), ("against it", worst, -1)):
        ranked = zip(features.buckets.take(chosen).tolist(), amounts.take(chosen).tolist(), strict=True)
        stems = words.stems_of([place for place, amount in ranked if sign * amount > 0], page)
        if any(stems):
            shown = as_written([*filter(None, stems)], page, words.word_of, HEAD_CHARS)
            said += f"; {side}: {', '.join(shown)}"
    return said + _most_like(model, given, nearest.direction)


def _most_like(model: Model, given: Given, direction: Floats) -> str:
    if not given.page_places:
        return ""
    cosines = model.examples @ direction
    best = int(cosines.argmax())
    example = given.anchors[given.page_places[best]]
    if cosines[best] < LEAST_COSINE or example.weight < LEAST_WEIGHT:
        return ""
    return f"; most like: {example.name[:NAME_CHARS]}"


def _meanings(model: Model, group: int, counts: Counter[str], page: Page) -> Floats:
    """Return what each word adds to the cosine of the page's vector with the topic's direction."""
    words = lexicon(page.language)
    rows = np.array([words.vector_of(stem) for stem in counts], np.float32)
    if not counts:
        return np.zeros(0, np.float32)
    heavy = np.array([(1 + log(count)) * words.idf(stem) for stem, count in counts.items()], np.float32)
    total = heavy @ rows
    length = float(np.linalg.norm(total)) or 1.0
    centre = model.sides.centres.get(words.language)
    away = total / length - (0.0 if centre is None else centre)
    amounts: Floats = heavy * (rows @ model.sides.directions[group]) / length
    return amounts / (float(np.linalg.norm(away)) or 1.0)


def _examples(model: Model, given: Given, page: Features) -> list[Contribution]:
    """Return the anchors nearest to the page in meaning."""
    place = model.sides.direction(page)
    near = [
        Contribution(
            f"like {anchor.name}", anchor.weight, float(model.sides.direction(anchor.features) @ place), 0.0
        )
        for anchor in given.anchors
    ]
    return sorted(near, key=lambda row: (-row.on_page, row.term))[:NEAREST]
