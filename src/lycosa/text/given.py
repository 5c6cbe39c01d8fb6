"""A language that a person gives: its two-letter code, or what is wrong with it."""

from __future__ import annotations

from lycosa.errors import LycosaError
from lycosa.text.language import primary

_ISO_639 = """
aa ab ae af ak am an ar as av ay az ba be bg bh bi bm bn bo br bs ca ce ch co cr cs cu cv cy da de
dv dz ee el en eo es et eu fa ff fi fj fo fr fy ga gd gl gn gu gv ha he hi ho hr ht hu hy hz ia id
ie ig ii ik io is it iu ja jv ka kg ki kj kk kl km kn ko kr ks ku kv kw ky la lb lg li ln lo lt lu
lv mg mh mi mk ml mn mr ms mt my na nb nd ne ng nl nn no nr nv ny oc oj om or os pa pi pl ps pt qu
rm rn ro ru rw sa sc sd se sg si sk sl sm sn so sq sr ss st su sv sw ta te tg th ti tk tl tn to tr
ts tt tw ty ug uk ur uz ve vi vo wa wo xh yi yo za zh zu
"""
_WITHDRAWN = ("in", "iw", "ji", "mo", "sh")
"""Codes that pages and the detector still use."""
CODES = frozenset((*_ISO_639.split(), *_WITHDRAWN))
"""Codes that a person may give."""


def given_language(tag: str, what: str = "language") -> str:
    """Return the code of a language tag, empty for an empty one; `what` it is stands in the error of others.

    A language without a stemmer is a language; what pages declare is not looked at here.

    >>> given_language("pt-BR"), given_language("yue"), given_language("")
    ('pt', 'zh', '')
    >>> given_language("english", "topic.language")
    Traceback (most recent call last):
    lycosa.errors.LycosaError: topic.language 'english' is not a two-letter code of ISO 639, such as en
    """
    code = primary(tag)
    if tag and code not in CODES:
        raise LycosaError(f"{what} {tag!r} is not a two-letter code of ISO 639, such as en")
    return code
