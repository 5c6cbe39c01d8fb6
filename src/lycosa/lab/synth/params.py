"""Every knob of the synthetic web, with its meaning and its check."""

from __future__ import annotations

from dataclasses import dataclass, fields
from difflib import get_close_matches

from lycosa.errors import LycosaError
from lycosa.lab.synth.language.chinese import CHINESE
from lycosa.lab.synth.language.english import ENGLISH
from lycosa.lab.synth.language.french import FRENCH
from lycosa.lab.synth.language.german import GERMAN
from lycosa.lab.synth.language.lexicon import Language
from lycosa.lab.synth.language.spanish import SPANISH
from lycosa.ranges import check_range

LANGUAGES: dict[str, Language] = {
    language.code: language for language in (ENGLISH, GERMAN, FRENCH, SPANISH, CHINESE)
}
TOPICS = tuple(topic.name for topic in ENGLISH.topics)
TUNNEL_ENTRIES = 3
"""Pages of the open web that lead into one tunnel."""

_SHARES = frozenset(
    {
        *("cross_language", "general_hosts", "host_focus", "multi", "duplicates", "noise", "clarity"),
        *("locality", "neighbours", "same_host", "anchor_truth", "anchor_generic", "context_truth"),
        *("tidiness", "dead", "redirects", "traps"),
    }
)


@dataclass(frozen=True, slots=True)
class SynthParams:
    """What a synthetic web is like. Shares and probabilities are between 0 and 1."""

    seed: int = 0
    pages: int | None = 4000
    """Number of pages, tunnels included; None for a web without end."""
    hosts: int = 40
    host_skew: float = 0.8
    """Exponent of the Zipf law of host sizes; 0 makes all hosts alike."""
    general_hosts: float = 0.25
    """Share of hosts that are about everything; the others have a theme."""
    host_focus: float = 0.6
    """Probability that a section of a host with a theme is about the theme."""
    topics: tuple[str, ...] = TOPICS
    languages: tuple[str, ...] = ("en",)
    """A host's language is drawn from these; repeat a code to make it commoner."""
    cross_language: float = 0.03
    """Probability that a link leads to a page in another language, where there is one."""

    hub_every: int = 20
    """One page in so many is a hub, which lists the others."""
    multi: float = 0.15
    """Share of pages with blocks about different topics."""
    duplicates: float = 0.04
    """Share of pages that repeat another one with small changes."""
    noise: float = 0.08
    """Share of sections about nothing: notices, word salad."""

    sentences: float = 16.0
    """Mean number of sentences of a page."""
    clarity: float = 0.6
    """Probability that a sentence speaks of the topic and not of things in general."""

    links: float = 12.0
    """Mean number of links of a page, navigation not counted (log-normal)."""
    links_spread: float = 0.5
    """Standard deviation of the logarithm of that number."""
    locality: float = 0.5
    """Probability that a live link on a single-topic page leads to its own topic."""
    neighbours: float = 0.5
    """Probability that a link to another topic leads to a neighbouring one."""
    same_host: float = 0.5
    """Probability that a link stays on its host, if the host has the wanted topic."""
    anchor_truth: float = 0.55
    """Probability that an anchor is the title of its target."""
    anchor_generic: float = 0.35
    """Probability that it says nothing ("read more"); the remaining anchors mislead."""
    context_truth: float = 0.6
    """Probability that the words beside a link are about the target's topic."""
    tidiness: float = 0.8
    """Probability that a link stands in the block that fits it."""
    dead: float = 0.05
    """Share of links that lead nowhere."""
    redirects: float = 0.03
    """Share of live links that lead to a redirect."""

    tunnels: tuple[int, ...] = (1, 2, 3, 4)
    """For every topic of the first language: lengths of corridors of off-topic pages, each with a
    hidden region of on-topic pages behind it."""
    tunnel_pages: int = 6
    """Pages of such a region."""
    traps: float = 0.0
    """Share of hosts with session ids, an endless calendar and an endless path."""

    def __post_init__(self) -> None:
        self._check_numbers()
        self._check_names()
        if self.anchor_truth + self.anchor_generic > 1:
            raise LycosaError("anchor_truth and anchor_generic must add up to 1 at most")
        if self.multi + self.duplicates > 1:
            raise LycosaError("multi and duplicates must add up to 1 at most")
        needed = self.tunnel_total + 30 * len(self.topics) + 2 * self.hosts
        if self.pages is not None and self.pages < needed:
            raise LycosaError(f"pages must be at least {needed} for these hosts, topics and tunnels")

    @property
    def tunnel_total(self) -> int:
        """Number of pages in tunnels and behind them."""
        topics = len(self.topics_in(self.languages[0]))
        return topics * sum(length + self.tunnel_pages for length in self.tunnels)

    def topics_in(self, code: str) -> list[str]:
        """Return the topics that pages in a language may have."""
        return [topic.name for topic in LANGUAGES[code].topics if topic.name in self.topics]

    def _check_numbers(self) -> None:
        numbers = [field.name for field in fields(self) if isinstance(getattr(self, field.name), float)]
        check_range(self, *_SHARES, least=0, most=1)
        check_range(self, *numbers, least=0)
        check_range(self, "hosts", "links", "sentences", "tunnel_pages", least=1)
        check_range(self, "hub_every", least=2)
        if not -(2**63) <= self.seed < 2**63:
            raise LycosaError(f"seed must fit in 64 bits, not {self.seed}")
        if not all(1 <= length <= 20 for length in self.tunnels):
            raise LycosaError(f"tunnels must be lengths from 1 to 20, not {self.tunnels}")

    def _check_names(self) -> None:
        _check_known("topics", self.topics, TOPICS)
        _check_known("languages", self.languages, tuple(LANGUAGES))
        if len(set(self.topics)) != len(self.topics) or not self.languages:
            raise LycosaError("topics must differ from each other, and languages must not be empty")
        for code in set(self.languages):
            if len(own := self.topics_in(code)) < 2:
                raise LycosaError(f"the language {code!r} needs at least two of the topics, not {own}")


def _check_known(field: str, names: tuple[str, ...], known: tuple[str, ...]) -> None:
    for name in names:
        if name not in known:
            close = get_close_matches(name, known, n=3) or known
            raise LycosaError(f"{field}: unknown {name!r}; choose from {', '.join(close)}")


def default_params(seed: int = 0) -> SynthParams:
    """Return the parameters of the demonstration: 4,000 English pages on 40 hosts."""
    return SynthParams(seed=seed)
