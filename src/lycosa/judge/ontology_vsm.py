"""The tag-weighted vector space judge over the terms of an ontology."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property
from typing import ClassVar

from lycosa.judge.vsm import TagWeightedVSM
from lycosa.topic import TAG_WEIGHTS, Topic, TopicVector
from lycosa.topic.ontology.similarity import EQUAL_WEIGHTS


class OntologyVSM(TagWeightedVSM):
    """Cosine between the page's terms, by tag, and the semantic vector of the topic's ontology.

    A term weighs as much as its concept is similar to the topic's concept. The ontology is the
    author's, or is built from the example pages by formal concept analysis.

    Parameters
    ----------
    topic, threshold, tag_weights
        As in `TagWeightedVSM`.
    factors
        k1 to k5: weights of distance, density, depth, coincidence and relation in the similarity of
        two concepts. They sum to 1.

    Examples
    --------
    >>> from lycosa import Page, Topic
    >>> from lycosa.topic.ontology import Concept, Ontology
    >>> water = Ontology((Concept("w", "water"), Concept("f", "flood")), frozenset({("f", "w")}))
    >>> judge = OntologyVSM(Topic("water", ontology=water), threshold=0.3)
    >>> judge.judge(Page("http://a.example/", tokens=("flood",), groups=bytes([1]))).relevant
    True

    References
    ----------
    Liu, Wang, Zhong and Yang (2023). A new focused crawler using an improved tabu search algorithm
    incorporating ontology and host information. Frontiers of Information Technology & Electronic
    Engineering 24(6), 859-875. doi:10.1631/FITEE.2200315.

    Eq. 1 to 4.
    """

    name: ClassVar[str] = "ontology-vsm"

    def __init__(
        self,
        topic: Topic,
        threshold: float | str = "auto",
        tag_weights: Sequence[float] = TAG_WEIGHTS,
        factors: Sequence[float] = EQUAL_WEIGHTS,
    ) -> None:
        super().__init__(topic, threshold, tag_weights)
        self.factors = factors

    @cached_property
    def vector(self) -> TopicVector:
        """The semantic vector W_T."""
        return self.topic.semantic_vector(self.factors)
