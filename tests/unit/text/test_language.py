from __future__ import annotations

import pytest

from lycosa.text import detect
from lycosa.text.language import primary

SENTENCES = {
    "en": "The spider does not build a web but hunts its prey on the ground at night.",
    "de": "Die Spinne baut kein Netz, sondern jagt ihre Beute nachts auf dem Boden.",
    "fr": "L'araignée ne tisse pas de toile, elle chasse ses proies la nuit sur le sol.",
    "es": "La araña no teje una tela, sino que caza sus presas por la noche en el suelo.",
    "pt": "A aranha não faz uma teia, mas caça as suas presas durante a noite no chão.",
    "it": "Il ragno non tesse una tela, ma caccia le sue prede di notte sul terreno.",
    "ru": "Паук не плетёт паутину, а охотится на свою добычу ночью на земле.",
    "nl": "De spin bouwt geen web, maar jaagt 's nachts op de grond op haar prooi.",
    "sv": "Spindeln bygger inget nät utan jagar sitt byte på marken under natten.",
    "da": "Edderkoppen bygger ikke noget spind, men jager sit bytte på jorden om natten.",
    "no": "Dyret lever i skogen, og hunnen bærer eggene med seg til de klekkes. Den finnes over hele Norge.",
    "fi": "Hämähäkki ei kudo verkkoa, vaan saalistaa yöllä maassa.",
    "zh": "这种蜘蛛不结网，而是在夜间在地面上捕猎。",
    "ja": "このクモは網を張らず、夜に地面で獲物を狩ります。",
    "ko": "이 거미는 거미줄을 치지 않고 밤에 땅에서 먹이를 사냥한다.",
}


@pytest.mark.parametrize(("language", "text"), SENTENCES.items())
def test_a_sentence_is_enough(language: str, text: str) -> None:
    assert detect(text) == language


@pytest.mark.parametrize(
    "text",
    ["", " \n\t", "ok", "Home | Login", "\0" * 50, "\ud800" * 50, "12345 " * 50, "🕷" * 50, "x" * 100_000],
)
def test_nothing_to_go_by_gives_no_language(text: str) -> None:
    assert detect(text) == ""


@pytest.mark.parametrize("noise", ["\n", "\r\n", "\0", "\ud800", "\u2028", "🕷"])
def test_odd_characters_do_not_disturb(noise: str) -> None:
    assert detect(noise.join([SENTENCES["de"]] * 3)) == "de"


@pytest.mark.parametrize(("declared", "text"), [("en", "zh"), ("cn", "zh"), ("en", "de"), ("fr", "ru")])
def test_a_text_that_speaks_clearly_is_believed_against_its_declaration(declared: str, text: str) -> None:
    assert detect(SENTENCES[text] * 3, declared) == text


@pytest.mark.parametrize(("declared", "text"), [("es", "pt"), ("pt", "es"), ("it", "fr"), ("nl", "de")])
def test_stop_words_that_relatives_share_prove_nothing(declared: str, text: str) -> None:
    assert detect(SENTENCES[text] * 3, declared) == text


def test_a_declared_language_is_proven_by_its_own_stop_words() -> None:
    code = "getElementById(x) vector<int> return null; " * 6
    assert detect(code + SENTENCES["en"] * 6, "en") == detect(code + SENTENCES["en"] * 6) == "en"


def test_a_list_of_everyday_words_proves_that_a_text_is_english_as_declared(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    things = "table key value join view index water house street school garden kitchen " * 10
    monkeypatch.setattr("lycosa.text.language._model", pytest.fail)
    assert detect(things, "en") == "en"


@pytest.mark.parametrize("text", ["de", "fr", "nl", "fi"])
def test_an_english_menu_on_a_foreign_page_does_not_prove_it_english(text: str) -> None:
    menu = "Home Documentation Download Community Support Contribute "
    assert detect(menu + SENTENCES[text] * 6, "en") == text


def test_foreign_code_words_do_not_prove_a_chinese_text_english() -> None:
    assert detect(f"git commit the of and {SENTENCES['zh']} " * 6, "en") == "zh"


@pytest.mark.parametrize("text", ["", "ok", "Home | Login", SENTENCES["de"][:30], "12345 " * 50])
def test_a_text_that_says_little_is_what_it_is_declared(text: str) -> None:
    assert detect(text, "fr") == "fr"


def test_a_foreign_menu_does_not_decide() -> None:
    menu = "Home About Contact Login Search News Products Services " * 3
    assert detect(menu + SENTENCES["de"] * 30) == "de"


@pytest.mark.parametrize(
    ("tag", "code"),
    [("pt-BR", "pt"), ("zh_Hans_CN", "zh"), ("NN", "no"), ("yue", "zh"), ("cn", "zh"), ("", "")],
)
def test_tags_have_a_primary_language(tag: str, code: str) -> None:
    assert primary(tag) == code
