"""`lycosa check`: whether an installed plug-in keeps the contract of its family."""

from __future__ import annotations

import difflib
import json
import sys
from typing import TYPE_CHECKING, Any

import click

from lycosa.cli.options import as_json as json_option
from lycosa.errors import LycosaError

if TYPE_CHECKING:
    from lycosa.registry import Family

BROKEN = 1
"""Exit code when a check fails."""


@click.command()
@click.argument("name")
@click.option(
    "--kind", metavar="KIND", help="One family only: strategy, judge, ranker, selector, tunnel, fetcher."
)
@json_option
def check(name: str, kind: str | None, as_json: bool) -> None:
    """Run the contract checks on the plug-in NAME, whether built-in or installed.

    A name that several families have is checked in each. Exits with 0 if every check holds, with 1 if
    one does not or the plug-in does not load, and with 2 if there is no such plug-in.
    """
    reports = [_report(each, family, name) for each, family in _having(name, kind)]
    if as_json:
        click.echo(json.dumps(reports, indent=1, ensure_ascii=False))
    else:
        for report in reports:
            _show(report)
    if any(finding["breach"] for report in reports for finding in report["checks"]):
        sys.exit(BROKEN)


def _families() -> dict[str, Family]:
    from lycosa.assembly import FAMILIES
    from lycosa.registry import fetchers, strategies

    return {"strategy": strategies, **FAMILIES, "fetcher": fetchers}


def _having(name: str, kind: str | None) -> list[tuple[str, Family]]:
    families = _families()
    if kind is not None:
        if kind not in families:
            raise LycosaError(f"unknown kind {kind!r}; known: {', '.join(families)}")
        families = {kind: families[kind]}
    found = [
        (each, family) for each, family in families.items() if name in family.classes or name in family.broken
    ]
    if not found:
        names = sorted({known for family in families.values() for known in family.classes})
        close = difflib.get_close_matches(name, names, n=3)
        hint = f"; did you mean {' or '.join(close)}?" if close else ""
        raise LycosaError(f"no plug-in is named {name!r}{hint}")
    return found


def _report(kind: str, family: Family, name: str) -> dict[str, Any]:
    from lycosa.checks import findings

    report: dict[str, Any] = {"name": name, "kind": kind, "place": "", "checks": []}
    checks = report["checks"]
    if name not in family.classes:
        checks.append({"claim": "it loads", "breach": family.broken[name]})
        return report
    cls = family.get(name)
    report["place"] = f"{cls.__module__}.{cls.__qualname__}"
    checks.append({"claim": "its name is the one it is registered by", "breach": _misnamed(cls, name)})
    checks.append({"claim": "it says what it is", "breach": "" if cls.__doc__ else "it has no docstring"})
    if needs := getattr(cls, "needs", ()):
        claim = f"it cannot be checked without {', '.join(needs)}: use lycosa.plugin.check_{kind}"
        checks.append({"claim": claim, "breach": ""})
        return report
    checks += [{"claim": claim, "breach": breach} for claim, breach in findings(kind, cls)]
    return report


def _misnamed(cls: type[Any], name: str) -> str:
    own = getattr(cls, "name", None)
    return "" if own == name else f"the class has the name {own!r}"


def _show(report: dict[str, Any]) -> None:
    click.echo(f"{report['kind']} {report['name']}  {report['place']}".rstrip())
    for finding in report["checks"]:
        if finding["breach"]:
            click.echo(f"  FAILS  {finding['claim']}\n         {finding['breach']}")
        else:
            click.echo(f"  holds  {finding['claim']}")
    failed = sum(bool(finding["breach"]) for finding in report["checks"])
    click.echo(f"  {len(report['checks']) - failed} of {len(report['checks'])} checks hold")
