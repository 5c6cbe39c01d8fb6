"""Settings: numbers that cannot be are refused by name, older names are read, paths start at their file."""

from __future__ import annotations

import math
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from pydantic import TypeAdapter

from lycosa import LycosaError, crawl_sync
from lycosa.api import settings_for
from lycosa.config import ABOVE_ZERO, Setting, Settings, build, load, overlay, settings_of, to_toml, typed

NUMBERS = [
    setting
    for setting in settings_of(Settings)
    if any(kind in str(setting.type) for kind in ("int", "float")) and not isinstance(setting.default, tuple)
]


def given(path: str, value: object) -> Settings:
    data: dict[str, Any] = {}
    overlay(data, path, value)
    return build(Settings, data, "test")


@pytest.mark.parametrize("value", [math.nan, math.inf, -math.inf, -1, "nan", "-inf", "-3", 1e300])
@pytest.mark.parametrize("setting", NUMBERS, ids=lambda setting: setting.path)
def test_a_number_that_cannot_be_is_refused_by_name(setting: Setting, value: object) -> None:
    with pytest.raises(LycosaError) as caught:
        given(setting.path, value)
    assert setting.path in str(caught.value)


@pytest.mark.parametrize("path", sorted(ABOVE_ZERO))
def test_what_nothing_works_without_is_not_zero(path: str) -> None:
    assert path in {setting.path for setting in settings_of(Settings)}
    with pytest.raises(LycosaError, match="above 0"):
        given(path, 0)


@pytest.mark.parametrize("seed", [-1, 1.5, "x", 2**63, 10**30, math.nan, "-7"])
def test_an_odd_random_seed_is_refused(seed: object) -> None:
    with pytest.raises(LycosaError, match="random_seed"):
        given("random_seed", seed)


def test_no_number_among_parameters_is_endless() -> None:
    with pytest.raises(LycosaError, match="parameters"):
        given("strategy.parameters", {"weights": [1.0, {"a": math.nan}]})
    assert given("strategy.parameters", {"decay": -0.5}).strategy.parameters == {"decay": -0.5}


def test_defaults_are_those_of_the_tree_and_not_of_its_classes() -> None:
    assert {s.path: s.default for s in settings_of(Settings)}["work.concurrency"] == 64


def test_settings_of_0_1_0_are_read(tmp_path: Path) -> None:
    file = tmp_path / "crawl.toml"
    file.write_text(
        'strategy = "bfs"\njudge = false\n[parameters]\ndepth = 3\n'
        "[manners]\ndelay_s = 3.0\npatience = 4.0\n"
        "[patience]\nretries = 7\nretry_delay_s = 8.0\nredirects = 9\n"
    )
    settings = load(file)
    assert (settings.strategy.name, settings.strategy.parameters, settings.links_only) == (
        "bfs",
        {"depth": 3},
        True,
    )
    assert (settings.politeness.delay_s, settings.politeness.slow_host_factor) == (3.0, 4.0)
    assert (settings.retries.limit, settings.retries.delay_s, settings.retries.redirects) == (7, 8.0, 9)


def test_an_older_name_in_a_program_is_answered_with_the_present_one() -> None:
    with pytest.raises(LycosaError, match="now called 'politeness'"):
        settings_for("flood", [], 10, {"manners__delay_s": 2})


@pytest.mark.parametrize("key", ["seeds__first", "nonsense", "budget__pagse", "strategy__nmae"])
def test_an_unknown_key_is_named(key: str) -> None:
    with pytest.raises(LycosaError, match=key.partition("__")[2] or key):
        settings_for("flood", ["http://a.test/"], 10, {"strategy": "bfs", key: 2})


def test_paths_in_a_file_start_where_the_file_is(tmp_path: Path) -> None:
    file = tmp_path / "here" / "floods.toml"
    file.parent.mkdir()
    file.write_text(
        '[topic]\nexamples = ["pages", "http://a.test/x", "/abs/page.html"]\nclasses = ["flood=one", "all"]\n'
        'ontology = "../o.ttl"\n[network]\nca_file = "ca.pem"\n'
    )
    settings, here = load(file), file.parent
    assert settings.topic.examples == (str(here / "pages"), "http://a.test/x", "/abs/page.html")
    assert settings.topic.classes == (f"flood={here / 'one'}", str(here / "all"))
    assert Path(settings.topic.ontology).resolve() == tmp_path / "o.ttl"
    assert settings.network.ca_file == str(here / "ca.pem")


