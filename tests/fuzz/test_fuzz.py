"""Bytes from outside can be anything: nothing is raised but what may be, and nothing takes long or much."""

from __future__ import annotations

import os
import resource

import pytest
from tests.fuzz.costly_pages import pages
from tests.fuzz.mutation import CPU_S, corpus, fuzz, run
from tests.fuzz.targets import TARGETS

from lycosa.model import Fetched
from lycosa.page import PageLimits
from lycosa.page.document import analyse_here
from lycosa.page.proof import MARKUP_CHARS, SCANNED_CHARS, is_cheap
from lycosa.page.scan import scan_here
from lycosa.page.supervised import Call, ParserPool

SEED = int(os.environ.get("LYCOSA_FUZZ_SEED", "1"))
ROUNDS = int(os.environ.get("LYCOSA_FUZZ_ROUNDS", "150"))
COSTLY_PAGES = 60
MEMORY_KIB = 200_000


@pytest.mark.parametrize("name", TARGETS)
def test_what_was_found_before_is_read_again(name: str) -> None:
    for data in corpus(name):
        assert run(TARGETS[name], data) < CPU_S


@pytest.mark.slow
@pytest.mark.timed
@pytest.mark.parametrize("name", TARGETS)
def test_nothing_breaks_a_reader(name: str) -> None:
    before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    for _ in fuzz(TARGETS[name], corpus(name), SEED, ROUNDS):
        pass
    assert resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before < MEMORY_KIB


@pytest.mark.slow
@pytest.mark.timed
def test_every_page_that_is_proven_cheap_is_cheap() -> None:
    pool = ParserPool()
    limits = PageLimits(cpu_s=2.0, memory_mb=200)
    proven = 0
    try:
        for markup in pages(SEED, COSTLY_PAGES):
            proven += is_cheap(markup)
            fetched = Fetched("http://a.org/", 200, (("content-type", "text/html"),), markup.encode())
            for function, chars_max in ((analyse_here, MARKUP_CHARS), (scan_here, SCANNED_CHARS)):
                if is_cheap(markup, chars_max):
                    pool.call(Call.of(function, fetched, limits=limits))  # raises if it costs too much
    finally:
        pool.close()
    assert proven > COSTLY_PAGES / 4
