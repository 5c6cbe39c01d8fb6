"""The page of a full comparison: every strategy on every topic, with intervals and ranks."""

from __future__ import annotations

from collections.abc import Sequence

from experiments.publish.markdown import number, plain, prose, rerun, table

from lycosa.lab.experiment.results import Mean, mean
from lycosa.lab.experiment.statistics import ranks
from lycosa.report.lab.runs import Contest
from lycosa.report.lab.sentences import contest_sentences, luck_sentences, overall_sentences
from lycosa.report.lab.significance import Significance, across, within
from lycosa.report.lab.views import LABEL, Column

HARVEST, RECALL, AREA, SHARE = LABEL[:4]


TOPICS_ABOUT = """\
Recall by label after the last page: mean over the draws, half of its 95 % interval, and in brackets the
rank within the topic. The oracle knows the labels and has no rank."""
RANKS_ABOUT = """\
Means are taken over the {topics} topics, with the 95 % interval over topics. The last column says
whether a strategy is further from the best than the critical difference ({difference:.2f} ranks;
Nemenyi, 5 %)."""


def matrix_page(
    title: str, about: str, contests: Sequence[Contest], figures: Sequence[str], part: str
) -> str:
    """Write a page; `figures` are the names of the drawings to show, `part` is what was run for it."""
    parts = [
        f"# {title}",
        "Written by `make results`; do not edit.",
        about,
        "## Over all",
        *overall_section(contests),
        rerun(part),
        *(f"![{name}]({name}.svg)" for name in figures),
        "## Topic by topic",
        prose(TOPICS_ABOUT),
        *(text for web in _webs(contests) for text in (*_web_section(web), rerun(part))),
        "## Who won where",
        "\n".join(f"- *{c.title}*: {plain(contest_sentences(c, within(c))[0])}" for c in contests),
        "## What was crawled",
        table(
            ["topic", "web", "pages of the web", "on topic in reach", "budget", "draws", "starts at"],
            [_setup(contest) for contest in contests],
            words=2,
        ),
        rerun(part),
    ]
    return "\n\n".join(parts) + "\n"


def overall_section(contests: Sequence[Contest]) -> list[str]:
    """Sum up all contests: sentences, and the table of average ranks."""
    tested = across(contests)
    said = [plain(sentence) for sentence in overall_sentences(contests, tested)]
    if tested is None:
        return [" ".join(said)]
    said += [plain(sentence) for sentence in luck_sentences(tested)]
    return [
        " ".join(said),
        prose(RANKS_ABOUT.format(topics=len(contests), difference=tested.critical_difference)),
        table(
            ["strategy", "average rank", "recall", "share of oracle", "harvest", "area", "firsts", "worse"],
            [_overall_row(name, contests, tested) for name in by_rank(tested)],
        ),
    ]


def by_rank(tested: Significance) -> list[str]:
    """Return the strategies from the best average rank to the worst."""
    return sorted(tested.test.ranks, key=lambda name: (tested.test.ranks[name], name))


def over_topics(contests: Sequence[Contest], name: str, column: Column) -> Mean | None:
    """Return the mean of a strategy over topics; None where one of them lacks the value."""
    values = [column.mean(contest.by_strategy.get(name, [])) for contest in contests]
    known = [value.value for value in values if value]
    return mean(known) if len(known) == len(contests) else None


def _overall_row(name: str, contests: Sequence[Contest], tested: Significance) -> list[str]:
    best = min(tested.test.ranks.values())
    wins = sum(next(iter(contest.rivals), None) == name for contest in contests)
    worse = tested.test.ranks[name] - best > tested.critical_difference
    return [
        f"`{name}`",
        f"{tested.test.ranks[name]:.2f}",
        *(number(over_topics(contests, name, column)) for column in (RECALL, SHARE, HARVEST, AREA)),
        str(wins),
        "yes" if worse else "no",
    ]


def _webs(contests: Sequence[Contest]) -> list[list[Contest]]:
    webs: dict[str, list[Contest]] = {}
    for contest in contests:
        webs.setdefault(contest.web.name, []).append(contest)
    return list(webs.values())


def _web_section(contests: Sequence[Contest]) -> list[str]:
    names = list(dict.fromkeys(name for contest in contests for name in contest.by_strategy))
    placed = [_ranked(contest) for contest in contests]
    average = {name: over_topics(contests, name, RECALL) for name in names}
    ordered = sorted(names, key=lambda name: (name == "oracle", -(average[name] or Mean(-1, 0)).value, name))
    rows = [
        [f"`{name}`", *(_standing(c, p, name) for c, p in zip(contests, placed, strict=True))]
        for name in ordered
    ]
    return [
        f"### {contests[0].web.name}",
        table(["strategy", *(contest.topic for contest in contests)], rows),
    ]


def _ranked(contest: Contest) -> dict[str, float]:
    values = {name: value.value for name, runs in contest.rivals.items() if (value := RECALL.mean(runs))}
    return dict(zip(values, ranks(list(values.values())), strict=True))


def _standing(contest: Contest, placed: dict[str, float], name: str) -> str:
    told = number(RECALL.mean(contest.by_strategy.get(name, [])))
    return f"{told} ({placed[name]:g})" if name in placed else told


def _setup(contest: Contest) -> list[str]:
    reach = mean([float(run.reachable_on_topic) for run in contest.runs])
    starts = (
        f"{len(contest.setup.start)} given pages"
        if contest.setup.start
        else f"{contest.setup.seeds} examples"
    )
    return [
        contest.topic,
        contest.web.name,
        f"{contest.web.pages:,}",
        f"{reach.value:,.0f}",
        f"{contest.setup.budget:,}",
        str(contest.repeats),
        starts,
    ]
