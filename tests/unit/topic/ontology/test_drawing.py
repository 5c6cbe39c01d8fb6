"""Hasse diagrams: legible, well-formed, and safe whatever the labels say."""

from __future__ import annotations

import random
import xml.etree.ElementTree as ET
from itertools import combinations
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from lycosa.errors import LycosaError
from lycosa.topic.ontology.burmeister import read_context
from lycosa.topic.ontology.context import FormalContext
from lycosa.topic.ontology.drawing import draw_lattice, draw_ontology, text_width
from lycosa.topic.ontology.graph import Concept, Ontology
from lycosa.topic.ontology.lattice import build_lattice
from lycosa.topic.ontology.layout import NodeBox, lay_out
from lycosa.topic.ontology.owl import read_ontology
from lycosa.topic.ontology.rows import Size

SVG = "{http://www.w3.org/2000/svg}"


def random_ontology(count: int, seed: int) -> Ontology:
    rng = random.Random(seed)
    words = ["flood", "storm surge", "early warning system", "雨", "i", "WWWWWWWWWW", "landslide"]
    concepts = tuple(Concept(str(i), f"{rng.choice(words)} {i}") for i in range(count))
    edges = {(str(i), str(rng.randrange(i))) for i in range(1, count) for _ in range(rng.choice((1, 1, 2)))}
    return Ontology(concepts, frozenset(edges), title="Random")


def drawn_boxes(svg: str) -> list[NodeBox]:
    root = ET.fromstring(svg)
    boxes = []
    for rect in root.iterfind(f"{SVG}g/{SVG}rect"):
        x, y, width, height = (float(rect.attrib[key]) for key in ("x", "y", "width", "height"))
        boxes.append(NodeBox(x + width / 2, y + height / 2, width, height))
    return boxes


def assert_no_overlap(boxes: list[NodeBox]) -> None:
    assert not [(a, b) for a, b in combinations(boxes, 2) if _overlap(a, b)]


@pytest.mark.parametrize("seed", range(5))
def test_labels_of_60_concepts_do_not_overlap(seed: int) -> None:
    boxes = drawn_boxes(draw_ontology(random_ontology(60, seed)))
    assert len(boxes) == 60
    assert_no_overlap(boxes)


def test_every_label_fits_its_box() -> None:
    for group in ET.fromstring(draw_ontology(random_ontology(60, 1))).iterfind(f"{SVG}g"):
        text, rect = group.find(f"{SVG}text"), group.find(f"{SVG}rect")
        assert text is not None
        assert rect is not None
        assert text_width(text.text or "", 13) <= float(rect.attrib["width"])


def test_everything_lies_within_the_picture() -> None:
    svg = draw_ontology(random_ontology(60, 2))
    _, _, width, height = map(float, ET.fromstring(svg).attrib["viewBox"].split())
    for box in drawn_boxes(svg):
        assert box.x - box.width / 2 >= 0
        assert box.x + box.width / 2 <= width
        assert box.y + box.height / 2 <= height


def test_a_flat_hierarchy_is_folded_into_several_rows() -> None:
    flat = Ontology(
        tuple(Concept(str(i), f"concept number {i}") for i in range(61)),
        frozenset((str(i), "0") for i in range(1, 61)),
    )
    boxes = drawn_boxes(draw_ontology(flat))
    assert len({box.y for box in boxes}) > 3
    assert_no_overlap(boxes)


def test_hostile_labels_stay_text() -> None:
    evil = "</text><script>alert(1)</script>\x00\x1b[31m\u202e&<![CDATA["
    svg = draw_ontology(Ontology((Concept("a", evil),), title=evil))
    tags = {element.tag.removeprefix(SVG) for element in ET.fromstring(svg).iter()}
    assert tags == {"svg", "title", "desc", "style", "rect", "g", "text"}
    assert not set("\x00\x1b\u202e") & set(svg)


def test_a_long_label_is_cut_and_kept_whole_in_its_tooltip() -> None:
    label = "a very long label that nobody wants to see in full"
    root = ET.fromstring(draw_ontology(Ontology((Concept("a", label),))))
    assert [text.text for text in root.iter(f"{SVG}text")] == ["a very long label that nobody w…"]
    assert label in [title.text for title in root.iter(f"{SVG}title")]


def test_the_picture_has_a_title_and_a_description() -> None:
    root = ET.fromstring(draw_ontology(random_ontology(5, 0), "Floods"))
    assert root.attrib["role"] == "img"
    assert [child.tag.removeprefix(SVG) for child in root][:2] == ["title", "desc"]
    assert root[0].text == "Floods"
    assert (root[1].text or "").startswith("Hasse diagram: 5 concepts")


def test_the_picture_has_a_dark_scheme_and_loads_nothing() -> None:
    svg = draw_ontology(random_ontology(5, 0))
    assert "prefers-color-scheme:dark" in svg
    assert "url(" not in svg
    assert "href" not in svg


def test_the_same_ontology_gives_the_same_picture() -> None:
    assert draw_ontology(random_ontology(40, 3)) == draw_ontology(random_ontology(40, 3))


def test_a_lattice_shows_attributes_and_objects_once_and_unlabelled_concepts_as_dots() -> None:
    context = FormalContext(("g", "h"), ("a", "b"), (0b01, 0b10))
    root = ET.fromstring(draw_lattice(build_lattice(context)))
    assert sorted(text.text or "" for text in root.iter(f"{SVG}text")) == ["a", "b", "g", "h"]
    assert len(root.findall(f"{SVG}g")) == 4


def test_a_real_lattice_does_not_overlap(shared: Path) -> None:
    lattice = build_lattice(read_context(shared / "ontologies/contexts/fcatools/tealady.cxt"))
    assert_no_overlap(drawn_boxes(draw_lattice(lattice)))


def test_a_real_ontology_of_250_classes_does_not_overlap(shared: Path) -> None:
    ontology = read_ontology(shared / "ontologies/disaster/envo_environmental_hazards.owl")
    assert_no_overlap(drawn_boxes(draw_ontology(ontology)))


def test_too_many_concepts_to_read_are_refused() -> None:
    with pytest.raises(LycosaError, match="401 concepts are too many for one picture"):
        draw_ontology(random_ontology(401, 0))


@given(st.integers(1, 25), st.sets(st.tuples(st.integers(0, 24), st.integers(0, 24))))
@settings(max_examples=100)
def test_children_stand_below_parents_and_nothing_overlaps(count: int, pairs: set[tuple[int, int]]) -> None:
    edges = sorted((a, b) for a, b in pairs if a < b < count)
    sizes = [Size(40 + 37 * i % 200, 20 + 7 * (i % 3)) for i in range(count)]
    layout = lay_out(sizes, edges)
    assert_no_overlap(list(layout.boxes))
    assert all(layout.boxes[upper].y < layout.boxes[lower].y for upper, lower in edges)


@given(st.integers(2, 25))
def test_an_edge_passes_beside_the_boxes_of_the_rows_between(count: int) -> None:
    edges = [(i, i + 1) for i in range(count - 1)] + [(0, count - 1)]
    layout = lay_out([Size(80, 26)] * count, edges)
    for bend in layout.routes[-1][1:-1]:
        assert not any(_overlap(bend, box) for box in layout.boxes)


def _overlap(a: NodeBox, b: NodeBox) -> bool:
    return 2 * abs(a.x - b.x) < a.width + b.width and 2 * abs(a.y - b.y) < a.height + b.height
