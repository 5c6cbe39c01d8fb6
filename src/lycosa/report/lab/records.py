"""What a result of the lab holds, part by part, each checked when it is read."""

from __future__ import annotations

from typing import Annotated

from pydantic import BaseModel, ConfigDict, Field, model_validator

Count = Annotated[int, Field(ge=0)]
Share = Annotated[float, Field(ge=0)]


class ResultPart(BaseModel):
    """A part of a result: frozen, and without numbers that are none."""

    model_config = ConfigDict(frozen=True, allow_inf_nan=False)


class Own(ResultPart):
    """A crawl by its own verdict; see `lycosa.lab.experiment.measures.OwnMeasures`."""

    relevant: Count
    harvest: Share
    mean_score: float
    score_deviation: Share
    target_length: Count
    area: Share


class Label(ResultPart):
    """A crawl by independent labels; see `lycosa.lab.experiment.measures.LabelMeasures`."""

    on_topic: Count
    harvest: Share
    recall: Share
    target_length: Count
    area: Share
    agreement: Share
    tunnelled: Count


class Verdict(ResultPart):
    """Verdicts by independent labels; see `lycosa.lab.experiment.verdicts.VerdictMeasures`."""

    precision: Share | None = None
    recall: Share | None = None
    f1: Share | None = None
    average_precision: Share | None = None
    brier: Share | None = None
    calibration_error: Share | None = None


class BinRecord(ResultPart):
    """The pages whose scores lie in one bin."""

    low: Share
    high: Share
    pages: Count
    score: Share
    on_topic: Share


class PointRecord(ResultPart):
    """Both views after a number of pages."""

    at: Annotated[int, Field(ge=1)]
    pages: Count
    own: Own
    label: Label
    verdict: Verdict = Verdict()
    """Empty in results from before verdicts were measured."""
    oracle_share: Share | None = None


class CurveRecord(ResultPart):
    """Harvest rates along a crawl."""

    pages: list[Count]
    own_harvest: list[Share]
    label_harvest: list[Share]
    seconds: list[Share] | None = None
    """When, in virtual time, for crawls that ran as if live."""

    @model_validator(mode="after")
    def _even(self) -> CurveRecord:
        if not len(self.pages) == len(self.own_harvest) == len(self.label_harvest):
            raise ValueError("pages, own_harvest and label_harvest differ in length")
        if self.seconds is not None and len(self.seconds) != len(self.pages):
            raise ValueError("pages and seconds differ in length")
        return self


class HostResult(ResultPart):
    """What a crawl got from one host."""

    host: str
    pages: Count
    relevant: Count
    on_topic: Count


class HostsRecord(ResultPart):
    """How many hosts gave pages, and what the largest of them gave."""

    count: Count
    largest: list[HostResult]


class WebRecord(ResultPart):
    """The web that was crawled."""

    name: str
    spec: str
    """What to open it by: its folder, or the settings of a synthetic web."""
    pages: Count
    digest: str


class Network(ResultPart):
    """What a crawl as if live had to do with; see `lycosa.lab.experiment.live_like.LiveLike`."""

    latency_s: Share
    jitter_s: Share
    host_rest_s: Share
    address_rest_s: Share
    hosts_per_address: Count
    longest_hold_s: Share


class SearchRecord(ResultPart):
    """What found the seeds; see `lycosa.lab.experiment.seed_query.SeedQuery`."""

    heuristic: str
    query: str
    engines: tuple[str, ...]
    results: Count


class Setup(ResultPart):
    """The plan as far as it decides what can be compared."""

    budget: Annotated[int, Field(ge=1)]
    seeds: Count
    examples: Count
    random_seed: int = 0
    start: tuple[str, ...] = ()
    concurrency: Count = 1
    live: Network | None = None
    described_by: str = ""
    sentence: str = ""
    keywords: tuple[str, ...] = ()
    search: SearchRecord | None = None
    duplicates: bool = False
    """Whether copies of pages were found."""


class Timings(ResultPart):
    """What a crawl cost."""

    wall_s: Share
    cpu_s: Share
    pages_per_cpu_s: Share
    stage_s: dict[str, Share] = {}
    web_parse_s: Share = 0.0
    """What parsing the whole web took, where crawls share it."""
