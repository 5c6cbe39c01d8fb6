"""Markup made to be costly: a few kilobytes that a parser by the standard turns into gigabytes or minutes."""

from __future__ import annotations


def formatting(tags: int = 500, paragraphs: int = 40_000) -> str:
    """Formatting elements left open, all made anew in every paragraph."""
    return "<p>" + "".join(f"<b a{number}>" for number in range(tags)) + "<p>x" * paragraphs


COSTLY = {
    "formatting": formatting(),
    "fonts": "<p>" + "".join(f"<font color='#{number}'>" for number in range(500)) + "<div>x</div>" * 40_000,
    "html-attributes": "".join(f"<html a{number}=1>" for number in range(60_000)),
    "body-attributes": "<body>" + "".join(f"<BODY\na{number}=1>" for number in range(60_000)),
    "attributes-made-anew": "<p><b " + " ".join(f"a{n}=1" for n in range(20_000)) + ">" + "<p>x" * 20_000,
    "link-attributes": "<p><a href=x " + " ".join(f"a{n}=1" for n in range(20_000)) + ">" + "<p>x" * 20_000,
    "long-value": "<p><i title='" + "y" * 900_000 + "'>" + "<p>x" * 200_000,
    "hidden-in-comments": "<p>"
    + "".join(f"<!--<b a='--><i a{number}>' -->" for number in range(500))
    + "<p>x" * 40_000,
    "odd-quotes": "<p>" + "".join(f'<b x"y="z>{number}">' for number in range(500)) + "<p>x" * 40_000,
    "upper-case": "<P>" + "".join(f"<STRONG A{number}>" for number in range(500)) + "<P>X" * 40_000,
    "slashes": "<p>" + "".join(f"<u/a{number}/>" for number in range(500)) + "<p>x" * 40_000,
    "in-a-cell": "<table><td><p>" + "".join(f"<s a{number}>" for number in range(500)) + "<p>x" * 40_000,
}
"""Pages that no process could parse in little memory and time."""

SLOW = {
    "bases": "<div>" * 600 + "<base>" * 990_000,
    "bases-in-a-drawing": "<svg>" + "<g>" * 500 + "<base href=x>" * 60_000 + "flood",
    "nested-links": "<svg><a href=x>" * 5_000 + "flood " * 60_000,
    "nested-links-in-cells": "<a href=/x title=tip><table><tr><td>flood " * 20_000,
    "nested-links-apart": "".join(f"<svg><a href=/{n}>" for n in range(5_000)) + "<p>flood" * 40_000,
    "many-words": "<svg><a href=x>" * 500 + "flood rain " * 80_000,
    "entities": "&CounterClockwiseContourIntegra" * 30_000,
    "adoption": "<b><i><u>" * 300 + ("<div>" * 8 + "</b></i></u>") * 8_000 + "flood",
    "adoption-of-links": "<a href=x><div>" * 40_000 + "flood",
    "foster-parents": "<table>" + "<tr>flood" * 60_000,
    "unclosed": "<div><span>" * 60_000 + "</x>" * 60_000 + "flood",
    "attributes": "<p " + " ".join(f"a{n}" for n in range(120_000)) + ">flood",
    "templates": "<template>" * 80_000 + "flood",
    "selects": "<select><option>" * 50_000 + "flood",
    "rulers": "<math><mi>" * 80_000 + "flood",
    "metas": "<meta name=robots content=noindex>" * 25_000 + "flood",
    "tag-soup": "<" * 900_000 + "flood",
}
"""Pages that are long work, but linear."""