def test_settings_are_kept_with_absolute_paths(tmp_path: Path) -> None:
    settings = given("network.ca_file", "ca.pem")
    (tmp_path / "crawl.toml").write_text(to_toml(settings, Path("/base")))
    assert load(tmp_path / "crawl.toml").network.ca_file == "/base/ca.pem"


_VALUES = [
    *(True, False, 0, 1, -3, 7.0, 2.5, float("inf"), 10**13, 10**400, "", "yes", "3", "2.5", None),
    *([], (), ["a", "b"], ("a",), ["a", 1], [1, 2], {}, {"a": 1}, {"a"}, frozenset({"a"}), b"a"),
]


@pytest.mark.parametrize("value", _VALUES, ids=repr)
@pytest.mark.parametrize(
    "kind", [bool, int, float, str, int | None, float | None, tuple[str, ...], tuple[int, int]], ids=str
)
def test_a_value_of_its_kind_beyond_doubt_is_what_pydantic_makes_of_it(kind: Any, value: object) -> None:
    plain = typed._plainly(kind, value)
    if plain is not typed._DOUBTFUL:
        made = TypeAdapter(kind).validate_python(value)
        assert (type(plain), plain) == (type(made), made)


def test_the_settings_of_most_crawls_need_no_pydantic() -> None:
    program = (
        "import sys; from lycosa.config import Settings, build;"
        "build(Settings, {'seeds': ['http://a.test/'], 'budget': {'pages': 3}, 'politeness': {'delay_s': 1},"
        " 'strategy': {'name': 'bfs'}, 'links_only': True}, 'test'); assert 'pydantic' not in sys.modules"
    )
    subprocess.run([sys.executable, "-c", program], check=True)


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ('seeds = "http://a.test/"', "seeds = 'http://a.test/' should be a list"),
        ('[scope]\ndomains = "a.test"', "scope.domains = 'a.test' should be a list"),
        ("[budget]\npages = true", "budget.pages = true should be a number"),
        ("politeness = 3\n[manners]\ndelay_s = 2", "'politeness' is a table of settings, not 3"),
    ],
)
def test_a_value_of_another_kind_is_answered_in_words_of_the_file(
    tmp_path: Path, text: str, said: str
) -> None:
    (tmp_path / "crawl.toml").write_text(text)
    with pytest.raises(LycosaError, match=re.escape(said)):
        load(tmp_path / "crawl.toml")


@pytest.mark.parametrize(("text", "said"), [(None, "No such file"), ("junk", "no certificate in it")])
def test_authorities_that_cannot_be_read_are_named_before_a_host_is_asked(
    tmp_path: Path, text: str | None, said: str
) -> None:
    file = tmp_path / "ca.pem"
    if text is not None:
        file.write_text(text)
    with pytest.raises(LycosaError, match=f"network.ca_file .*ca.pem: .*{said}"):
        next(crawl_sync("flood", ["https://a.test/"], network__ca_file=str(file)))


@pytest.mark.parametrize(
    "proxy",
    [
        "foo",
        "127.0.0.1:3128",
        "ftp://a.test:21",
        "socks5://a.test",
        "http://",
        "http://a.test:99999",
        "http://a b",
    ],
)
def test_what_is_no_url_of_a_proxy_is_refused_by_name(proxy: str) -> None:
    with pytest.raises(
        LycosaError, match=rf"test: network\.proxy '{proxy}' is not .* http://proxy.example:3128"
    ):
        given("network.proxy", proxy)


@pytest.mark.parametrize(
    "proxy", ["", "http://me:secret@a.test:3128/", "HTTPS://a.test", "socks5h://[::1]:1080"]
)
def test_the_url_of_a_proxy_stays_as_it_is_given(proxy: str) -> None:
    assert given("network.proxy", proxy).network.proxy == proxy
