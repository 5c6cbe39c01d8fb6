from __future__ import annotations

from pathlib import Path

import pytest
import zstandard

from lycosa.errors import LycosaError
from lycosa.page import parse_html
from lycosa.topic import GenreTerms, Topic
from lycosa.topic.ontology import Concept, Ontology
from lycosa.topic.saved import FORMAT, MODEL

PAGE = parse_html(
    "<html lang=en><meta name=robots content=nofollow><title>Floods</title><div><p>Levees "
    "<a href=/x rel=nofollow>dykes</a></div><div><a href=/y><img alt=polder></a> 洪水</div>".encode(),
    "http://a.example/",
)
EVERYTHING = Topic(
    'flood = "water"',
    {"flash flood": 2.5, "crue éclair": 0.1},
    (PAGE,),
    language="fr",
    size=50,
    sentence="Floods and \\ rain",
    unlabelled=(PAGE, PAGE),
    classes={"flood": (PAGE,), "sport": (PAGE,)},
    own_class="flood",
    genre=GenreTerms(("syllabus",), ("model",), ("course",), ("db",)),
    ontology=Ontology(
        (Concept("w", "water"), Concept("f", "flood", ("floods",))),
        frozenset({("f", "w")}),
        related=frozenset({("w", "f")}),
        title="Water",
    ),
    concept="water",
)


def test_topic_reads_back_equal(tmp_path: Path) -> None:
    EVERYTHING.save(tmp_path / "new" / "topic")
    assert Topic.load(tmp_path / "new" / "topic") == EVERYTHING


def test_topic_is_found_by_its_description_too(tmp_path: Path) -> None:
    topic = Topic.from_sentence("Floods and rain")
    topic.save(tmp_path)
    assert Topic.load(tmp_path / "topic.toml") == topic


def test_description_can_be_edited(tmp_path: Path) -> None:
    Topic.from_keywords(["flood"]).save(tmp_path)
    file = tmp_path / "topic.toml"
    file.write_text(file.read_text().replace("flood = 1.0", "flood = 1.0\nrain = 0.5"))
    assert dict(Topic.load(tmp_path).keywords) == {"flood": 1.0, "rain": 0.5}


def test_folder_without_a_topic_is_named(tmp_path: Path) -> None:
    with pytest.raises(LycosaError, match=r"topic\.toml: no topic there"):
        Topic.load(tmp_path)


@pytest.mark.parametrize(
    "model", [b"", b"junk", zstandard.compress(b"[]"), zstandard.compress(b'{"format":9}')]
)
def test_broken_model_is_named(tmp_path: Path, model: bytes) -> None:
    Topic.from_keywords(["flood"]).save(tmp_path)
    (tmp_path / MODEL).write_bytes(model)
    with pytest.raises(LycosaError, match=r"model\.json\.zst: not a"):
        Topic.load(tmp_path)


def test_model_without_its_parts_is_refused(tmp_path: Path) -> None:
    Topic.from_keywords(["flood"]).save(tmp_path)
    (tmp_path / MODEL).write_bytes(zstandard.compress(b'{"format":%d}' % FORMAT))
    with pytest.raises(LycosaError, match="not a topic that"):
        Topic.load(tmp_path)


def test_broken_description_is_named(tmp_path: Path) -> None:
    Topic.from_keywords(["flood"]).save(tmp_path)
    (tmp_path / "topic.toml").write_text("name = ")
    with pytest.raises(LycosaError, match=r"topic\.toml is not valid TOML"):
        Topic.load(tmp_path)


def test_a_small_model_does_not_unpack_to_gigabytes(tmp_path: Path) -> None:
    import zstandard

    Topic.from_keywords(["flood"]).save(tmp_path)
    (tmp_path / "model.json.zst").write_bytes(zstandard.compress(b" " * (64 * 1024**2)))
    with pytest.raises(LycosaError, match="unpacks to more"):
        Topic.load(tmp_path)
