"""English texts of the synthetic web: what any topic is written with."""

from __future__ import annotations

from lycosa.lab.synth.language.english_topics import ENGLISH_TOPICS
from lycosa.lab.synth.language.lexicon import Language

ENGLISH = Language(
    code="en",
    topics=ENGLISH_TOPICS,
    sentences=(
        "There is more to say about the {2} than fits on this page.",
        "Many readers have asked about this since last year.",
        "The next part looks at the {2} in more detail.",
        "It is too early to say how this will end.",
        "As so often, the answer depends on the {2} and on time.",
        "A short list of sources follows at the end.",
        "People who know the place were not surprised.",
        "This page was corrected twice after letters about the {2}.",
        "Some of it is opinion, and some of it is simply the {2}.",
        "The numbers come from several years and should be read with care.",
    ),
    anchors=("read more", "click here", "more", "this page", "continue", "details", "full story", "link"),
    carriers=(
        "See also {}.",
        "More on this: {}.",
        "An earlier page covers it: {}.",
        "Compare {} for another view.",
        "It is described under {}.",
    ),
    home="Home",
    related="Elsewhere",
    overview="All about {0}, page {1}",
    footer="All rights reserved. Terms of use, privacy, contact, newsletter, advertising and cookies.",
    plain_title="Notice {0}",
)
