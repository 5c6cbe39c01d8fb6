from __future__ import annotations

from pathlib import Path

import pytest

from lycosa.errors import LycosaError
from lycosa.model import Page
from lycosa.topic import Topic, TopicSettings, topic_from
from lycosa.topic.reading import text_page
from lycosa.topic.settings import weighted_term

WEB = {
    f"http://a.example/{i}": text_page(f"levee dyke number{i} flood", f"http://a.example/{i}", "en")
    for i in range(5)
}

PREFIXES = (
    "@prefix rdfs: <http://www.w3.org/2000/01/rdf-schema#> .@prefix owl: <http://www.w3.org/2002/07/owl#> ."
)


def made(**settings: object) -> Topic:
    return topic_from(TopicSettings(**settings), WEB.get)  # type: ignore[arg-type]


def folder(place: Path, **texts: str) -> str:
    place.mkdir(parents=True, exist_ok=True)
    for name, text in texts.items():
        (place / f"{name}.txt").write_text(text)
    return str(place)


def test_one_sentence_is_enough() -> None:
    topic = made(sentence="Floods and levees of the Netherlands")
    assert topic.language == "en"
    assert "flood" in topic.vector.weights


def test_five_example_pages_are_enough() -> None:
    topic = made(examples=tuple(WEB))
    assert topic.examples == tuple(WEB.values())
    assert "leve" in topic.vector.weights


def test_weighted_keywords() -> None:
    assert dict(made(keywords=("flood=2.5", "flash flood")).keywords) == {"flood": 2.5, "flash flood": 1.0}


@pytest.mark.parametrize("text", ["flood=", "=2", "flood=-1", "flood=nan", "flood=inf", "flood=x"])
def test_bad_weight_is_named(text: str) -> None:
    with pytest.raises(LycosaError, match=f"keyword '{text}'"):
        weighted_term(text)


def test_examples_from_files_and_urls_together(tmp_path: Path) -> None:
    place = folder(tmp_path, a="polders")
    assert len(made(examples=(place, "http://a.example/1")).examples) == 2


def test_missing_page_is_named() -> None:
    with pytest.raises(LycosaError, match=r"http://gone\.example/"):
        made(examples=("http://gone.example/",))


def test_classes_from_named_folders(tmp_path: Path) -> None:
    entries = (f"flood={folder(tmp_path / 'x', a='levee')}", f"sport={folder(tmp_path / 'y', a='goal')}")
    topic = made(classes=entries, own_class="flood")
    assert list(topic.classes) == ["flood", "sport"]
    assert topic.name == "flood"
    assert "leve" in topic.vector.weights


def test_classes_from_one_folder_of_folders(tmp_path: Path) -> None:
    folder(tmp_path / "flood", a="levee")
    folder(tmp_path / "sport", a="goal")
    assert set(made(name="flood", classes=(str(tmp_path),)).classes) == {"flood", "sport"}


def test_folder_without_classes_is_named(tmp_path: Path) -> None:
    with pytest.raises(LycosaError, match="neither NAME=FOLDER nor"):
        made(classes=(str(tmp_path),))


def test_one_class_is_refused_at_once(tmp_path: Path) -> None:
    with pytest.raises(LycosaError, match="learning needs two"):
        made(classes=(f"flood={folder(tmp_path, a='levee')}",), own_class="flood")


def test_empty_settings_are_refused_at_once() -> None:
    with pytest.raises(LycosaError, match="no terms"):
        made()


def test_ontology_file_with_its_concept(tmp_path: Path) -> None:
    file = tmp_path / "water.ttl"
    file.write_text(
        PREFIXES + "<urn:w> a owl:Class ; rdfs:label 'water' ."
        "<urn:f> a owl:Class ; rdfs:label 'flood' ; rdfs:subClassOf <urn:w> ."
    )
    assert set(made(ontology=str(file), concept="water").vector.weights) == {"water", "flood"}


def test_unreadable_ontology_is_named(tmp_path: Path) -> None:
    file = tmp_path / "broken.ttl"
    file.write_text("no ontology at all")
    with pytest.raises(LycosaError, match=r"broken\.ttl"):
        made(sentence="water", ontology=str(file))


def test_cyclic_ontology_is_named_by_its_concepts(tmp_path: Path) -> None:
    file = tmp_path / "cycle.ttl"
    file.write_text(
        PREFIXES + "<urn:w> a owl:Class ; rdfs:label 'water' ; rdfs:subClassOf <urn:f> ."
        "<urn:f> a owl:Class ; rdfs:label 'flood' ; rdfs:subClassOf <urn:w> ."
    )
    with pytest.raises(LycosaError, match=r"cycle\.ttl: .*(flood -> water|water -> flood)"):
        made(sentence="water", ontology=str(file))


def test_saved_topic_is_added_to(tmp_path: Path) -> None:
    made(name="water", keywords=("flood",)).save(tmp_path)
    topic = made(saved=str(tmp_path), keywords=("rain",), genre_terms=("report",))
    assert topic.name == "water"
    assert set(topic.keywords) == {"flood", "rain"}
    assert topic.genre.genre == ("report",)


def test_terms_are_found_on_examples_only_where_somebody_asks_and_gives_none(tmp_path: Path) -> None:
    for number in range(3):
        text = "syllabus for owls, owls and owls"
        (tmp_path / f"{number}.txt").write_text(text, encoding="utf-8")
    examples = (str(tmp_path),)
    assert not made(examples=examples).genre
    assert made(examples=examples, find_terms=True).genre.genre == ("syllabus",)
    assert made(examples=examples, find_terms=True, genre_terms=("report",)).genre.genre == ("report",)


def test_language_comes_from_the_examples() -> None:
    page = Page("http://b.example/", tokens=("deich",), groups=bytes([4]), language="de")
    assert topic_from(TopicSettings(examples=("http://b.example/",)), lambda url: page).language == "de"


@pytest.mark.parametrize("code", ["xx", "english", "eng", "e", "-en", "12"])
def test_a_language_that_is_none_is_refused_by_the_name_of_its_setting(code: str) -> None:
    with pytest.raises(LycosaError, match=rf"^topic\.language '{code}' is not a two-letter code of ISO 639"):
        made(keywords=("flood",), language=code)
    with pytest.raises(LycosaError, match=f"^language '{code}'"):
        Topic.from_keywords(["flood"], language=code)
    with pytest.raises(LycosaError, match=f"^language '{code}'"):
        Topic.from_sentence("floods", language=code)


@pytest.mark.parametrize(
    ("tag", "code"),
    [("la", "la"), ("EN", "en"), ("pt-BR", "pt"), ("zh_TW", "zh"), ("nb", "no"), ("sh", "sh")],
)
def test_a_language_is_its_code_with_or_without_a_stemmer(tag: str, code: str) -> None:
    assert made(keywords=("flood",), language=tag).language == code


def test_what_example_pages_declare_is_taken_as_it_is() -> None:
    page = text_page("levee dyke flood", "http://a.example/", "xx")
    assert topic_from(TopicSettings(examples=("http://a.example/",)), lambda url: page).language == "xx"
