"""What `lycosa search` takes for a query."""

from __future__ import annotations

import pytest

from lycosa.cli.search import search


@pytest.mark.parametrize("typed", ["-insurance flood", '-"heavy rain" flood', "-house flood"])
def test_a_query_may_begin_with_a_word_that_must_not_be_there(typed: str) -> None:
    for args in (["floods", typed, "--count", "3"], ["--all", "floods", typed], ["floods", "--", typed]):
        assert search.make_context("search", args).params["query"] == typed
