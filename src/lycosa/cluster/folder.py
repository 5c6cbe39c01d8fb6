"""The folder of a cluster: what the crawl is, how many shards it has, which of them have begun.

`crawl.toml` and `topic` are those of any crawl. `cluster.toml` says how the web is shared, which never
changes; `shards.json` which life of each shard was the last to begin; `ledger.json` what each may read;
`progress.json` how they stood a moment ago. The shards are in `shards/0`, `shards/1` and so on, each on the
machine that it was begun on, under the same path there.
"""

from __future__ import annotations

import fcntl
import json
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from uuid import uuid4

import tomli_w

from lycosa.cluster.fence import write_durably
from lycosa.cluster.member import Report
from lycosa.cluster.ownership import SLOTS, Ownership
from lycosa.config import Settings, load, to_toml
from lycosa.errors import LycosaError
from lycosa.session.topic import TOPIC
from lycosa.store import CONFIG
from lycosa.store.database import STATE, FolderInUse
from lycosa.store.keep import SHARED as CLUSTER
from lycosa.toml_file import read_toml
from lycosa.topic import Topic

SHARDS = "shards.json"
PROGRESS = "progress.json"
_SHOWN = ("pages", "relevant", "visits", "queued", "under_way", "links_sent", "stopped")


@dataclass(frozen=True, slots=True)
class ClusterPlan:
    """How one cluster shares the web."""

    id: str
    shards: int
    slots: int = SLOTS

    @property
    def ownership(self) -> Ownership:
        """Who owns which host."""
        return Ownership(self.shards, self.slots)


class ClusterFolder:
    """The folder of one cluster, on the machine that leads it."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder.absolute()

    @property
    def begun(self) -> bool:
        """Whether there is a cluster in it."""
        return (self.folder / CLUSTER).is_file()

    def begin(self, settings: Settings, topic: Topic, shards: int) -> ClusterPlan:
        """Write down what is to be crawled by how many shards."""
        if self.begun or (self.folder / STATE).exists():
            raise LycosaError(f"{self.folder} holds a crawl already: resume it, or choose another folder")
        plan = ClusterPlan(str(uuid4()), shards)
        _ = plan.ownership
        self.folder.mkdir(parents=True, exist_ok=True)
        topic.save(self.folder / TOPIC)
        self.write_settings(settings)
        write_durably(
            self.folder / CLUSTER, tomli_w.dumps({"id": plan.id, "shards": shards, "slots": plan.slots})
        )
        return plan

    def plan(self) -> ClusterPlan:
        """Return how the web is shared."""
        if not self.begun:
            raise LycosaError(f"{self.folder} holds no cluster: it has no {CLUSTER}")
        stored = read_toml(self.folder / CLUSTER)
        try:
            plan = ClusterPlan(str(stored["id"]), int(stored["shards"]), int(stored["slots"]))
        except (KeyError, TypeError, ValueError) as error:
            raise LycosaError(f"{self.folder / CLUSTER} is damaged: {error}") from error
        _ = plan.ownership
        return plan

    @contextmanager
    def led(self) -> Iterator[None]:
        """Keep others from leading the cluster while the block runs."""
        with (self.folder / CLUSTER).open("rb") as lock:
            try:
                fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
            except OSError as error:
                in_use = f"{self.folder} is led by another process: wait for it, or stop it"
                raise FolderInUse(in_use) from error
            yield

    def settings(self) -> Settings:
        """Return the settings of the crawl."""
        return load(self.folder / CONFIG)

    def write_settings(self, settings: Settings) -> None:
        """Keep the settings of the crawl."""
        write_durably(self.folder / CONFIG, to_toml(settings, Path.cwd()))

    def shard_folder(self, shard: int) -> Path:
        """Return where a shard is, on its machine."""
        return self.folder / "shards" / str(shard)

    def description(self) -> dict[str, bytes]:
        """Return the files of the topic, for shards on other machines."""
        topic = self.folder / TOPIC
        return {file.name: file.read_bytes() for file in sorted(topic.iterdir()) if file.is_file()}

    def lives(self) -> dict[int, int]:
        """Return for each shard that has begun the number of its last life."""
        try:
            stored = json.loads((self.folder / SHARDS).read_text(encoding="utf-8"))
            return {int(shard): int(life) for shard, life in stored.items()}
        except FileNotFoundError:
            return {}
        except (ValueError, AttributeError, TypeError) as error:
            raise LycosaError(f"{self.folder / SHARDS} is damaged: {error}") from error

    def began(self, shard: int, life: int) -> None:
        """Keep that a shard has begun, or goes on."""
        lives = {**self.lives(), shard: life}
        write_durably(self.folder / SHARDS, json.dumps({str(one): lives[one] for one in sorted(lives)}))

    def write_progress(self, reports: dict[int, Report], notes: dict[int, str]) -> None:
        """Keep how the shards stand, for whoever asks."""
        rows: dict[str, dict[str, object]] = {}
        for shard in sorted({*reports, *notes}):
            report = reports.get(shard)
            heard = {name: getattr(report, name) for name in _SHOWN} if report is not None else {}
            rows[str(shard)] = {**heard, "note": notes.get(shard, "")}
        draft = self.folder / f".{PROGRESS}"
        draft.write_text(json.dumps(rows), encoding="utf-8")
        draft.replace(self.folder / PROGRESS)
