"""What the author of a topic gave, as things to compare pages with: words as a text, pages, groups of pages.

What is given stays, whatever a crawl finds. A seed joins it, but softly: it weighs as much as it agrees
with the rest.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from math import sqrt
from typing import NamedTuple
from zlib import crc32

import numpy as np

from lycosa.judge.contrast_model.features import Features, Floats, Stack, stack
from lycosa.judge.contrast_model.lexicon import lexicon, read
from lycosa.judge.contrast_model.sides import PageMean, centred, mean, mixed, ordinary
from lycosa.model import Page
from lycosa.text import tokens
from lycosa.topic import Topic

WORDS_PAGES = 2.0
"""Pages that the author's words count for: more than a page found by chance, less than a handful."""
SEED_PAGES = 1.0
"""Pages that all seeds together count for: half of what the author's words do."""
PORTAL = 1 / 3
"""Share of words in links that makes a page a portal, which leads to a topic and is not about it. Articles
have less than 0.15, home pages of departments more than 0.35."""
PRIOR_PAGES = 30.0
"""Pages that shipped statistics of ordinary pages count for beside pages seen."""
MOST_PAGES = 200
"""Pages of the author compared with, evenly drawn from more."""
MOST_GROUPS = 4
USUAL_MEANING, USUAL_WORDS = 0.5, 0.14
"""Cosines of two pages of one topic, by what they mean and by their words. Pages of two topics
have 0 to 0.35 and 0.03 to 0.07: birds and food mean what is alike, in other words."""
SAME_GROUP = 0.5
"""How alike the pages of two groups of examples are from which they are one; pages of one topic are 1 …"""
COHERENT = 0.25
"""… and those of a group at least, or there are no groups."""
LEAST_TEXT = 0.1
"""Length of the words of a page that is held to no less: that of a text of four or five words."""


class Anchor(NamedTuple):
    """A text that is about the topic."""

    features: Features
    weight: float
    name: str
    """For people: a title, or what it is."""
    kind: str
    """`words`, `example` or `seed`."""
    prose: float = 1.0
    """How much of a seed is text of its own."""


@dataclass(frozen=True)
class Given:
    """What is known of a topic beside a crawl."""

    anchors: tuple[Anchor, ...]
    others: tuple[Features, ...]
    """The author's pages about something else, or about anything."""
    language: str
    known_background: PageMean | None = None
    """What other pages look like, where it need not be worked out."""

    @classmethod
    def of(cls, topic: Topic) -> Given:
        """Take a topic apart."""
        anchors = [Anchor(text, WORDS_PAGES, "the topic's words", "words") for text in _described(topic)]
        for page in evenly(topic.positives, MOST_PAGES):
            anchors.append(Anchor(read(page), 1.0, page.title or page.url, "example"))
        labelled = [page for name, pages in topic.classes.items() if name != topic.label for page in pages]
        others = [read(page) for page in evenly([*labelled, *topic.unlabelled], MOST_PAGES)]
        filled = (anchor for anchor in anchors if len(anchor.features.buckets))
        return cls(tuple(filled), tuple(others), lexicon(topic.language).language)

    def with_seeds(self, seeds: Iterable[Anchor]) -> Given:
        """Return the same and some seeds."""
        return replace(self, anchors=(*self.anchors, *seeds))

    def without(self, seeds: Iterable[Anchor]) -> Given:
        """Return the same but for some seeds."""
        left_out = set(map(id, seeds))
        return replace(self, anchors=tuple(anchor for anchor in self.anchors if id(anchor) not in left_out))

    def with_label(self, page: Features, relevant: bool, weight: float = 1.0) -> Given:
        """Return the same and a page that a person has called on topic, or off."""
        if relevant:
            return replace(self, anchors=(*self.anchors, Anchor(page, weight, "a page labelled", "example")))
        return replace(self, others=(*self.others, page))

    @cached_property
    def background(self) -> PageMean:
        """Ordinary pages, and the author's others."""
        if self.known_background is not None:
            return self.known_background
        plain = ordinary(self.language)
        if not self.others:
            return plain
        count = len(self.others)
        own = mean(self.others, np.ones(count, np.float32), self.other_stack.vectors)
        return mixed(plain, own, count / (count + PRIOR_PAGES))

    @cached_property
    def stack(self) -> Stack:
        """The anchors, ready to be scored."""
        return stack([anchor.features for anchor in self.anchors])

    @cached_property
    def other_stack(self) -> Stack:
        """The author's other pages, ready to be scored."""
        return stack(list(self.others))

    @cached_property
    def weights(self) -> Floats:
        """The weight of each anchor; that of seeds together is bounded."""
        found = np.array([anchor.weight for anchor in self.anchors], np.float32)
        seeds = np.array([anchor.kind == "seed" for anchor in self.anchors], bool)
        found[seeds] *= min(1.0, SEED_PAGES / max(float(found[seeds].sum()), 1e-9))
        return found

    @cached_property
    def pages(self) -> float:
        """How many pages are given, seeds by their weight."""
        return float(self.weights[self.page_places].sum())

    @cached_property
    def page_places(self) -> list[int]:
        """The anchors that are pages."""
        return [place for place, anchor in enumerate(self.anchors) if anchor.kind != "words"]

    @cached_property
    def groups(self) -> list[list[int]]:
        """The anchors of each meaning of the topic; its author's words belong to all of them."""
        kinds = [anchor.kind for anchor in self.anchors]
        words, examples, seeds = (
            [place for place, kind in enumerate(kinds) if kind == wanted]
            for wanted in ("words", "example", "seed")
        )
        if not examples:
            return [[*words, *seeds]]
        away = centred(self.stack, {self.language: self.background.vector})
        pages = [self.anchors[place].features for place in examples]
        groups = [[examples[i] for i in group] for group in grouped(alike(away[examples], pages))]
        for seed in seeds:
            max(groups, key=lambda group: float((away[group] @ away[seed]).mean())).append(seed)
        return [[*words, *group] for group in groups]

    @cached_property
    def group_words(self) -> list[Floats]:
        """The mean of the anchors of each group in the view of words."""
        groups = [(group, [self.anchors[place].features for place in group]) for group in self.groups]
        vectors, room = self.stack.vectors, len(self.background.words)
        return [mean(pages, self.weights[group], vectors[group], room).words for group, pages in groups]


