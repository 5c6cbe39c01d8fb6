"""How the words of a command line become options, topics and seeds."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import click
import pytest
from click.testing import CliRunner

from lycosa.cli.crawl import asked_for, read_seeds
from lycosa.cli.options import ListOptions
from lycosa.cli.root import lycosa
from lycosa.errors import LycosaError
from lycosa.toml_file import read_toml

A, B = "https://a.example/", "https://b.example/?x=1,2"


def parsed(*words: str) -> dict[str, Any]:
    """Return what a command with lists of URLs and of names makes of some words."""
    command = ListOptions(
        "try",
        params=[
            click.Argument(["topic"], required=False),
            click.Option(["--seed"], multiple=True, metavar="URL…"),
            click.Option(["--name"], multiple=True),
            click.Option(["--pages"]),
        ],
    )
    return command.make_context("try", [*words]).params


def test_a_list_may_be_written_in_three_ways() -> None:
    for words in (["--name", "a", "b"], ["--name", "a", "--name=b"], ["--name", "a,b"]):
        assert parsed(*words)["name"] == ("a", "b")


def test_a_comma_inside_a_url_does_not_end_it() -> None:
    assert parsed("--seed", B)["seed"] == (B,)
    assert parsed("--seed", f"{B},{A}", A)["seed"] == (B, A, A)


def test_a_topic_may_stand_behind_the_seeds() -> None:
    found = parsed("--seed", A, B, "flash floods", "--pages", "3")
    assert (found["topic"], found["seed"], found["pages"]) == ("flash floods", (A, B), "3")


@pytest.mark.parametrize("words", [["--name"], ["--name", ""], ["--name", "--pages", "3"]])
def test_a_list_without_values_is_not_passed_over(words: list[str]) -> None:
    with pytest.raises(click.BadOptionUsage, match="'--name' requires an argument"):
        parsed(*words)


def test_help_shows_arguments_where_no_list_swallows_them() -> None:
    assert "crawl [TOPIC] [OPTIONS]" in CliRunner().invoke(lycosa, ["crawl", "--help"]).output


def test_seeds_of_other_systems_are_read(tmp_path: Path) -> None:
    file = tmp_path / "seeds.txt"
    file.write_bytes(f"\ufeff{A}\r\n\r\n  # old\r\n  {B}  \r\n".encode())
    assert read_seeds(file) == [A, B]


def test_the_line_of_a_bad_seed_is_named(tmp_path: Path) -> None:
    file = tmp_path / "seeds.txt"
    file.write_text(f"{A}\n\nexample.org\n")
    with pytest.raises(LycosaError, match=r"seeds.txt, line 3: seed 'example.org' is not an http"):
        read_seeds(file)


def test_settings_with_a_byte_order_mark_and_a_loud_ending_are_read(tmp_path: Path) -> None:
    file = tmp_path / "FLOODS.TOML"
    file.write_bytes(b'\xef\xbb\xbf[topic]\r\nsentence = "flash floods"\r\n')
    assert read_toml(file)["topic"]["sentence"] == "flash floods"
    assert asked_for(str(file), (A,), None, {}).topic.sentence == "flash floods"


@pytest.mark.parametrize(
    "words", [["threshold", "sims", "--random-seed", "-5"], ["lab", "run", "--out", "x", "--jobs", "0"]]
)
def test_numbers_that_nothing_works_with_are_refused_by_name(words: list[str]) -> None:
    told = CliRunner().invoke(lycosa, words)
    assert told.exit_code == 2
    assert f"'{words[-2]}': {words[-1]} is not in the range" in told.output


@pytest.mark.parametrize("name", ["crawl.toml", "topic/topic.toml", "report.html"])
def test_a_crawl_does_not_begin_over_files_that_none_has_written(tmp_path: Path, name: str) -> None:
    file = tmp_path / name
    file.parent.mkdir(exist_ok=True)
    file.write_text("# mine")
    told = CliRunner().invoke(lycosa, ["crawl", "floods", "--seed", A, "--out", str(tmp_path)])
    assert isinstance(told.exception, LycosaError)
    assert "which a crawl would replace" in str(told.exception)
    assert file.read_text() == "# mine"


@pytest.mark.parametrize(("held", "advised"), [("warc", "resume"), ("cluster.toml", "cluster resume")])
def test_a_folder_that_holds_a_crawl_is_to_be_taken_up_as_what_it_is(
    tmp_path: Path, held: str, advised: str
) -> None:
    for name in ("state.sqlite", "crawl.toml", held):
        (tmp_path / name).touch()
    told = CliRunner().invoke(lycosa, ["crawl", "floods", "--seed", A, "--out", str(tmp_path)])
    assert f"`lycosa {advised} {tmp_path}`" in str(told.exception)
