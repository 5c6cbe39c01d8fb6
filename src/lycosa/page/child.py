"""The program of a process that parses what is not proven cheap, within hard bounds.

`python -m lycosa.page.child FD` answers calls that come over a socket until the other side closes it. For
each call the process may take so much more memory and processor time and no more; what breaks the bounds
is answered as such, or ends the process, which its supervisor takes for the same answer.
"""

from __future__ import annotations

import pickle
import resource
import signal
import sys
import traceback
from contextlib import suppress
from functools import cache
from pathlib import Path

from lycosa.first_use import on_first_use
from lycosa.model import Fetched, Page
from lycosa.page import html
from lycosa.page.isolation.bounds import Call, ChildOutcome
from lycosa.page.isolation.frames import Frames
from lycosa.page.packed import packed

_HOMES = {
    "analyse_here": "lycosa.page.document",
    "parse_here": "lycosa.page.document",
    "scan_here": "lycosa.page.scan",
    "content_here": "lycosa.page.content",
}
"""The functions that may be called, and the modules they are in, which are loaded at their first call."""
_function = on_first_use(__name__, _HOMES)
_READ_WORDS = ("analyse_here", "parse_here")
_CALL_BYTES = 1 << 40
"""More than any call takes: it comes from the process that started us."""
_ANSWER_BYTES = 16 << 20
"""For the answer itself, and for saying that there is none."""
_PAGE_BYTES = resource.getpagesize()
_WARM_UP = "<p>Lorem ipsum dolor sit amet, consectetur adipiscing elit."
_CHINESE_WARM_UP = "<p>洪水是一种自然灾害, 常常由暴雨引起。"
"""What is loaded at first use takes a fifth of a second: where it is needed, and not charged to a page."""

_HAN_BEGINS = [bytes([byte]) for byte in (*range(0xE3, 0xEA), 0xEF, 0xF0)]
"""What Chinese characters begin with in UTF-8; few other pages have such a byte, and it is soon found."""


def main(handle: int) -> None:
    """Answer calls until there is nobody to answer."""
    _prepare()
    connection = Frames(handle)
    with suppress(EOFError, OSError):  # who asked is gone, perhaps in the middle of a word
        while True:
            call: Call = pickle.loads(connection.receive(_CALL_BYTES))  # noqa: S301  # from the process that started us
            _warm_up(call)
            before = _memory_bytes()
            answer = _answer(call, before)
            _bound(resource.RLIMIT_AS, resource.RLIM_INFINITY)
            connection.send(answer)
            if _memory_bytes() > before + call.memory_bytes // 2:
                return  # a fresh process has all its memory again


def _answer(call: Call, before: int) -> bytes:
    _bound(resource.RLIMIT_AS, before + call.memory_bytes)
    signal.setitimer(signal.ITIMER_PROF, call.cpu_s)  # not caught: it ends the process
    outcome, value = ChildOutcome.DONE, None
    try:
        value = _function(call.function)(*call.args, **call.kwargs)
        value = packed(value) if isinstance(value, Page) else value
        return pickle.dumps((outcome, value), pickle.HIGHEST_PROTOCOL)
    except MemoryError:
        outcome = ChildOutcome.TOO_COSTLY
        value = f"takes more than {call.memory_bytes >> 20} MiB of memory to parse"
    except Exception:
        outcome, value = ChildOutcome.FAILED, traceback.format_exc()
    finally:
        signal.setitimer(signal.ITIMER_PROF, 0)
        _bound(resource.RLIMIT_AS, before + call.memory_bytes + _ANSWER_BYTES)
    return pickle.dumps((outcome, value), pickle.HIGHEST_PROTOCOL)


def _prepare() -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # meant for the supervisor, who closes the socket
    _bound(resource.RLIMIT_CORE, 0)
    with suppress(OSError):
        # Where memory is short, rather this process is ended than the crawl.
        Path("/proc/self/oom_score_adj").write_text("1000", encoding="ascii")
    html.parse_unproven()


def _warm_up(call: Call) -> None:
    """Load what reading a page will need, before its bounds are set."""
    _function(call.function)
    first = call.args[0]
    body = first.body if isinstance(first, Fetched) else first
    if call.function in _READ_WORDS:
        _load(_WARM_UP)
        if _may_be_chinese(body):
            _load(_CHINESE_WARM_UP)


def _may_be_chinese(body: bytes) -> bool:
    from lycosa.text.chinese import HAN  # noqa: PLC0415  # links are read without words

    try:
        text = body.decode()
    except UnicodeDecodeError:
        return True
    return any(byte in body for byte in _HAN_BEGINS) and HAN.search(text) is not None


@cache
def _load(text: str) -> None:
    _function("parse_here")(text.encode(), "http://warm.example/")


def _bound(which: int, most: int) -> None:
    hard = resource.getrlimit(which)[1]
    if hard != resource.RLIM_INFINITY:
        most = hard if most == resource.RLIM_INFINITY else min(most, hard)
    resource.setrlimit(which, (most, hard))


def _memory_bytes() -> int:
    """Return the size of the address space, which is what its bound counts."""
    try:
        pages = Path("/proc/self/statm").read_text(encoding="ascii").split()[0]
    except OSError:
        return 1 << 30
    return int(pages) * _PAGE_BYTES


if __name__ == "__main__":
    main(int(sys.argv[1]))