def prose(page: Page) -> float:
    """Return how much a page is text of its own, from 0 for a portal to 1 for a page without links."""
    linked = sum(link.words.stop - link.words.start for link in page.links)
    return max(0.0, 1.0 - linked / max(1, len(page.tokens)) / PORTAL)


def evenly(pages: Sequence[Page], most: int) -> list[Page]:
    """Return a fair and repeatable sample of pages."""
    if len(pages) <= most:
        return list(pages)
    drawn = sorted(range(len(pages)), key=lambda i: crc32(f"{i} {pages[i].url}".encode("utf-8", "replace")))
    return [pages[i] for i in sorted(drawn[:most])]


def alike(directions: Floats, pages: Sequence[Features]) -> Floats:
    """Return how alike each two of some pages are: 1 if they are as pages of one topic usually are.

    Short texts, which have less in common for being short, are held to less.
    """
    _, columns = np.unique(np.concatenate([page.buckets for page in pages]), return_inverse=True)
    words = np.zeros((len(pages), int(columns.max(initial=-1)) + 1), np.float32)
    rows = np.arange(len(pages)).repeat([len(page.buckets) for page in pages])
    words[rows, columns] = np.concatenate([page.weights for page in pages])
    by_words = (words @ words.T) / np.float32(USUAL_WORDS)
    by_meaning = (directions @ directions.T) / np.float32(USUAL_MEANING)
    lengths = np.sqrt(np.maximum(np.sqrt((words * words).sum(axis=1)), LEAST_TEXT))
    near: Floats = (by_words + by_meaning) / (2 * np.outer(lengths, lengths))
    return near


def grouped(near: Floats) -> list[list[int]]:
    """Part examples into groups that have little in common; one group where they belong together.

    In: how alike each two are. The two groups nearest to each other are joined until those left are apart,
    are no more than four, and have two examples or more each. Examples that have nothing in common at all are
    one group too.
    """
    groups = [[place] for place in range(len(near))]
    while len(groups) > 1:
        likeness, first, second = _nearest(groups, near)
        apart = likeness < SAME_GROUP and len(groups) <= MOST_GROUPS
        lone = min(groups, key=len)
        if apart and len(lone) > 1:
            break
        if apart:
            rest = [group for group in groups if group is not lone]
            first, second = lone, max(rest, key=lambda group: float(near[np.ix_(lone, group)].mean()))
        groups = [group for group in groups if group is not first and group is not second]
        groups.append(sorted((*first, *second)))
    coherent = all(_cohesion(near[np.ix_(group, group)]) >= COHERENT for group in groups)
    return sorted(groups) if coherent else [list(range(len(near)))]


def _cohesion(near: Floats) -> float:
    """Return how alike different members of a group are."""
    count = len(near)
    return (float(near.sum()) - float(near.trace())) / (count * (count - 1)) if count > 1 else 1.0


def _nearest(groups: Sequence[list[int]], near: Floats) -> tuple[float, list[int], list[int]]:
    """Return the two groups that are most alike; the first ones of equals."""
    members = np.zeros((len(groups), len(near)), np.float32)
    for place, group in enumerate(groups):
        members[place, group] = 1.0 / len(group)
    likeness = members @ near @ members.T
    likeness[np.tril_indices(len(groups))] = -np.inf
    first, second = divmod(int(np.argmax(likeness)), len(groups))
    return float(likeness[first, second]), groups[first], groups[second]


def _described(topic: Topic) -> list[Features]:
    """Return the author's words as one text: sentence, keywords, genre and content terms, ontology."""
    weights: Counter[str] = Counter()
    named = {**dict.fromkeys((*topic.genre.genre, *topic.genre.content), 1.0), **topic.keywords}
    related = {} if topic.ontology is None else topic.ontology_vector.weights
    weights.update(_scaled(dict.fromkeys(tokens(topic.sentence, topic.language), 1.0)))
    weights.update(
        _scaled({s: weight for term, weight in named.items() for s in tokens(term, topic.language)})
    )
    weights.update(_scaled({stem: weight for term, weight in related.items() for stem in term.split()}))
    return [lexicon(topic.language).read_weights(dict(weights))] if weights else []


def _scaled(weights: dict[str, float]) -> dict[str, float]:
    length = sqrt(sum(weight * weight for weight in weights.values()))
    return {stem: weight / length for stem, weight in weights.items()} if length else {}
