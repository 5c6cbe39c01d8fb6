"""Formal contexts: building them, and the two derivations."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from lycosa.errors import LycosaError
from lycosa.topic.ontology.context import FormalContext, bits, positions

BIRDS = FormalContext(("duck", "carp"), ("flies", "swims"), (0b11, 0b10))


def test_columns_hold_the_crosses_of_rows() -> None:
    assert BIRDS.columns == (0b01, 0b11)
    assert BIRDS.crosses == 3


def test_a_cross_needs_a_weight_above_the_threshold() -> None:
    context = FormalContext.from_matrix(["a", "b"], ["x", "y", "z"], [[0.5, 0.2, 0.9], [0.0, 0.6, 0.5]], 0.5)
    assert context.rows == (0b100, 0b010)


def test_a_matrix_wider_than_a_machine_word_keeps_every_cross() -> None:
    weights = np.eye(130)
    names = [str(i) for i in range(130)]
    assert FormalContext.from_matrix(names, names, weights).rows == tuple(1 << i for i in range(130))


def test_density_is_the_share_of_crosses() -> None:
    assert BIRDS.density == 0.75


def test_a_matrix_of_the_wrong_shape_is_refused() -> None:
    with pytest.raises(LycosaError, match="2 documents and 1 terms"):
        FormalContext.from_matrix(["a", "b"], ["x"], [[1.0]])


def test_a_row_must_not_reach_beyond_the_attributes() -> None:
    with pytest.raises(LycosaError, match="outside"):
        FormalContext(("a",), ("x",), (0b10,))


def test_rows_and_objects_must_agree_in_number() -> None:
    with pytest.raises(LycosaError, match="2 objects has 1 rows"):
        FormalContext(("a", "b"), ("x",), (1,))


@given(st.sets(st.integers(0, 300)))
def test_bits_and_positions_are_inverse(members: set[int]) -> None:
    assert set(positions(bits(members))) == members


@given(st.lists(st.integers(0, 255), min_size=1, max_size=8), st.integers(0, 255))
def test_derivations_form_a_closure(rows: list[int], chosen: int) -> None:
    context = FormalContext(tuple(map(str, rows)), tuple("abcdefgh"), tuple(rows))
    closed = context.intent(context.extent(chosen))
    assert chosen & ~closed == 0
    assert context.intent(context.extent(closed)) == closed
