"""How the shards of a cluster stand: read from the folders that are here, else from what was last heard."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from lycosa.cluster.folder import PROGRESS, ClusterFolder
from lycosa.cluster.ledger import open_ledger
from lycosa.errors import LycosaError
from lycosa.store.status import status


def shard_rows(folder: Path) -> list[dict[str, Any]]:
    """Return a row for each shard of a cluster."""
    opened = ClusterFolder(folder)
    plan, lives = opened.plan(), opened.lives()
    granted = open_ledger(opened.folder, None).granted
    heard = _heard(opened.folder / PROGRESS)
    rows = []
    for shard in range(plan.shards):
        last = heard.get(str(shard), {})
        row: dict[str, Any] = {"shard": shard, **dict.fromkeys(("pages", "relevant", "visits", "queued"), 0)}
        row.update({name: last[name] for name in row if name in last})
        here = opened.shard_folder(shard)
        state = str(
            last.get("note") or last.get("stopped") or ("elsewhere" if lives.get(shard) else "not begun")
        )
        if (here / "state.sqlite").is_file():
            row, state = _read(shard, here, last)
        rows.append(
            {**row, "granted": granted.get(shard, 0), "sent": last.get("links_sent", 0), "state": state}
        )
    return rows


def _read(shard: int, here: Path, last: dict[str, Any]) -> tuple[dict[str, Any], str]:
    now = status(here)
    row = {
        "shard": shard,
        "pages": now.pages,
        "relevant": now.relevant,
        "visits": now.visits,
        "queued": now.links.get("queued", 0),
    }
    return row, str(last.get("note") or last.get("stopped") or "begun")


def _heard(file: Path) -> dict[str, dict[str, Any]]:
    try:
        heard = json.loads(file.read_text(encoding="utf-8"))
        return {str(shard): dict(row) for shard, row in heard.items()}
    except FileNotFoundError:
        return {}
    except (ValueError, AttributeError, TypeError) as error:
        raise LycosaError(f"{file} is damaged, and can be deleted: {error}") from error
