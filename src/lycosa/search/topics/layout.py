"""A map of sub-topics: the groups lie as far apart as they mean different things, their pages around them."""

from __future__ import annotations

import numpy as np

from lycosa.search.meaning import Floats, units
from lycosa.search.topics.grouping import Ids, Topics

_GAP = 0.8
"""Sea between two groups, as a share of the radius of a group of mean size."""
_ROUNDS = 300


def layout(topics: Topics, rows: Floats, groups: Ids) -> Floats:
    """Return a place for each page, given its vector and its group; the same each time."""
    used = [number for number, topic in enumerate(topics.ids.tolist()) if topic in set(groups.tolist())]
    if not used:
        return np.zeros((0, 2), dtype=np.float32)
    centres = topics.centres[used]
    sizes = np.array([(groups == topic).sum() for topic in topics.ids[used]], dtype=np.float32)
    radii = np.sqrt(sizes / sizes.mean())
    places = _flat(centres, radii)
    apart = units(rows - topics.common)
    found = np.zeros((len(rows), 2), dtype=np.float32)
    for number, topic in enumerate(topics.ids[used].tolist()):
        chosen = groups == topic
        around = _around(apart[chosen] - centres[number])
        found[chosen] = places[number] + radii[number] * around
    return found


def _flat(rows: Floats, radii: Floats) -> Floats:
    """Return a place for each group: distances are kept as well as two dimensions can, and none overlap."""
    flat = np.zeros((len(rows), 2), dtype=np.float32)
    if len(rows) > 1:
        u, s, _ = np.linalg.svd(rows - rows.mean(axis=0), full_matrices=False)
        kept = min(2, len(s))
        flat[:, :kept] = u[:, :kept] * s[:kept]
        flat *= _signs(flat) / max(1e-9, float(np.abs(flat).max()))
    return _pushed_apart(flat, radii)


def _pushed_apart(places: Floats, radii: Floats) -> Floats:
    """Move groups that lie on each other apart, a little at a time."""
    wanted = radii[:, None] + radii[None, :] + _GAP
    turn = np.arange(len(places)) * 2.399963  # the golden angle: no two in the same direction
    moved = places + 1e-3 * np.stack([np.cos(turn), np.sin(turn)], axis=1)
    for _ in range(_ROUNDS):
        steps = moved[:, None, :] - moved[None, :, :]
        lengths = np.sqrt((steps**2).sum(axis=2))
        np.fill_diagonal(lengths, np.inf)
        push = np.maximum(0.0, wanted - lengths) / lengths
        moved = moved + 0.3 * (steps * push[:, :, None]).sum(axis=1)
    return moved.astype(np.float32)


def _signs(flat: Floats) -> Floats:
    """Return for each axis the sign that makes its largest value positive: a direction has two names."""
    largest = flat[np.abs(flat).argmax(axis=0), np.arange(flat.shape[1])]
    signs: Floats = np.where(largest < 0, -1.0, 1.0).astype(np.float32)
    return signs


def _around(rows: Floats) -> Floats:
    """Return places in a disc of radius 1, by the two directions in which the rows differ most."""
    if len(rows) < 3:
        return np.zeros((len(rows), 2), dtype=np.float32)
    _, _, directions = np.linalg.svd(rows - rows.mean(axis=0), full_matrices=False)
    flat = (rows - rows.mean(axis=0)) @ directions[:2].T
    flat *= _signs(flat)
    ranks = flat.argsort(axis=0).argsort(axis=0) / max(1, len(rows) - 1) * 2 - 1  # evenly, not in a heap
    x, y = ranks[:, 0], ranks[:, 1]
    disc: Floats = np.stack([x * np.sqrt(1 - y**2 / 2), y * np.sqrt(1 - x**2 / 2)], axis=1).astype(np.float32)
    return disc
