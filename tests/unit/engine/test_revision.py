"""Notices of the judge: said once, taken back when they are over, and said again at the end."""

from __future__ import annotations

from tests.unit.store.birdweb import BIRDS, MACHINES, by_contrast

from lycosa import Page
from lycosa.engine.learning.revision import MOST_DRIFT, OVER, Revision
from lycosa.judge.contrast import Contrast
from lycosa.judge.contrast_model.model import FOUND_SHARE
from lycosa.topic.reading import text_page


class Wandering(Contrast):
    """Compares pages with whatever the test says it has come to."""

    moved = 0.0

    @property
    def drift(self) -> float:
        return self.moved

    def wander(self, moved: float) -> None:
        self.moved = moved
        self._make_model()


def wandering() -> tuple[Revision, Wandering]:
    strategy = by_contrast()
    judge = Wandering(strategy.topic)  # type: ignore[attr-defined]
    strategy.use("judge", judge)  # type: ignore[attr-defined]
    return Revision(strategy), judge


def test_drift_beyond_the_bound_is_said_once_and_taken_back() -> None:
    revision, judge = wandering()
    judge.wander(MOST_DRIFT)
    assert revision.notices() == []
    judge.wander(MOST_DRIFT + 0.01)
    ((kind, text),) = revision.notices()
    assert (kind, text.startswith("what pages are compared with has moved 0.13")) == ("drift", True)
    assert revision.notices() == []
    assert revision.notices(last=True) == [(kind, text)]
    judge.wander(0.0)
    assert revision.notices() == [("drift", OVER)]
    assert revision.notices(last=True) == []


def page(number: int, words: tuple[str, ...]) -> Page:
    return text_page(" ".join(words * 3), f"http://a.test/{number}")


def test_a_topic_that_is_found_after_all_takes_the_notice_back() -> None:
    revision, judge = wandering()
    for number in range(100):
        judge.judge(page(number, MACHINES))
    assert [kind for kind, _ in revision.notices()] == ["topic"]
    for number in range(100, 150):
        judge.judge(page(number, BIRDS))
    assert revision.notices() == [("topic", OVER)]


def test_learning_may_go_far_enough_to_be_noticed() -> None:
    """Pages found that have nothing in common with the topic, with all the weight they may have."""
    cosine = (1 - FOUND_SHARE) / ((1 - FOUND_SHARE) ** 2 + FOUND_SHARE**2) ** 0.5
    assert 1 - cosine > MOST_DRIFT
