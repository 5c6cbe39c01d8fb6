"""BCW_CC: a classifier filters pages, comprehensive priority ranks links, blocks cross tunnels."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar

from lycosa.rank.cpe import PAPER_WEIGHTS
from lycosa.strategy.comprehensive_recipe import ComprehensiveRecipe
from lycosa.strategy.tunnel.blocks import Tunnels
from lycosa.topic import TAG_WEIGHTS, Topic


class BCWCC(ComprehensiveRecipe):
    """Follow the links of relevant pages, and those of relevant blocks on pages that are not.

    A page of the right class whose relevance exceeds `tau` is relevant: its links are queued if
    their comprehensive priority exceeds `lam`. Any other page may be a tunnel: it is cut into
    its innermost divisions, and the links of every division that is itself of the right class, with a
    relevance above `lam`, are fetched at once, before anything else. All other links of the page are
    let go. The pages behind them (block-pages) hand on their links by comprehensive priority
    whatever they are about; one of another class is a further step of the tunnel, and cut as well.
    Until the classifier has been trained nothing is let go and the best link is next.

    Parameters
    ----------
    topic, seed
        As in every strategy.
    tau
        Relevance above which a page of the right class is relevant; `"auto"` derives it from the
        topic's examples. The paper has 0.70.
    lam
        Priority above which a link is queued, and relevance above which a block is relevant;
        `"auto"` keeps the paper's proportion to tau. The paper has 0.30.
    tunnels
        Which pages may be tunnels: `"all"` that are not relevant, or, as printed, only those of the
        right `"class"`, whose blocks then need no class of their own.
    weights
        alpha, beta and gamma of the comprehensive priority: shares of page, anchor and context.
    tag_weights
        Weight of a word by the tags it stands in, from attribute text and titles to everything else.

    Examples
    --------
    >>> from lycosa.plugin import FLOODS, Topic
    >>> print(*FLOODS.visits(BCWCC(Topic.from_keywords(["flood", "rain"]))))
    / /reports /may /pictures /band /sites http://river.test/ http://river.test/levels /kitchen /one /concerts

    References
    ----------
    Liu, Wu and Liu (2025). A focused crawling strategy based on comprehensive priority evaluation of
    hyperlinks and improved Bayesian classifier. Frontiers of Information Technology & Electronic
    Engineering. doi:10.1631/FITEE.2400939.

    Algorithm 1 and section 4. As printed (lines 13-15) a page of another class is discarded before it is
    cut, which contradicts the purpose of cutting: with a classifier that is right no tunnel of two pages
    is ever crossed. Block-pages are judged and counted like all others, which the paper leaves open.
    """

    name: ClassVar[str] = "bcw-cc"

    def __init__(
        self,
        topic: Topic,
        seed: int = 0,
        tau: float | str = "auto",
        lam: float | str = "auto",
        tunnels: Tunnels = "all",
        *,
        weights: Sequence[float] = PAPER_WEIGHTS,
        tag_weights: Sequence[float] = TAG_WEIGHTS,
    ) -> None:
        super().__init__(topic, seed, tau, lam, weights=weights, tag_weights=tag_weights)
        self.tunnels = tunnels
        _ = self.blocks  # a wrong value is named at once
