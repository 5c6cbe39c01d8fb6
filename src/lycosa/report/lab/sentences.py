"""What a report says in plain words: who found most, by how much, and whether that may be luck."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence

from markupsafe import Markup

from lycosa.lab.experiment.results import Mean, mean
from lycosa.report.lab.runs import Contest, Run
from lycosa.report.lab.significance import ALPHA, Significance, p_text
from lycosa.report.lab.views import found

FEW_BLOCKS = 10
"""Below this, the distribution of Friedman's statistic is far from the chi-square it is compared with."""


def contest_sentences(contest: Contest, tested: Significance | None) -> list[Markup]:
    """Sum up a contest."""
    if not contest.rivals:
        return [Markup("Only the oracle ran: there is nothing to compare.")]
    sentences = [
        _leader(contest) + _lead(contest),
        _last(contest),
        _chance(tested) if tested else Markup(""),
        _verdicts(contest),
        _early_ends(contest),
    ]
    return [sentence for sentence in sentences if sentence]


def lead_of(contest: Contest) -> Mean | None:
    """Return how many on-topic pages the first found more than the second, draw by draw."""
    scores = contest.scores(_on_topic)
    if len(scores) < 2 or not contest.blocks:
        return None
    first, second = list(scores.values())[:2]
    return mean([a - b for a, b in zip(first, second, strict=True)])


def _leader(contest: Contest) -> Markup:
    name, runs = next(iter(contest.rivals.items()))
    template = "**{name}** found the most: {found} of {pages:,.0f} downloaded pages are on topic"
    template += ", {reach} of those in reach"
    if runs[0].end.oracle_share is not None:
        template += " and {share} of what the oracle finds with the same budget"
    return _say(
        template + ".",
        name=name,
        found=_pages(runs),
        pages=_mean(runs, lambda run: run.pages),
        reach=percent(_mean(runs, found)),
        share=percent(_mean(runs, lambda run: run.end.oracle_share or 0.0)),
    )


def _lead(contest: Contest) -> Markup:
    """Say how far the first is ahead of the second."""
    lead = lead_of(contest)
    if lead is None:
        return Markup("")
    second = list(contest.rivals)[1]
    if len(contest.blocks) < 2:
        template = " The next, **{second}**, found {gap} fewer; one repeat cannot tell whether that is luck."
        return _say(template, second=second, gap=f"{lead.value:,.0f}")
    low, high = lead.value - lead.half_width, lead.value + lead.half_width
    template = (
        " Against the next, **{second}**, that is {gap} pages (95 % interval {low} to {high}): {judged}."
    )
    judged = "more than noise" if low > 0 else "within noise"
    return _say(
        template, second=second, gap=signed(lead.value), low=signed(low), high=signed(high), judged=judged
    )


def _last(contest: Contest) -> Markup:
    if len(contest.rivals) < 3:
        return Markup("")
    name = list(contest.rivals)[-1]
    most, fewest = (
        _mean(runs, _on_topic) for runs in (next(iter(contest.rivals.values())), contest.rivals[name])
    )
    template = "**{name}** found the fewest, {found}" + (
        ": the best found {times:.1f} times as many." if fewest else "."
    )
    return _say(template, name=name, found=_pages(contest.rivals[name]), times=most / (fewest or 1))


def _chance(tested: Significance) -> Markup:
    template = "Over {count} {block}s, {differ} ({p})."
    return _say(
        template,
        count=tested.test.blocks,
        block=tested.block,
        differ=_differ(tested),
        p=p_text(tested.test.p_value),
    )


def _differ(tested: Significance) -> str:
    if tested.differs:
        return "the strategies differ by more than chance"
    return "the ranking of the strategies as a whole may be chance"


