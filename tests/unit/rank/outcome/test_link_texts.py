"""The words of links: where they come from, and what of them survives."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from lycosa import Topic
from lycosa.page import parse_html
from lycosa.rank.outcome.link_texts import LinkTexts
from lycosa.topic.reading import text_page

FOOD = Topic.from_sentence("fruit and vegetables")


class KnowsNothing:
    """A judge to whom all texts are alike."""

    def score(self, tokens: Sequence[str], groups: bytes = b"") -> float:
        return 0.5


def shown(texts: LinkTexts, *anchors: str) -> None:
    """Read a page that shows links 0, 1, …"""
    links = "".join(f'<p><a href="/{place}">{anchor}</a></p>' for place, anchor in enumerate(anchors))
    page = parse_html(f"<title>t</title>{links}".encode(), "http://a.test/")
    texts.read([page], np.arange(len(anchors)))


def test_a_judge_that_knows_no_meanings_does_not_keep_them_from_being_learned() -> None:
    texts = LinkTexts(KnowsNothing(), FOOD)
    shown(texts, "carrots", "parliament")
    carrots, parliament = texts.promise(np.array([0, 1])).learned
    assert carrots > parliament


def test_a_seed_is_learned_from_by_the_title_of_its_page() -> None:
    texts = LinkTexts(KnowsNothing(), FOOD)
    shown(texts, "thunderstorms")
    before = texts.promise(np.array([0])).learned[0]
    texts.read_title(7, text_page("Thunderstorm\nWind and rain.", "http://a.test/storm", "en"))
    texts.outcome(7, 1.0)
    assert texts.promise(np.array([0])).learned[0] > before


def test_a_title_does_not_replace_the_words_a_link_was_shown_with() -> None:
    texts = LinkTexts(KnowsNothing(), FOOD)
    shown(texts, "carrots")
    before = texts.promise(np.array([0])).learned.tolist()
    texts.read_title(0, text_page("Parliament\nLaws.", "http://a.test/0", "en"))
    assert texts.promise(np.array([0])).learned.tolist() == before


def test_what_was_learned_of_other_meanings_is_let_go_and_the_rest_restored() -> None:
    without_table, texts = LinkTexts(KnowsNothing()), LinkTexts(KnowsNothing(), FOOD)
    shown(without_table, "carrots")
    texts.restore(without_table.state())
    shown(texts, "carrots", "peas")
    texts.outcome(1, 1.0)
    assert np.isfinite(texts.promise(np.array([0, 1])).learned).all()


def test_restored_texts_promise_the_same() -> None:
    texts, again = LinkTexts(KnowsNothing(), FOOD), LinkTexts(KnowsNothing(), FOOD)
    shown(texts, "carrots", "parliament")
    texts.outcome(0, 0.9)
    again.restore(texts.state())
    links = np.array([0, 1])
    assert again.promise(links).learned.tolist() == texts.promise(links).learned.tolist()
