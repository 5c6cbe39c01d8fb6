"""What a judge is given of a topic, as experiments put it: `sentence + seed` or `3 examples`."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace

from lycosa.errors import LycosaError
from lycosa.model import Page
from lycosa.topic import UNNAMED, Topic

_PART = re.compile(r"(?P<word>sentence|keywords)|((?P<count>[1-9]\d*) )?(?P<pages>examples?|seeds?)")
HOW = "sentence, keywords, seed, 3 seeds, 1 example or 10 examples, joined by +"


@dataclass(frozen=True)
class Words:
    """A topic as somebody would put it."""

    sentence: str = ""
    keywords: tuple[str, ...] = ()


@dataclass(frozen=True)
class Description:
    """Which of a topic's words and pages a judge is given."""

    sentence: bool = False
    keywords: bool = False
    examples: int = 0
    """Pages that describe it."""
    seeds: int = 0
    """Pages that the crawl starts from and the judge is told of; 0: it does not know them."""

    @classmethod
    def parse(cls, text: str) -> Description:
        """Read a description such as `10 examples + sentence`."""
        found = cls()
        for part in text.split("+"):
            match = _PART.fullmatch(part.strip())
            if match is None:
                raise LycosaError(f"described_by is {text!r}; it must be {HOW}")
            count = int(match["count"] or 1)
            match match["word"] or match["pages"].rstrip("s"):
                case "sentence":
                    found = replace(found, sentence=True)
                case "keywords":
                    found = replace(found, keywords=True)
                case "example":
                    found = replace(found, examples=count)
                case _:
                    found = replace(found, seeds=count)
        if not (found.sentence or found.keywords or found.examples):
            raise LycosaError(f"described_by is {text!r}: seeds alone describe nothing")
        return found

    def check(self, words: Words, topic: str = "the topic") -> None:
        """Complain of words that are asked for and missing."""
        for name in ("sentence", "keywords"):
            if getattr(self, name) and not getattr(words, name):
                raise LycosaError(f"no {name} given, by which {topic} is to be described")

    def topic(self, words: Words, pages: Sequence[Page], seeds: tuple[str, ...]) -> Topic:
        """Describe a topic, without its label."""
        if self.examples:
            topic = Topic.from_pages(pages[: self.examples])
        elif self.sentence:
            topic = Topic.from_sentence(words.sentence, UNNAMED)
        else:
            topic = Topic.from_keywords(words.keywords, UNNAMED)
        return replace(
            topic,
            sentence=words.sentence if self.sentence else "",
            keywords=dict.fromkeys(words.keywords, 1.0) if self.keywords else {},
            seeds=seeds if self.seeds or self.examples else (),
        )