def _verdicts(contest: Contest) -> Markup:
    """Say how far own verdicts can be trusted."""
    agreement = {
        name: _mean(runs, lambda run: run.end.label.agreement) for name, runs in contest.rivals.items()
    }
    low, high = min(agreement, key=agreement.__getitem__), max(agreement, key=agreement.__getitem__)
    span = (
        "{a}"
        if percent(agreement[low]) == percent(agreement[high])
        else "{a} (**{low}**) to {b} (**{high}**)"
    )
    template = f"The strategies’ own verdicts agree with the labels on {span} of the pages."
    return _say(template, a=percent(agreement[low]), low=low, b=percent(agreement[high]), high=high)


def _early_ends(contest: Contest) -> Markup:
    short = {
        name: sum(run.pages < run.plan.budget for run in runs) for name, runs in contest.by_strategy.items()
    }
    if not any(short.values()):
        return Markup("")
    names = ", ".join(name for name, count in short.items() if count)
    template = "{early} of {all} crawls ended before their budget was spent ({names})."
    return _say(template, early=sum(short.values()), all=len(contest.runs), names=names)


def overall_sentences(contests: Sequence[Contest], tested: Significance | None) -> list[Markup]:
    """Sum up several contests."""
    winners = Counter(next(iter(contest.rivals)) for contest in contests if contest.rivals)
    wins = Markup(", ").join(_say("**{name}** in {n}", name=name, n=n) for name, n in winners.most_common())
    sentences = [_say("Found the most in {n} contests: {wins}.", n=len(contests), wins=wins or "nobody")]
    if tested is None:
        return [*sentences, Markup("Too few strategies took part in every contest to compare them over all.")]
    (best, rank), (second, next_rank) = sorted(tested.test.ranks.items(), key=lambda item: item[1])[:2]
    template = (
        "Over all, **{best}** has the best average rank, {rank:.2f}; the next, **{second}**, {next_rank:.2f}."
    )
    sentences.append(_say(template, best=best, rank=rank, second=second, next_rank=next_rank))
    return [*sentences, _chance(tested)]


def luck_sentences(tested: Significance) -> list[Markup]:
    """Explain the tests behind the ranks."""
    test = tested.test
    template = "Friedman’s test over {count} {block}s: χ² = {statistic:.2f}, {p}: {differ}."
    if test.blocks < FEW_BLOCKS:
        template += " With so few {block}s, the p-value is rough."
    words = {"count": test.blocks, "block": tested.block, "statistic": test.statistic}
    sentences = [_say(template, **words, p=p_text(test.p_value), differ=_differ(tested))]
    if tested.least_p >= ALPHA:
        template = (
            "Wilcoxon’s test cannot tell any pair apart with {count} {block}s: after correction for {pairs} "
            "pairs, its p-value is {least:.2f} at best. It takes {needed} {block}s."
        )
        sentences.append(
            _say(
                template, **words, pairs=len(tested.pairs), least=tested.least_p, needed=tested.blocks_needed
            )
        )
    return sentences


def percent(share: float) -> str:
    """Write a share.

    >>> percent(0.873)
    '87\u202f%'
    """
    return f"{100 * share:.0f}\u202f%"


def signed(value: float) -> str:
    """Write a number with its sign, a true minus included; small ones with a decimal.

    >>> signed(-7.25), signed(1234.5)
    ('−7.2', '+1,234')
    """
    return f"{value:+,.{1 if abs(value) < 10 else 0}f}".replace("-", "−")


def _on_topic(run: Run) -> float:
    return run.end.label.on_topic


def _pages(runs: Sequence[Run]) -> str:
    pages = mean([_on_topic(run) for run in runs])
    return f"{pages.value:,.0f}" + (f" ± {pages.half_width:,.0f}" if pages.half_width else "")


def _mean(runs: Sequence[Run], measure: Callable[[Run], float]) -> float:
    return mean([measure(run) for run in runs]).value


def _say(template: str, **words: object) -> Markup:
    """Fill words into a sentence of ours; the words are escaped, `**…**` makes them strong."""
    pieces = template.split("**")
    marked = "".join(f"<strong>{piece}</strong>" if i % 2 else piece for i, piece in enumerate(pieces))
    return Markup(marked).format(**words)  # noqa: S704
