"""Pages as Parquet: one file, or a folder of shards with a data card as Hugging Face reads it."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator
from itertools import chain, islice
from pathlib import Path

from lycosa.store.tables.page_rows import PageRows, Row
from lycosa.version import __version__

SHARD_ROWS = 20_000
_BATCH = 1000
_INTEGERS = ("depth", "status", "body_bytes", "same_as", "warc_offset")
_SIZES = ((1_000, "n<1K"), (10_000, "1K<n<10K"), (100_000, "10K<n<100K"), (1_000_000, "100K<n<1M"))
_ABOUT = {
    "url": "address of the page, in canonical form",
    "host": "its host",
    "title": "its title",
    "language": "detected language, a two-letter code",
    "topic": "sub-topic it belongs to, named by its telling words; empty for none",
    "relevant": "whether it is about the topic by the latest verdict of judge or person",
    "score": "the judge's latest score",
    "label": "what a person said of it: yes, no, more (like this), never (this site)",
    "score_parts": "what the score is made of",
    "reason": "why, in a few words, as of the visit",
    "depth": "links from a seed",
    "parent": "the page that showed it first",
    "anchor": "the text of that link",
    "fetched_at": "when it was fetched (UTC)",
    "status": "HTTP status",
    "content_type": "Content-Type as received",
    "body_bytes": "size after decompression",
    "sha1": "SHA-1 of the payload as received",
    "same_as": "number of the earlier visit it repeats",
    "warc": "WARC file of the crawl that holds it",
    "warc_offset": "where in it",
    "published": "when the page says it was published",
    "modified": "when the page, or its server, says it was changed",
    "text": "main content as plain text",
    "markdown": "main content as Markdown",
}


def write_parquet(columns: tuple[str, ...], rows: Iterator[Row], file: Path) -> int:
    """Write rows to one Parquet file; return how many."""
    import pyarrow as pa  # type: ignore[import-untyped]  # noqa: PLC0415  # slow to import
    import pyarrow.parquet as pq  # type: ignore[import-untyped]  # noqa: PLC0415

    types = {
        **dict.fromkeys(_INTEGERS, pa.int64()),
        "score": pa.float64(),
        "relevant": pa.bool_(),
        "score_parts": pa.map_(pa.string(), pa.float64()),
    }
    schema = pa.schema([(column, types.get(column, pa.string())) for column in columns])
    count = 0
    with pq.ParquetWriter(file, schema, compression="zstd") as writer:
        while batch := list(islice(rows, _BATCH)):
            plain = [{**row, "score_parts": list(row["score_parts"].items())} for row in batch]
            writer.write_table(pa.Table.from_pylist(plain, schema))
            count += len(batch)
    return count


def write_dataset(rows: PageRows, folder: Path, shard_rows: int = SHARD_ROWS) -> int:
    """Write a folder that `datasets.load_dataset` opens: Parquet shards, and a card that describes them."""
    data = folder / "data"
    data.mkdir(parents=True)
    languages: Counter[str] = Counter()
    pages = _counting(rows.pages(), languages)
    shards: list[Path] = []
    count = 0
    for first in pages:
        shards.append(data / f"{len(shards):05}.parquet")
        count += write_parquet(rows.columns, chain([first], islice(pages, shard_rows - 1)), shards[-1])
    if not shards:
        shards.append(data / "00000.parquet")
        write_parquet(rows.columns, iter(()), shards[0])
    for number, shard in enumerate(shards):
        shard.replace(data / f"train-{number:05}-of-{len(shards):05}.parquet")
    (folder / "README.md").write_text(_card(rows, count, languages), encoding="utf-8")
    return count


def _counting(pages: Iterator[Row], languages: Counter[str]) -> Iterator[Row]:
    for page in pages:
        languages[page["language"] or ""] += 1
        yield page


def _card(rows: PageRows, count: int, languages: Counter[str]) -> str:
    """Return the data card: YAML for programs, then the same in words."""
    name = rows.folder.resolve().name
    known = [language for language, _ in languages.most_common() if language]
    size = next((label for most, label in _SIZES if count < most), "n>1M")
    front = [
        "---",
        f"pretty_name: {json.dumps(name)}",
        *(["language:", *(f"- {language}" for language in known)] if known else []),
        "license: other",
        "license_name: rights-of-each-page",
        f"size_categories:\n- {size}",
        "tags:\n- web-crawl\n- focused-crawl",
        "configs:\n- config_name: default\n  data_files:\n  - split: train\n    path: data/train-*.parquet",
        "---",
    ]
    which = "all pages read" if rows.choice.everything else "the pages judged relevant"
    least = "" if rows.choice.min_score is None else f" with a score of at least {rows.choice.min_score:g}"
    spoken = ", ".join(f"{language or 'unknown'} {number}" for language, number in languages.most_common(20))
    return "\n".join(
        [
            *front,
            "",
            f"# {name}",
            "",
            f"{count} pages of a focused web crawl by Lycosa {__version__}: {which}{least}.",
            "",
            f"Languages (detected): {spoken or 'none'}.",
            "",
            "The texts belong to their authors; every row names its page, and when and how it was found.",
            "",
            "| column | meaning |",
            "|---|---|",
            *(f"| `{column}` | {_ABOUT[column]} |" for column in rows.columns),
            "",
        ]
    )
