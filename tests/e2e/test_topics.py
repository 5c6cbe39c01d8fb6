"""A topic told in one sentence, or by five pages, is enough for a whole crawl."""

from __future__ import annotations

import json
from pathlib import Path

from click.testing import CliRunner

from lycosa.cli.root import lycosa


def share_on_topic(tmp_path: Path, *words: str) -> float:
    """Return the share of pages on topic that a focused crawl of the synthetic web finds."""
    out = tmp_path / "out"
    command = ["lab", "run", "--web", "synth", "--topic", "rainstorm", "--strategy", "best-first"]
    done = CliRunner().invoke(lycosa, [*command, "--budget", "100", "--out", str(out), *words])
    assert done.exit_code == 0, done.output
    (result,) = json.loads((out / "results.json").read_text(encoding="utf-8"))
    return float(result["checkpoints"][-1]["label"]["harvest"])


def test_one_sentence_describes_a_topic_to_the_lab(tmp_path: Path) -> None:
    told = "rainstorm disasters: heavy rain, flash floods, landslides and the damage they do"
    assert share_on_topic(tmp_path, "--sentence", told) > 0.6


def test_five_example_pages_describe_a_topic_to_the_lab(tmp_path: Path) -> None:
    assert share_on_topic(tmp_path, "--examples", "5") > 0.6
