from __future__ import annotations

import base64
import hashlib
import json
import re
from html.parser import HTMLParser
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner
from tests.labresults import SKILL, NamedWeb, made_results

from lycosa.cli.lab_report import report
from lycosa.errors import LycosaError
from lycosa.report.lab.commands import commands_of
from lycosa.report.lab.page import report_html, write_report
from lycosa.report.lab.runs import contests_of, read_results
from lycosa.report.lab.sentences import contest_sentences, overall_sentences
from lycosa.report.lab.significance import across, within

HOSTILE = "</title></svg><script>alert(1)</script>{{7*7}}\"'&"


class Outline(HTMLParser):
    """Notes tags, headings and identifiers."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.tags: list[str] = []
        self.attributes: list[tuple[str, str | None]] = []
        self.feed(page)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append(tag)
        self.attributes += attrs


def words(sentences: list[Any]) -> str:
    return " ".join(sentence.striptags() for sentence in sentences)


def test_the_report_says_who_found_most() -> None:
    contest = contests_of(made_results())[0]
    said = words(contest_sentences(contest, within(contest)))
    assert said.startswith("careful found the most")
    assert "blind found the fewest" in said


def test_a_clear_lead_is_called_more_than_noise() -> None:
    contest = contests_of(made_results({"good": 0.9, "bad": 0.1}, repeats=6))[0]
    assert "more than noise" in words(contest_sentences(contest, within(contest)))


def test_a_lead_within_its_interval_is_called_noise() -> None:
    contest = contests_of(made_results({"one": 0.5, "other": 0.5}, repeats=6))[0]
    assert "within noise" in words(contest_sentences(contest, within(contest)))


def test_one_repeat_cannot_tell_luck_from_skill() -> None:
    contest = contests_of(made_results(repeats=1))[0]
    assert "one repeat cannot tell" in words(contest_sentences(contest, None))
    assert within(contest) is None


def test_the_oracle_is_a_yardstick_and_no_rival() -> None:
    contest = contests_of(made_results())[0]
    assert list(contest.by_strategy) == ["careful", "middling", "blind", "oracle"]
    assert set(contest.rivals) == {"careful", "middling", "blind"}


def test_topics_are_contests_of_their_own_and_count_once_over_all() -> None:
    contests = contests_of([r for topic in "abcd" for r in made_results(topic=topic)])
    tested = across(contests)
    assert [contest.topic for contest in contests] == list("abcd")
    assert tested is not None
    assert (tested.test.blocks, tested.test.ranks["careful"]) == (4, 1)
    assert "careful in 4" in words(overall_sentences(contests, tested))


def test_budgets_and_webs_are_never_mixed() -> None:
    results = made_results() + made_results(budget=60)
    other = made_results(web=NamedWeb("other"))
    for result in other:
        result["web"]["digest"] = "e" * 64
    assert len(contests_of(results + other)) == 3


def test_variants_of_a_strategy_are_told_apart_by_their_parameters() -> None:
    results = made_results({"s": 0.5}) + made_results({"s": 0.5}, parameters={"seed": 0, "threshold": 0.7})
    assert set(contests_of(results)[0].by_strategy) == {"s (threshold=0.5)", "s (threshold=0.7)"}


def test_repeats_that_not_all_ran_do_not_count_as_blocks() -> None:
    results = [r for r in made_results(repeats=4) if (r["strategy"], r["repeat"]) != ("blind", 2)]
    tested = within(contests_of(results)[0])
    assert tested is not None
    assert tested.test.blocks == 3


def test_a_crawl_that_ended_early_is_pointed_out() -> None:
    results = made_results()
    results[0]["pages"] = 20
    contest = contests_of(results)[0]
    assert "1 of 12 crawls ended before their budget was spent (careful)" in words(
        contest_sentences(contest, None)
    )


def test_label_and_own_verdict_have_tables_of_their_own() -> None:
    page = report_html(made_results())
    tables = re.findall(r'<p class="caption">(By[^<]+)</p>.*?<thead>(.*?)</thead>', page, re.DOTALL)
    heads = {caption: re.findall(r'<th scope="col">([^<]+)', head) for caption, head in tables}
    assert heads == {
        "By label, after the last page": [
            *("strategy", "harvest", "recall", "area", "share of oracle", "target length")
        ],
        "By own verdict, after the last page": [
            *("strategy", "relevant", "harvest", "AR", "SD", "target length", "agreement")
        ],
    }


def test_every_figure_has_a_name_and_a_description() -> None:
    page = report_html(made_results())
    drawings = re.findall(r"<svg .*?</svg>", page, re.DOTALL)
    assert len(drawings) == 13
    for drawing in drawings:
        for part in re.search(r'aria-labelledby="(\S+) (\S+)"', drawing).groups():  # type: ignore[union-attr]
            assert re.search(rf'id="{part}">[^<]+<', drawing)


def test_mechanisms_are_shown_of_strategies_that_keep_count() -> None:
    page = report_html(made_results())
    table = page.partition("How often mechanisms acted (mean per crawl)</p>")[2].partition("</table>")[0]
    assert "links called back" in table
    assert ">careful<" in table
    assert ">blind<" not in table
    assert "Mechanisms at work" not in report_html(made_results(mechanisms={}))


def test_identifiers_are_unique() -> None:
    page = report_html([r for topic in ("a b", "a-b", "a/b") for r in made_results(topic=topic)])
    names = [value for key, value in Outline(page).attributes if key == "id"]
    assert len(names) == len(set(names))


def test_headings_leave_out_no_level() -> None:
    page = report_html(made_results() + made_results(topic="other"))
    levels = [int(tag[1]) for tag in Outline(page).tags if re.fullmatch(r"h[1-6]", tag)]
    assert levels[0] == 1
    assert levels.count(1) == 1
    assert all(b <= a + 1 for a, b in pairwise(levels))


def test_the_policy_allows_our_style_and_nothing_else() -> None:
    page = report_html(made_results())
    style = re.search(r"<style>(.*?)</style>", page, re.DOTALL).group(1)  # type: ignore[union-attr]
    digest = base64.b64encode(hashlib.sha256(style.encode()).digest()).decode()
    assert f"default-src 'none'; style-src 'sha256-{digest}'; img-src data:" in page
    assert page.count("<style>") == 1


def test_nothing_in_the_report_is_fetched_or_run() -> None:
    outline = Outline(report_html(made_results()))
    assert not {"script", "img", "iframe", "object"} & set(outline.tags)
    fetched = [value or "" for key, value in outline.attributes if key in ("href", "src")]
    assert all(value.startswith(("#", "data:")) for value in fetched)
    assert not [key for key, _ in outline.attributes if key.startswith("on") or key == "style"]


def test_hostile_text_stays_text() -> None:
    results = made_results(
        {HOSTILE: 0.5, **SKILL}, topic=HOSTILE, web=NamedWeb(HOSTILE), stop=HOSTILE, failures={HOSTILE: 1}
    ) + made_results(topic="other")
    for result in results:
        result["seeds"] = result["examples"] = [f"javascript:{HOSTILE}"]
        result["parameters"][HOSTILE] = HOSTILE
        result["environment"][HOSTILE] = HOSTILE
        result["timings"]["stage_s"][HOSTILE] = 0.1
        result["web"]["digest"] += HOSTILE
    page = report_html(results)
    clean = Outline(report_html(made_results() + made_results(topic="other")))
    assert set(Outline(page).tags) == set(clean.tags)
    assert {key for key, _ in Outline(page).attributes} == {key for key, _ in clean.attributes}
    assert "{{7*7}}" in page


def test_reports_of_the_same_results_are_the_same() -> None:
    assert report_html(made_results()) == report_html(made_results())


@pytest.mark.parametrize(
    "results",
    [
        made_results({"alone": 0.5}, repeats=1),
        made_results({"oracle": 1.0}),
        made_results({"a": 0.0, "b": 0.0, "c": 0.0}),
        made_results(sightings=()),
        made_results(budget=1),
        made_results(stage_s={}, cpu_s=0.0, failures={}),
        made_results({f"strategy-{i}": i / 30 for i in range(30)}, repeats=2),
    ],
    ids=["one run", "oracle only", "none found", "no pages", "one page", "untimed", "thirty strategies"],
)
def test_odd_results_still_make_a_report(results: list[dict[str, Any]]) -> None:
    page = report_html(results + [{**result, "topic": "again"} for result in results])
    assert not re.search(r"\b(nan|inf|None)\b", page)


def test_no_results_are_refused(tmp_path: Path) -> None:
    with pytest.raises(LycosaError, match="no results"):
        write_report([], tmp_path / "report.html")


def test_a_result_that_lacks_something_is_named() -> None:
    results = made_results()
    del results[2]["checkpoints"][0]["label"]["recall"]
    with pytest.raises(LycosaError, match=r"result 2\.checkpoints\.0\.label\.recall"):
        report_html(results)


def test_half_characters_are_replaced(tmp_path: Path) -> None:
    write_report(made_results(stop="\ud800", failures={"\udfff": 1}), tmp_path / "report.html")
    assert "<td>3</td>" in (tmp_path / "report.html").read_text(encoding="utf-8")


def test_not_a_number_is_refused() -> None:
    results = made_results()
    results[0]["timings"]["cpu_s"] = float("nan")
    with pytest.raises(LycosaError, match=r"0\.timings\.cpu_s"):
        report_html(results)


@pytest.mark.parametrize("content", ["{", '{"a": 1}', "[" * 100_000])
def test_a_file_without_results_is_refused(tmp_path: Path, content: str) -> None:
    file = tmp_path / "results.json"
    file.write_text(content)
    with pytest.raises(LycosaError, match=re.escape(str(file))):
        read_results(file)


def test_the_command_writes_the_report_beside_the_results(tmp_path: Path) -> None:
    file = tmp_path / "results.json"
    file.write_text(json.dumps(made_results()))
    outcome = CliRunner().invoke(report, [str(file), "--figures", str(tmp_path / "figures")])
    assert outcome.exit_code == 0
    assert (tmp_path / "report.html").read_text(encoding="utf-8").startswith("<!doctype html>")
    assert "39 files" in outcome.output


def test_a_report_that_cannot_be_written_names_its_file(tmp_path: Path) -> None:
    with pytest.raises(LycosaError, match="absent"):
        write_report(made_results(), tmp_path / "absent" / "report.html")


def table_of(page: str, caption: str) -> list[list[str]]:
    """Return the cells of the table below a caption."""
    found = re.search(rf'<p class="caption">{re.escape(caption)}.*?<table>(.*?)</table>', page, re.DOTALL)
    assert found is not None
    rows = re.findall(r"<tr.*?</tr>", found[1], re.DOTALL)
    return [
        [re.sub(r"<[^>]+>", "", cell).strip() for cell in re.findall(r"<t[hd].*?</t[hd]>", row, re.DOTALL)]
        for row in rows
    ]


def test_the_report_tells_how_many_pages_lay_behind_tunnels() -> None:
    results = made_results({"one": 0.5, "other": 0.5})
    for result in results:
        result["tunnels"] = [10, 4, 0, 1, 2, 3]
    head, first, *_ = table_of(report_html(results), "Tunnels crossed")
    assert head[1:] == [
        *(
            "behind tunnels",
            "share of its on-topic pages",
            "1 off-topic page",
            "2",
            "3",
            "4 or more",
            "longest",
        )
    ]
    assert first[1:] == ["10.0", "0.500", "4.0", "0.0", "1.0", "5.0", "5"]


def test_no_tunnels_are_told_in_a_sentence() -> None:
    results = made_results()
    for result in results:
        result["tunnels"] = [12]
    assert "No crawl reached an on-topic page through an off-topic one." in report_html(results)


def test_harvest_by_host_pools_the_repeats() -> None:
    results = made_results({"one": 0.5, "other": 0.5}, repeats=2)
    for result in results:
        result["hosts"] = {
            "count": 2,
            "largest": [
                {"host": "a.example", "pages": 30, "relevant": 0, "on_topic": 12 + result["repeat"] * 6},
                {"host": "b.example", "pages": 20, "relevant": 0, "on_topic": 0},
            ],
        }
    head, first, *_ = table_of(report_html(results), "Harvest by host")
    assert head[1:] == ["hosts per crawl", "a.example", "b.example"]
    assert first[1:] == ["2.0", "0.500 of 60", "0.000 of 40"]


def test_one_host_is_told_in_a_sentence() -> None:
    results = made_results()
    for result in results:
        result["hosts"] = {"count": 1, "largest": result["hosts"]["largest"][:1]}
    assert "All pages come from one host." in report_html(results)


def test_an_experiment_that_repeats_a_paper_shows_its_table_beside_ours() -> None:
    page = report_html(made_results({"bfs": 0.2, "bcw-cc": 0.9}, experiment="paper-000"))
    head, *rows = table_of(page, "Table 3: rainstorm disasters, 15,000 pages")
    assert head[1:4] == ["AC, paper", "AC, own", "AC, label"]
    assert [(row[0], row[1]) for row in rows] == [("bfs", "0.237"), ("bcw-cc", "0.901")]


def test_other_experiments_have_no_paper_beside_them() -> None:
    assert "Beside the paper" not in report_html(made_results(experiment="quick"))


def test_the_command_to_run_again_names_the_web_and_the_experiment() -> None:
    results = made_results(experiment="tuning")
    commands = contest_commands(results)
    assert commands[0] == "lycosa lab run experiments/tuning.toml --webs webs --out out"
    assert commands[1].startswith("lycosa lab run --web webs/little-web --topic storms ")


def test_a_synthetic_web_is_named_by_its_settings() -> None:
    results = made_results()
    for result in results:
        result["web"]["spec"] = "synth:pages=400"
    assert contest_commands(results)[0].startswith("lycosa lab run --web synth:pages=400 --topic storms ")


def contest_commands(results: list[dict[str, Any]]) -> list[str]:
    return commands_of(contests_of(results)[0])


def test_times_without_parsing_say_so() -> None:
    results = made_results()
    assert "Pages were parsed once and shared" in report_html(results)
    for result in results:
        result["analysis"] = "own"
    assert "Every crawl parsed its own pages" in report_html(results)


def test_several_contests_say_who_wins_where() -> None:
    page = report_html(made_results(topic="a", repeats=6) + made_results(topic="b", repeats=6))
    head, *rows = table_of(page, "Who wins where")
    assert head == ["contest", "pages", "found the most", "on topic", "of the oracle", "next", "lead"]
    assert [row[2] for row in rows] == ["careful", "careful"]
