"""Results saved in a file, as if they were an engine: JSON, or a URL per line with an optional title."""

from __future__ import annotations

import asyncio
from pathlib import Path

from lycosa.errors import LycosaError
from lycosa.topic.seeds.base import Hit, Ranking, Result
from lycosa.topic.seeds.results import read_json
from lycosa.url import canonical


class ResultFile:
    """A file of results, best first; it answers every query alike.

    Parameters
    ----------
    file
        JSON with a list of URLs or of objects with a `url`; else lines of a URL and, after a tab,
        a title. Empty lines and those that begin with # are passed over.
    """

    def __init__(self, file: Path) -> None:
        self.file = file
        self.name = str(file)

    async def search(self, query: str, count: int) -> list[Hit]:
        """Return the first results of the file, whatever the query."""
        ranking = Ranking(self.name, count)
        ranking.add(await asyncio.to_thread(self._read))
        return ranking.hits

    def _read(self) -> list[Result]:
        try:
            text = self.file.read_text(encoding="utf-8-sig")
        except (OSError, UnicodeDecodeError) as error:
            raise LycosaError(f"cannot read {self.file}: {error}") from error
        if text.lstrip().startswith(("{", "[")):
            return read_json(text.encode(), self.name)
        return [
            self._line(line, number)
            for number, line in enumerate(text.splitlines(), start=1)
            if line.strip() and not line.startswith("#")
        ]

    def _line(self, line: str, number: int) -> Result:
        url, _, title = line.partition("\t")
        if canonical(url.strip()) is None:
            raise LycosaError(f"{self.file}, line {number}: {url.strip()[:80]!r} is not an http(s) URL")
        return Result(url.strip(), title.partition("\t")[0])
