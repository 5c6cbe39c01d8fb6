"""Writes what a step says into the tables, inside the transaction of whoever calls."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Mapping, Sequence
from dataclasses import asdict

from pydantic_core import to_json

from lycosa.engine.learning.feedback import AnswersTaken
from lycosa.engine.learning.rescoring import NO_PASS, Pass
from lycosa.engine.learning.revision import NOT_REVISED
from lycosa.engine.links.referred import Referred
from lycosa.engine.step import Discovery, Start, Step
from lycosa.engine.tally import Tally
from lycosa.errors import Kind
from lycosa.frontier import Evidence, LinkValues, State
from lycosa.model import JSON
from lycosa.store.tables.edges import insert_edges
from lycosa.store.tables.hosts import Hosts
from lycosa.store.tables.judged import answers_taken, insert_features, save_verdicts
from lycosa.store.tables.links import (
    Stems,
    add_news,
    adopt_strays,
    carry_over,
    insert_links,
    insert_strays,
    news_to_bytes,
    pack_parts,
    pending_news,
)
from lycosa.store.tables.meta import set_meta
from lycosa.store.tables.strategy_state import save_learned
from lycosa.store.tables.visits import insert_visit
from lycosa.store.tables.weights import add_weights
from lycosa.store.warc.archive import Place


class StepRows:
    """The rows of one crawl; knows of it what steps have said."""

    def __init__(self, connection: sqlite3.Connection, *, edges: bool) -> None:
        self._connection = connection
        self._edges = edges
        self._hosts = Hosts(connection)
        self._stems = Stems(connection)
        self._changed: set[int] = set()
        self._evidence = Evidence(())
        self._counts: Mapping[str, JSON] = Tally().state()
        self._rescoring = NO_PASS
        self._revision = NOT_REVISED

    def follow(self, start: Start, rescoring: Pass) -> None:
        """Take over what steps leave out because it has not changed."""
        self._evidence = start.evidence
        self._counts = start.counts
        self._rescoring = rescoring

    def write(self, step: Step, place: Place | None, at: float) -> None:
        """Write a step; `place` is where its answer is archived."""
        visit, link, values = step.visit, step.visit.link, step.values
        self.insert_links(step.discoveries)
        insert_strays(self._connection, step.strays, self._stems)
        adopt_strays(self._connection, step.adopted)
        insert_visit(self._connection, step, place, at)
        state = int(values.states[-1]) if values is not None else int(State.DONE)
        self._connection.execute(
            "UPDATE links SET state = ?, visit = ?, priority = ?, parts = ? WHERE id = ?",
            (state, visit.number, link.priority, pack_parts(link.parts), link.id),
        )
        if self._edges:
            insert_edges(self._connection, step)
        if values is not None:
            self._write_news(visit.number, link.id, values)
        self._hosts.count(step)
        self._write_changes(step)

    def insert_links(self, discoveries: Sequence[Discovery]) -> None:
        """Append newly found links."""
        insert_links(self._connection, discoveries, self._hosts.id, self._stems)

    def take_referred(self, taken: Referred) -> None:
        """Write what other crawls have told of links, as if the last step had said it."""
        self.insert_links(taken.discoveries)
        insert_strays(self._connection, taken.strays, self._stems)
        adopt_strays(self._connection, taken.adopted)
        if len(taken.values.ids):
            add_news(self._connection, taken.visits - 1, taken.values)
            self._changed.update(taken.values.ids.tolist())
        self.save_counts(taken.counts)

    def count_refused(self, discoveries: Sequence[Discovery]) -> None:
        """Count links that were found between steps and not let in."""
        tally = Tally.of(self._counts)
        tally.refuse(discoveries)
        self.save_counts(tally.state())

    def save_counts(self, counts: Mapping[str, JSON]) -> None:
        """Write the counts of the crawl."""
        self._counts = counts
        set_meta(self._connection, "tally", to_json(counts).decode())

    def save_evidence(self, evidence: Evidence, visit: int = -1) -> None:
        """Write the parts of a link's worth, with the weights that hold after a visit; -1 is the start."""
        self._evidence = evidence
        set_meta(self._connection, "evidence", json.dumps([asdict(part) for part in evidence.parts]))
        add_weights(self._connection, visit, [part.weight for part in evidence.parts])

    def take_answers(self, taken: AnswersTaken) -> None:
        """Write what answers have changed after the last step, as if it had been before it."""
        self._hosts.close(taken.closed)
        answers_taken(self._connection, taken.visits, int(str(taken.counts["visits"])) - 1)
        self.save_counts(taken.counts)
        if taken.learned is not None:
            save_learned(self._connection, taken.learned)

    def close_hosts(self, closed: Sequence[tuple[str, Kind]], counts: Mapping[str, JSON]) -> None:
        """Write that hosts are closed, and the counts after it."""
        self._hosts.close(closed)
        self.save_counts(counts)

    @property
    def links_with_news(self) -> int:
        """How many links have news that is not carried over."""
        return len(self._changed)

    def carry_news_over(self) -> None:
        """Write the news of links into their rows."""
        news = pending_news(self._connection, len(self._evidence.parts))
        carry_over(self._connection, news, self._evidence)
        self._changed.clear()

    def _write_news(self, number: int, visited: int, values: LinkValues) -> None:
        """Append what changed; a link with older news has to have the news of its visit as well."""
        if visited not in self._changed:
            values = values.but_the_last()
        if not len(values.ids):
            return
        self._connection.execute("INSERT INTO news VALUES (?, ?)", (number, news_to_bytes(values)))
        self._changed.update(values.ids.tolist())

    def _write_changes(self, step: Step) -> None:
        """Write the counts, and what else is new: weights, lessons, how far links are scored anew."""
        if step.counts is not None:
            self.save_counts(step.counts)
        if step.evidence is not None:
            self.save_evidence(step.evidence, step.visit.number)
        if step.learned is not None:
            save_learned(self._connection, step.learned)
        if step.rescoring != self._rescoring:
            self._rescoring = step.rescoring
            set_meta(self._connection, "rescoring", json.dumps(step.rescoring))
        if step.answers:
            answers_taken(self._connection, step.answers, step.visit.number)
        if step.features:
            insert_features(self._connection, step)
        if step.verdicts is not None:
            save_verdicts(self._connection, step.verdicts)
        if step.revision != self._revision:
            self._revision = step.revision
            set_meta(self._connection, "revision", json.dumps(step.revision))
