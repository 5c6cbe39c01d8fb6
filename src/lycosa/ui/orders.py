"""What the page may ask for: JSON in, an order or an answer kept in the crawl's folder."""

from __future__ import annotations

from contextlib import closing
from pathlib import Path
from typing import Annotated, Literal

from pydantic import BaseModel, ConfigDict, Field, TypeAdapter, ValidationError

from lycosa.engine.commands import Order
from lycosa.engine.learning.feedback import PageLabel
from lycosa.errors import LycosaError
from lycosa.store.keep import is_shared
from lycosa.store.tables.commands import give_order
from lycosa.store.tables.labels import VIEW, Labelling
from lycosa.ui.resumption import Resumption
from lycosa.url import given_url

_URL_CHARS = 2_000
_PAGES_MAX = 10**9
_VISITS_MAX = 2**63 - 1
"""The largest number that a database takes."""


class _Strict(BaseModel):
    model_config = ConfigDict(extra="forbid", strict=True)


class _Bare(_Strict):
    do: Literal["pause", "resume", "stop"]


class _Budget(_Strict):
    do: Literal["budget"]
    pages: int = Field(ge=1, le=_PAGES_MAX)


class _Site(_Strict):
    do: Literal["seed", "ban"]
    url: str = Field(min_length=1, max_length=_URL_CHARS)


class _Label(_Strict):
    do: Literal["label"]
    visit: int = Field(ge=0, le=_VISITS_MAX)
    label: Literal["yes", "no", "more", "never"]


class _TakeUp(_Strict):
    do: Literal["take-up"]


_ASKED: TypeAdapter[_Bare | _Budget | _Site | _Label | _TakeUp] = TypeAdapter(
    Annotated[_Bare | _Budget | _Site | _Label | _TakeUp, Field(discriminator="do")]
)


class NotAnOrder(LycosaError):
    """Something that our page never asks for."""


def carry_out(folder: Path, body: bytes, resumption: Resumption) -> str:
    """Do what the page asks; return what was done, in a few words."""
    try:
        asked = _ASKED.validate_json(body)
    except ValidationError as error:
        raise NotAnOrder(f"not an order: {error.errors()[0]['msg']}") from error
    if isinstance(asked, _Label):
        _label(folder, asked)
        return f"labelled {asked.label}"
    if is_shared(folder):
        raise LycosaError(
            f"a cluster takes no orders from here: Ctrl-C stops it, `lycosa cluster resume {folder}` goes on"
        )
    if isinstance(asked, _TakeUp):
        resumption.begin()
        return "the crawl is taken up again"
    value = str(asked.pages) if isinstance(asked, _Budget) else getattr(asked, "url", "")
    if asked.do == "seed":
        given_url(value)
    give_order(folder, Order(asked.do), value)
    return f"asked to {asked.do}"


def _label(folder: Path, asked: _Label) -> None:
    with closing(Labelling(folder)) as labelling:
        if not labelling.judged(asked.visit):
            raise LycosaError(f"visit {asked.visit} has brought no page")
        labelling.keep(asked.visit, PageLabel(asked.label), VIEW)
