"""The judge by WVC: voting support vector machines, trained on examples and any pages (Peng and Liu 2013)."""

from __future__ import annotations

from collections.abc import Sequence
from math import exp
from typing import TYPE_CHECKING, Any, ClassVar, Literal, Self, TypeAlias, get_args

import numpy as np
from numpy.typing import NDArray

from lycosa.errors import LycosaError
from lycosa.judge.sample import Bag
from lycosa.judge.scored import Parts
from lycosa.judge.trained import SAMPLE_PAGES, WARM_UP, TrainedJudge
from lycosa.model import JSON, Page
from lycosa.topic import Contribution, Topic

if TYPE_CHECKING:
    from scipy import sparse  # type: ignore[import-untyped]

Kernel: TypeAlias = Literal["linear", "rbf"]
Vote: TypeAlias = Literal["accepted", "precision"]
STEEPNESS = 4.0
"""How fast the score rises with the distance from the border: 0.88 at half the width of a margin."""


class WVCJudge(TrainedJudge):
    """Support vector machines over TF-IDF, trained on ever more negatives, all of which vote.

    Trained on the topic's examples and the pages of the crawl, or before it (`warm_up=0`) on texts of
    everyday words instead; until then the tag-weighted vector space judge decides. Where the topic has
    labelled classes, the documents of the others stand for unlabelled pages.

    Parameters
    ----------
    topic, warm_up, sample_pages
        As in every judge that learns.
    kernel
        `"linear"`, or `"rbf"` with gamma 1 / number of terms, which LIBSVM does by default. With so
        small a gamma all scores are close to 0.5; which side of it they are on is what counts.
    vote
        What a machine votes with: the share of the examples it accepts (`"accepted"`), or, as printed,
        its `"precision"` on them, which is 1 for all that accept any.
    threshold
        Score from which a page is relevant; `"vote"`: the machines decide, as in the paper; `"auto"`:
        as `"vote"` where there are labelled classes, otherwise by a border of its own.

    Notes
    -----
    With a handful of examples the machines order pages well but put their planes far off: on the
    tuning topics of the frozen webs the vote has an F1 of 0.43 where 0.89 is within reach. So
    `"auto"` puts the border midway between the two clusters that the margins of all pages
    seen fall into, which has 0.76. Before the crawl it lies midway between everyday words and
    examples: so low that few pages of the topic are missed and many others pass. A border nearer to the
    examples judges pages better and lets crawls run dry, since links are judged by the same border
    on far fewer words. The score is a logistic function of the margin, 0.5 at the border.

    References
    ----------
    Peng and Liu (2013). Focused crawling enhanced by CBP-SLC. Knowledge-Based Systems.
    doi:10.1016/j.knosys.2013.06.008.

    Algorithm 3 (`lycosa.judge.learn.WVC`).
    """

    name: ClassVar[str] = "wvc"
    own_thresholds: ClassVar[tuple[str, ...]] = ("auto", "vote")

    def __init__(
        self,
        topic: Topic,
        threshold: float | str = "auto",
        warm_up: int = WARM_UP,
        sample_pages: int = SAMPLE_PAGES,
        *,
        kernel: Kernel = "linear",
        vote: Vote = "accepted",
    ) -> None:
        super().__init__(topic, threshold, warm_up, sample_pages)
        for name, value, known in (("kernel", kernel, get_args(Kernel)), ("vote", vote, get_args(Vote))):
            if value not in known:
                raise LycosaError(f"{name} is {value!r}; it must be one of {', '.join(known)}")
        self.kernel = kernel
        self.vote = vote

    def train(self, positive: sparse.csr_array, unlabelled: sparse.csr_array) -> Any:
        """Train the machines and place the border."""
        bordered = self.untrained()
        bordered.fit(positive, unlabelled)
        if self.threshold != "vote":
            bordered.border = self._border(bordered.machines, positive, unlabelled)
        return bordered

    def _border(self, machines: Any, positive: sparse.csr_array, unlabelled: sparse.csr_array) -> float:
        """Place the border midway between the clusters of pages.

        Before the crawl there are none: then midway between texts of everyday words and the examples, each
        half of them as machines trained on the other half see it.
        """
        if len(self.sample):
            return midway(machines.margin(unlabelled[: len(self.sample)]))
        halves = (positive[::2], positive[1::2]) if positive.shape[0] > 1 else (positive, positive)
        unseen = []
        for taught, asked in (halves, halves[::-1]):
            other = self.untrained()
            other.fit(taught, unlabelled)
            unseen.append(float(other.machines.margin(asked).mean()))
        return float(machines.margin(unlabelled).mean() + np.mean(unseen)) / 2

    def train_on_classes(self, counts: sparse.csr_array, labels: list[str]) -> Any:
        """Train the machines to tell the topic's class from the others."""
        own = np.array([label == self.topic.label for label in labels])
        bordered = self.untrained()
        bordered.fit(counts[np.flatnonzero(own)], counts[np.flatnonzero(~own)])
        return bordered

    def untrained(self) -> Any:
        """Return machines without planes."""
        from lycosa.judge.learn import WVC  # noqa: PLC0415  # loads scikit-learn, about a second

        return _Bordered(WVC(kernel=self.kernel, vote=self.vote))

    def rate(self, tokens: Sequence[str], groups: bytes) -> tuple[float, bool, Parts]:
        """Return how far inside the border a text lies."""
        bag = self.bag(tokens, groups)
        if not len(bag.ids):
            return 0.0, False, ()
        distances, votes = self.model.distances(bag), self.model.machines.vote_
        margin, vote = float(distances @ votes), float(votes[distances > 0].sum())
        score = 1 / (1 + exp(-STEEPNESS * (margin - self.model.border)))
        by_vote = self.threshold == "vote" or bool(self.topic.classes)
        return score, vote > 0.5 if by_vote else score >= 0.5, (("margin", margin), ("vote", vote))

    def explain_trained(self, page: Page) -> list[Contribution]:
        """Return what each word adds to the margin: in favour first, against it last."""
        bag = self.bag(page.tokens, page.groups)
        if self.model.machines.radial_ is not None:
            return self._explain_radial(bag)
        per_word = self.model.machines.vote_ @ self.model.machines.coef_[:, bag.ids]
        terms = self.sample.words.terms
        rows = [
            Contribution(terms[i], float(weight), float(value), float(weight * value))
            for i, weight, value in zip(bag.ids, per_word, self.model.weighted(bag), strict=True)
            if weight and value
        ]
        bias = float(self.model.machines.vote_ @ self.model.machines.intercept_)
        rows.append(Contribution("(intercept)", bias, 1.0, bias))
        return sorted(rows, key=lambda row: -row.amount)

    def _explain_radial(self, bag: Bag) -> list[Contribution]:
        """Return by how much the margin falls without each word, and what no single word accounts for."""
        machines, terms = self.model.machines, self.sample.words.terms
        weights = self.model.weighted(bag)
        margin = float(machines.distances(bag.ids, weights) @ machines.vote_)
        rows = []
        for place, id in enumerate(bag.ids):
            others = np.arange(len(bag.ids)) != place
            without = float(machines.distances(bag.ids[others], weights[others]) @ machines.vote_)
            rows.append(Contribution(terms[id], 1.0, float(weights[place]), margin - without))
        rest = margin - sum(row.amount for row in rows)
        rows.append(Contribution("(all together)", 1.0, 1.0, rest))
        return sorted(rows, key=lambda row: -row.amount)


