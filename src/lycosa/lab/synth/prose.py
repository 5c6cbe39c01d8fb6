"""Sentences of the synthetic web: a topic and a generator in, text out."""

from __future__ import annotations

from random import Random

from lycosa.lab.synth.draw import one_of
from lycosa.lab.synth.layout import NOISE, Layout

_SUBJECT_TERMS = 8
"""A page keeps to so many neighbouring terms of its topic's list, so that pages of a topic differ."""


class Prose:
    """Writes in the language of one host."""

    def __init__(self, layout: Layout, host: int) -> None:
        self._layout = layout
        self._host = host
        self.language = layout.language(host)
        self._topics = layout.topics(host)

    def sentence(self, rng: Random, topic: int, subject: int = 0) -> str:
        """Write a sentence about a topic, or one that would fit any topic."""
        if topic == NOISE:
            topic, general = one_of(rng, self._topics), rng.random() < 0.7
        else:
            general = rng.random() >= self._layout.params.clarity
        words = self._layout.words(self._host, topic)
        near = words
        if rng.random() < 0.3:
            name = one_of(rng, words.near)
            names = self._layout.params.topics
            near = self._layout.words(self._host, names.index(name)) if name in names else words
        weak = near.weak[int(rng.random() ** 2 * len(near.weak))]
        template = one_of(rng, self.language.sentences if general else words.sentences)
        first = subject + int(rng.random() * _SUBJECT_TERMS)
        second = first + 1 + int(rng.random() * (_SUBJECT_TERMS - 1))
        count = len(words.strong)
        return template.format(words.strong[first % count], words.strong[second % count], weak)

    def sentences(self, rng: Random, topic: int, subject: int, count: int) -> list[str]:
        """Write some sentences about a topic."""
        return [self.sentence(rng, topic, subject) for _ in range(count)]

    def carrier(self, rng: Random, link: str) -> str:
        """Write a sentence around a link."""
        return one_of(rng, self.language.carriers).format(link)

    def join(self, sentences: list[str]) -> str:
        """Put sentences one after the other."""
        return self.language.space.join(sentences)
