"""Judges that people bring along: functions, fastText and ONNX models, all of them real."""

from __future__ import annotations

import random
from dataclasses import asdict
from functools import partial
from pathlib import Path
from typing import Any

import pytest

import lycosa
from lycosa import Page, Topic
from lycosa.assembly import PartChoice, StrategyChoice, make_judge
from lycosa.config import Settings, to_toml
from lycosa.errors import LycosaError
from lycosa.judge.fasttext import FastTextJudge
from lycosa.judge.function import judge_from
from lycosa.judge.onnx import OnnxJudge
from lycosa.lab.experiment.cells import _models
from lycosa.plugin import check_judge
from lycosa.registry import Family, judges
from lycosa.topic.reading import text_page

BIRDS = ["birds", "nest", "feather", "song", "wing", "egg", "beak", "flight", "hatch", "plumage"]
CARS = ["engine", "car", "gearbox", "road", "wheel", "brake", "petrol", "driver", "garage", "tyre"]
TOPIC = Topic.from_sentence("Birds, their plumage, nests and songs")
BIRD = text_page("birds sing by the nest, and every egg will hatch", "http://a.example/")
CAR = text_page("the engine of the car and the gearbox need a garage", "http://b.example/")


def texts() -> list[tuple[str, int]]:
    chance = random.Random(3)
    draw = lambda words: " ".join(chance.choices(words, k=12))  # noqa: E731
    return [(draw(BIRDS), 1) for _ in range(100)] + [(draw(CARS), 0) for _ in range(100)]


@pytest.fixture(scope="module")
def fasttext_model(tmp_path_factory: pytest.TempPathFactory) -> str:
    """Train with floret, and leave out the two numbers that its files hold and fastText's do not."""
    floret = pytest.importorskip("floret", reason="floret trains the model")
    folder = tmp_path_factory.mktemp("fasttext")
    lines = [f"__label__{'topic' if label else 'other'} {text}" for text, label in texts()]
    (folder / "train.txt").write_text("\n".join(lines), encoding="utf-8")
    trained = floret.train_supervised(str(folder / "train.txt"), epoch=20, thread=1, dim=8, verbose=0)
    trained.save_model(str(folder / "floret.bin"))
    data = (folder / "floret.bin").read_bytes()
    (folder / "model.bin").write_bytes(data[:52] + data[60:])
    return str(folder / "model.bin")


def onnx_model(folder: Path, kind: str) -> str:
    """Train with scikit-learn: on texts, or on hashed words."""
    pytest.importorskip("onnxruntime", reason="onnxruntime runs the model")
    skl2onnx = pytest.importorskip("skl2onnx", reason="skl2onnx writes the model")
    from skl2onnx.common.data_types import FloatTensorType, StringTensorType
    from sklearn.feature_extraction.text import HashingVectorizer, TfidfVectorizer
    from sklearn.linear_model import LogisticRegression
    from sklearn.pipeline import make_pipeline

    words, labels = zip(*texts(), strict=True)
    model: Any
    if kind == "hashed":
        hashed = HashingVectorizer(n_features=64, alternate_sign=False).transform(words).toarray()
        model, given = LogisticRegression(C=100).fit(hashed, labels), FloatTensorType([None, 64])
        options = {"zipmap": False}
    else:
        model = make_pipeline(
            TfidfVectorizer(token_pattern="[a-z]+", lowercase=False), LogisticRegression(C=100)
        )
        model.fit(words, labels)
        given, options = StringTensorType([None, 1]), {"zipmap": kind == "map"}
    written = skl2onnx.convert_sklearn(model, initial_types=[("text", given)], options={id(model): options})
    file = folder / f"{kind}.onnx"
    file.write_bytes(written.SerializeToString())
    return str(file)


