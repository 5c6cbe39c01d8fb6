"""Results as one flat table for other programs: a row for each crawl and checkpoint, as Parquet."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import pyarrow as pa  # type: ignore[import-untyped]
from pyarrow import parquet

from lycosa.errors import LycosaError
from lycosa.lab.experiment.results import Result

_OF_CRAWL = (
    *("experiment", "protocol", "use", "strategy", "topic", "repeat", "analysis"),
    *("reachable_on_topic", "stop", "visits"),
)


def write_table(results: Sequence[Result], file: Path) -> None:
    """Write results, whole or not at all."""
    unfinished = file.with_name(file.name + ".part")
    try:
        parquet.write_table(pa.Table.from_pylist(list(_rows(results))), unfinished)
        unfinished.replace(file)
    except OSError as error:
        raise LycosaError(f"cannot write {file}: {error}") from error


def _rows(results: Sequence[Result]) -> Iterator[dict[str, Any]]:
    for result in results:
        crawl = {
            "web": result["web"]["name"],
            "web_digest": result["web"]["digest"],
            **{name: result[name] for name in _OF_CRAWL},
            "budget": result["plan"]["budget"],
            "hosts": result["hosts"]["count"],
            "tunnels": result["tunnels"],
            "parameters": ", ".join(f"{key}={value}" for key, value in sorted(result["parameters"].items())),
            "cpu_s": result["timings"]["cpu_s"],
            **{f"{stage}_s": spent for stage, spent in result["timings"]["stage_s"].items()},
        }
        for point in result["checkpoints"]:
            yield {
                **crawl,
                "at": point["at"],
                "pages": point["pages"],
                **{f"label_{name}": value for name, value in point["label"].items()},
                **{f"own_{name}": value for name, value in point["own"].items()},
                **{f"verdict_{name}": value for name, value in point.get("verdict", {}).items()},
                "oracle_share": point["oracle_share"],
                **{name: point[name] for name in ("seconds",) if name in point},
            }
