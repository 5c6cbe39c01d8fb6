"""Crawls with judges that people bring along, through the same doors as any other judge."""

from __future__ import annotations

import gzip
import json
from pathlib import Path
from typing import Any

import pytest
from tests.e2e.commands import lycosa as command
from tests.e2e.commands import quick, served
from tests.modelserver import served as model_served

import lycosa
from lycosa.lab.web.named import web_from

TOPIC = "birds, their nests and songs"
BIRD = "birds sing in the nest and hatch an egg with feather and wing"
CAR = "the engine and the gearbox of the car on the road"
KEY = "s3cret-key-of-nobody"


@pytest.fixture(scope="module")
def port(tmp_path_factory: pytest.TempPathFactory) -> Any:
    folder = tmp_path_factory.mktemp("web")
    with (folder / "pages.jsonl").open("w") as file:
        for i in range(12):
            links = "".join(f'<a href="/{j}">page {j}</a>' for j in (i + 1, i + 2))
            html = f"<title>page {i}</title><p>{BIRD if i % 2 else CAR} number {i}</p>{links}"
            row = {"url": f"http://birds.example/{i}", "html": html, "labels": [], "lang": "en"}
            file.write(json.dumps(row) + "\n")
    (folder / "pages.jsonl.gz").write_bytes(gzip.compress((folder / "pages.jsonl").read_bytes()))
    (folder / "pages.jsonl").unlink()
    with served(web_from(str(folder))) as port:
        yield port


def loopback(port: int) -> dict[str, Any]:
    return {
        "network__resolve": [f"*:127.0.0.1:{port}"],
        "politeness__delay_s": 0,
        "politeness__address_delay_s": 0,
        "find_duplicates": False,
    }


def odd_pages(page: lycosa.Page) -> float:
    """Find what has birds in it."""
    return 0.8 if "nest" in page.text else 0.1


def test_a_crawl_is_judged_by_a_function(port: int, tmp_path: Path) -> None:
    seeds = ["http://birds.example/0"]
    given = {"judge": odd_pages, "pages": 6, "out": tmp_path, **loopback(port)}
    visits = list(lycosa.crawl_sync(TOPIC, seeds, **given))
    assert {visit.score for visit in visits} == {0.8, 0.1}
    assert all(visit.relevant == (int(visit.url.rpartition("/")[2]) % 2 == 1) for visit in visits)
    again = list(lycosa.crawl_sync(TOPIC, seeds, **{**given, "pages": 8}))
    assert len(again) == 2


@pytest.mark.slow
def test_a_crawl_is_judged_over_http_and_tells_when_that_fails(
    port: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("MODEL_KEY", KEY)
    out = tmp_path / "crawl"
    with model_served() as model:
        judged = ["--judge", "http", "--strategy-judge-parameters", f"url={model.url}/score"]
        judged += ["requests=3", "timeout_s=2.0", "key_env=MODEL_KEY"]
        given = [TOPIC, *judged, "--seed", "http://birds.example/0", "--pages", 6, "--out", out]
        ran = command("crawl", *given, "--no-find-duplicates", *quick(port))
        assert ran.code == 0, ran.err
        assert len(model.asked) == 4  # one to try the parameters, three for pages
        assert model.headers[0]["Authorization"] == f"Bearer {KEY}"
    status = json.loads(command("status", out, "--json").out)
    told = [event["text"] for event in status["events"] if event["kind"] == "judge"]
    assert told == ["the fall-back judges pages: its budget of 3 requests is spent"]
    for kept in out.rglob("*"):
        assert not kept.is_file() or KEY.encode() not in kept.read_bytes(), kept
    assert KEY not in ran.out + ran.err