class _Bordered:
    """Trained machines, and the margin from which a page is inside."""

    def __init__(self, machines: Any) -> None:
        self.machines = machines
        self.border = 0.0

    def fit(self, positive: sparse.csr_array, unlabelled: sparse.csr_array) -> None:
        from scipy import sparse  # noqa: PLC0415  # slow to load, and not every crawl learns

        labels = [1] * positive.shape[0] + [0] * unlabelled.shape[0]
        self.machines.fit(sparse.csr_array(sparse.vstack([positive, unlabelled])), labels)

    def weighted(self, bag: Bag) -> NDArray[np.float64]:
        """Return the tfc weights of a text (Peng and Liu 2013, Eq. 3)."""
        weights: NDArray[np.float64] = bag.counts * self.machines.idf_[bag.ids]
        weights /= float(np.linalg.norm(weights)) or 1.0
        return weights

    def distances(self, bag: Bag) -> NDArray[np.float64]:
        """Return the signed distance of a text from each plane."""
        found: NDArray[np.float64] = self.machines.distances(bag.ids, self.weighted(bag))
        return found

    def state(self) -> dict[str, JSON]:
        return {"border": self.border, "machines": self.machines.state()}

    def restore(self, state: dict[str, Any]) -> Self:
        self.border = state["border"]
        self.machines.restore(state["machines"])
        return self


def midway(values: NDArray[np.float64]) -> float:
    """Split values in two clusters with the least squared distances; return the middle of their centres.

    >>> midway(np.array([0.0, 0.2, 0.9, 1.1]))
    0.55
    """
    ordered = np.sort(values)
    if ordered[0] == ordered[-1]:
        return float(ordered[0])
    sizes = np.arange(1, len(ordered))
    sums = np.cumsum(ordered)[:-1]
    below, above = sums / sizes, (ordered.sum() - sums) / (len(ordered) - sizes)
    best = int(np.argmax(sums * below + (ordered.sum() - sums) * above))
    return float(below[best] + above[best]) / 2