@pytest.fixture(scope="module", params=["texts", "map", "hashed"])
def onnx_file(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> str:
    return onnx_model(tmp_path_factory.mktemp("onnx"), request.param)


def test_a_fasttext_model_tells_the_topic_from_others(fasttext_model: str) -> None:
    judge = FastTextJudge(TOPIC, model=fasttext_model)
    bird, car = judge.judge(BIRD), judge.judge(CAR)
    assert (bird.relevant, car.relevant) == (True, False)
    assert bird.score > 0.8
    assert car.score < 0.2


def test_a_fasttext_label_may_come_with_its_prefix(fasttext_model: str) -> None:
    judge = FastTextJudge(TOPIC, model=fasttext_model, label="__label__other")
    assert judge.judge(CAR).relevant


def test_a_fasttext_model_without_the_label_says_which_it_has(fasttext_model: str) -> None:
    with pytest.raises(LycosaError, match="no label __label__fish; it has __label__other, __label__topic"):
        FastTextJudge(TOPIC, model=fasttext_model, label="fish").judge(BIRD)


def test_a_fasttext_judge_keeps_the_contract(fasttext_model: str) -> None:
    check_judge(partial(FastTextJudge, model=fasttext_model))


def test_an_onnx_model_tells_the_topic_from_others(onnx_file: str) -> None:
    judge = OnnxJudge(TOPIC, model=onnx_file)
    bird, car = judge.judge(BIRD), judge.judge(CAR)
    assert (bird.relevant, car.relevant) == (True, False)
    assert bird.score > 0.8
    assert car.score < 0.2


def test_an_onnx_model_judges_many_pages_as_it_judges_each(onnx_file: str) -> None:
    together = OnnxJudge(TOPIC, model=onnx_file).judge_many([BIRD, CAR])
    one = OnnxJudge(TOPIC, model=onnx_file)
    assert [j.score for j in together] == pytest.approx([one.judge(BIRD).score, one.judge(CAR).score])


def test_an_onnx_judge_keeps_the_contract(onnx_file: str) -> None:
    check_judge(partial(OnnxJudge, model=onnx_file))


def test_an_onnx_model_without_the_class_is_an_error(tmp_path: Path) -> None:
    with pytest.raises(LycosaError, match="2 columns, and none is 7"):
        OnnxJudge(TOPIC, model=onnx_model(tmp_path, "hashed"), label=7).judge(BIRD)
    with pytest.raises(LycosaError, match="no class birds; it has 0, 1"):
        OnnxJudge(TOPIC, model=onnx_model(tmp_path, "map"), label="birds").judge(BIRD)


@pytest.mark.parametrize("judge", [FastTextJudge, OnnxJudge])
def test_a_model_file_that_is_none_is_an_error(judge: Any, tmp_path: Path) -> None:
    (tmp_path / "model").write_bytes(b"no model")
    with pytest.raises(LycosaError, match="is no"):
        judge(TOPIC, model=str(tmp_path / "model")).judge(BIRD)
    with pytest.raises(LycosaError, match="finds no model file"):
        judge(TOPIC, model=str(tmp_path / "missing")).judge(BIRD)
    with pytest.raises(LycosaError, match="needs the parameter model"):
        judge(TOPIC).judge(BIRD)


def test_model_files_are_absolute_in_the_settings_of_a_crawl(tmp_path: Path) -> None:
    for name, key in (("onnx", "model"), ("fasttext", "model"), ("http", "cache")):
        part = PartChoice(name, {key: "my.file", "label": "x"})
        text = to_toml(Settings(strategy=StrategyChoice(judge=part)), tmp_path)
        assert f'{key} = "{tmp_path / "my.file"}"' in text


def test_the_name_of_a_remote_model_is_no_file(tmp_path: Path) -> None:
    part = PartChoice("http", {"model": "small"})
    assert 'model = "small"' in to_toml(Settings(strategy=StrategyChoice(judge=part)), tmp_path)


def test_a_model_file_that_changes_changes_what_a_finished_crawl_is_found_by(tmp_path: Path) -> None:
    file = tmp_path / "m.onnx"
    choice = StrategyChoice(judge=PartChoice("onnx", {"model": str(file)}))
    file.write_bytes(b"one")
    before = _models(choice)
    file.write_bytes(b"two")
    assert before and before != _models(choice)


def flooded(page: Page) -> float:
    """Look for floods."""
    return 0.9 if "flood" in page.text else 0.2


def test_a_function_judges_pages() -> None:
    judge = judge_from(flooded)(TOPIC)
    assert judge.judge(text_page("the flood came", "http://a.example/")).relevant
    assert not judge.judge(BIRD).relevant


def test_a_function_judge_has_a_threshold() -> None:
    assert judge_from(flooded)(TOPIC, threshold=0.1).judge(BIRD).relevant


@pytest.mark.parametrize(
    ("function", "why"),
    [
        (lambda page: 1 / 0, "it raised ZeroDivisionError"),
        (lambda page: "yes", "it returned str, not a number"),
        (lambda page: 7.0, "its score is 7, not in"),
        (lambda page: float("nan"), "its score is no number"),
    ],
)
def test_where_a_function_has_no_score_the_fallback_judges_and_says_so(
    function: Any, why: str, caplog: pytest.LogCaptureFixture
) -> None:
    judge = judge_from(function, "mine")(TOPIC)
    judgement = judge.judge(BIRD)
    assert judgement.relevant  # by contrast
    assert judgement.reason.startswith("contrast judged, not mine: ")
    assert why in judgement.reason
    assert why in judge.trouble
    judge.judge(CAR)
    assert len([record for record in caplog.records if record.name == "lycosa.judge"]) == 1


def test_the_fallback_can_be_chosen() -> None:
    judge = judge_from(lambda page: None, "mine")(TOPIC, fallback="vsm")  # type: ignore[arg-type, return-value]
    assert judge.judge(BIRD).reason.startswith("vsm judged, not mine")
    with pytest.raises(LycosaError, match="fallback 'nobody' is none of contrast, semantic, vsm"):
        judge_from(flooded)(TOPIC, fallback="nobody").judge(BIRD)


def test_a_function_judge_keeps_the_contract() -> None:
    check_judge(judge_from(flooded))


def test_an_installed_function_is_a_judge(monkeypatch: pytest.MonkeyPatch) -> None:
    class Entry:
        name, value = "flooded-ones", "package:flooded"

        def load(self) -> Any:
            return flooded

    monkeypatch.setattr("lycosa.registry.entry_points", lambda group: [Entry()])
    family = Family("judge", "lycosa.judge", "lycosa.judges", judges.adapt)
    made = family.get("flooded-ones")(TOPIC)
    assert made.name == "flooded-ones"
    assert made.judge(BIRD).score == 0.2


def test_a_function_cannot_take_the_name_of_a_judge() -> None:
    with pytest.raises(LycosaError, match="there is a judge 'vsm' already"):
        judges.add(judge_from(flooded, "vsm"))


def test_a_judge_is_made_by_name_with_its_parameters(fasttext_model: str) -> None:
    judge = make_judge("fasttext", TOPIC, {"model": fasttext_model}, threshold=0.7)
    assert asdict(PartChoice("fasttext"))["name"] == judge.name
    assert judge.judge(BIRD).reason == "fasttext; threshold 0.700"


def test_public_names_hold_what_bringing_a_judge_takes() -> None:
    assert {"judge_from", "OutsideJudge"} <= set(__import__("lycosa.plugin", fromlist=["x"]).__all__)
    assert lycosa.crawl.__kwdefaults__["judge"] == ""
