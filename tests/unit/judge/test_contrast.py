"""The contrast judge: probabilities from a sentence on, learning within bounds, reasons."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from statistics import NormalDist

import numpy as np
import pytest

from lycosa.checks import check_judge
from lycosa.checks.contract import stored
from lycosa.engine.learning.learned import Learned
from lycosa.judge.contrast import HOPELESS_AFTER, MOST_SEEDS, Contrast
from lycosa.judge.contrast_model.calibration import (
    BASE_RATE,
    TOPIC_DEVIATION,
    Calibration,
    calibrated,
)
from lycosa.judge.contrast_model.explain import ORDINARY
from lycosa.judge.contrast_model.features import (
    MOST_WORDS,
    Features,
    bucket,
    packed_all,
    stack,
    unit,
    unpacked,
)
from lycosa.judge.contrast_model.given import Given, alike, grouped
from lycosa.judge.contrast_model.lexicon import lexicon, read
from lycosa.judge.contrast_model.model import FOUND, FOUND_PAGES, FOUND_SHARE, learned
from lycosa.judge.contrast_model.training import KEPT_FOUND, LEARN_AFTER, LEARN_UNTIL
from lycosa.model import Page
from lycosa.page import parse_html
from lycosa.topic import Topic
from lycosa.topic.ontology import Concept, Ontology
from lycosa.topic.reading import text_page

BIRDS = (
    "the goose is a large bird with webbed feet that grazes and nests near water",
    "swans are birds with long necks, white feathers and large nests among the reeds",
    "the sparrow is a small songbird that builds its nest in hedges and sings",
    "eagles are birds of prey with strong beaks and wings, feeding fish to their chicks",
    "penguins are flightless birds; they lay one egg and swim with their wings",
    "the owl hunts mice by night, its feathers make no sound, its eggs are white",
    "parrots are colourful birds with curved beaks that live in tropical forests",
    "the swallow catches insects in flight and builds nests of mud under roofs",
)
CODE = (
    "the compiler translates source code of a programming language into machine code",
    "an operating system schedules processes and manages the memory of a computer",
    "a database server stores tables and answers queries of client software",
    "the browser renders web pages and runs scripts written by programmers",
    "software engineers test programs and fix bugs in the source code",
    "a computer network routes packets between servers and clients",
)
OTHERS = (
    "the king signed a treaty after the war and parliament raised new taxes",
    "mix flour, butter and sugar, then bake the cake in a hot oven",
    "the striker scored two goals and the team won the football match",
    "the painter sold portraits to rich families of the city",
    "interest rates rose and the bank lent less money to companies",
    "the train leaves the station at noon and reaches the coast by evening",
    "the patient was given medicine against fever by the doctor",
    "a judge sentenced the thief to two years in prison",
)


def pages(texts: tuple[str, ...], host: str) -> list[Page]:
    return [text_page(text, f"http://{host}.example/{i}", "en") for i, text in enumerate(texts)]


BIRD_PAGES, CODE_PAGES, OTHER_PAGES = pages(BIRDS, "bird"), pages(CODE, "code"), pages(OTHERS, "other")
SENTENCE = "Birds, their feathers, nests and eggs"


def scores(judge: Contrast, of: list[Page]) -> list[float]:
    return [judge.judge(page).score for page in of]


def stream(count: int, texts: tuple[str, ...] = OTHERS, host: str = "many") -> list[Page]:
    return [text_page(texts[i % len(texts)], f"http://{host}.example/{i}", "en") for i in range(count)]


@pytest.mark.parametrize(
    "topic",
    [
        Topic.from_sentence(SENTENCE),
        Topic.from_keywords(["bird", "nest", "feather"]),
        Topic.from_pages(BIRD_PAGES[:3]),
        Topic.from_pages(BIRD_PAGES[:1]),
        replace(Topic.from_pages(BIRD_PAGES[:1]), sentence=SENTENCE),
        Topic("birds", classes={"birds": tuple(BIRD_PAGES[:4]), "code": tuple(CODE_PAGES)}),
        Topic(
            "birds",
            ontology=Ontology(
                (Concept("b", "birds"), Concept("n", "nest"), Concept("f", "feather")),
                frozenset({("n", "b"), ("f", "b")}),
            ),
        ),
    ],
    ids=["sentence", "keywords", "examples", "example", "example+sentence", "classes", "ontology"],
)
def test_any_way_to_tell_a_topic_parts_its_pages_from_others(topic: Topic) -> None:
    judge = Contrast(topic)
    birds, others = scores(judge, BIRD_PAGES[4:]), scores(judge, OTHER_PAGES)
    assert min(birds) > max(others)
    assert max(others) < 0.5


def test_contract() -> None:
    check_judge(Contrast)


def test_scores_are_probabilities_and_half_decides() -> None:
    judge = Contrast(Topic.from_sentence(SENTENCE))
    for page in (*BIRD_PAGES, *OTHER_PAGES):
        verdict = judge.judge(page)
        assert 0 <= verdict.score <= 1
        assert verdict.relevant == (verdict.score >= 0.5)


def test_nothing_like_the_topic_is_said_plainly() -> None:
    judge = Contrast(
        replace(Topic.from_sentence("blockchain smart contracts zkrollup"), seeds=("http://b/",))
    )
    verdicts = [judge.judge(page) for page in (*BIRD_PAGES, *stream(HOPELESS_AFTER))]
    assert not any(verdict.relevant for verdict in verdicts)
    assert "0 of" in judge.notice
    happy = Contrast(Topic.from_sentence(SENTENCE))
    scores(happy, stream(HOPELESS_AFTER, BIRDS))
    assert not happy.notice


def test_an_example_is_always_relevant() -> None:
    odd = text_page("invoice totals and shipping costs", "http://odd.example/", "en")
    judge = Contrast(Topic.from_pages([*BIRD_PAGES, odd]))
    scores(judge, stream(3 * LEARN_AFTER))
    assert judge.judge(odd).relevant


def test_a_seed_that_agrees_is_a_soft_example() -> None:
    topic = Topic.from_sentence("Birds")
    seeded, unseeded = Contrast(replace(topic, seeds=(BIRD_PAGES[1].url,))), Contrast(topic)
    found = [judge.judge(BIRD_PAGES[1]) and judge.explain(BIRD_PAGES[0]) for judge in (seeded, unseeded)]
    feathers = [next(row.in_topic for row in rows if row.term == "nest") for rows in found]
    assert feathers[0] > feathers[1]  # the seed has a nest, the topic's word has not


def test_a_seed_about_something_else_hardly_counts() -> None:
    judge = Contrast(replace(Topic.from_sentence(SENTENCE), seeds=(OTHER_PAGES[0].url,)))
    judge.judge(OTHER_PAGES[0])
    assert judge.given.anchors[-1].weight < 0.1


def test_a_portal_leads_to_the_topic_but_is_no_example_of_it() -> None:
    text = "Birds of the world: nests, eggs and feathers of every species"
    links = "".join(f"<li><a href='/{i}'>{bird}</a>" for i, bird in enumerate(BIRDS))
    portal = parse_html(f"<p>{text}<ul>{links}</ul>".encode(), "http://portal.example/")
    judge = Contrast(replace(Topic.from_sentence(SENTENCE), seeds=(portal.url,)))
    judge.judge(portal)
    assert judge.given.anchors[-1].weight == 0


def test_seeds_together_weigh_less_than_the_words_of_the_topic() -> None:
    judge = Contrast(replace(Topic.from_sentence(SENTENCE), seeds=tuple(p.url for p in BIRD_PAGES)))
    scores(judge, BIRD_PAGES)
    assert judge.given.weights[0] == 2
    assert judge.given.weights[1:].sum() == pytest.approx(1)


def test_examples_of_two_topics_are_two_groups_and_pages_between_them_belong_to_neither() -> None:
    judge = Contrast(Topic.from_pages([*BIRD_PAGES[:4], *CODE_PAGES[:4]]))
    assert [len(group) for group in judge.given.groups] == [4, 4]
    found = scores(judge, [*BIRD_PAGES[4:], *CODE_PAGES[4:]])
    assert min(found) > max(scores(judge, OTHER_PAGES))


def test_examples_of_one_topic_are_one_group() -> None:
    assert len(Contrast(Topic.from_pages(BIRD_PAGES)).given.groups) == 1
    assert grouped(np.eye(5, dtype=np.float32)) == [[0, 1, 2, 3, 4]]  # lone pages make no group


def test_what_means_something_alike_in_other_words_is_another_group() -> None:
    """Birds and food have a cosine of 0.33 by meaning: by that alone they were one group."""
    rng = np.random.default_rng(0)
    one, other = (np.arange(200, dtype=np.uint32) + start for start in (0, 1000))
    common = np.ones(128, np.float32)
    own = [np.repeat(np.float32([1.4, -1.4]), 64), np.repeat(np.float32([-1.4, 1.4]), 64)]
    weights = np.full(100, 0.1, np.float32)
    pages = [
        Features(np.sort(rng.choice(words, 100, replace=False)), weights, unit(common + way), "en")
        for words, way in ((one, own[0]),) * 3 + ((other, own[1]),) * 3
    ]
    near = alike(np.stack([page.vector for page in pages]), pages)
    assert near[0, 3] < 0.5 < near[0, 1]
    assert grouped(near) == [[0, 1, 2], [3, 4, 5]]


def test_a_page_without_words_may_be_called_relevant() -> None:
    judge = Contrast(Topic.from_sentence(SENTENCE))
    judge.teach(read(text_page("", "http://empty.example/", "en")).packed(), True)
    assert min(scores(judge, BIRD_PAGES)) > max(scores(judge, OTHER_PAGES))


def test_it_learns_what_pages_found_have_in_common() -> None:
    ringed = tuple(f"{text} and ringing tarsus moult" for text in BIRDS)
    judge = Contrast(Topic.from_pages(BIRD_PAGES))
    news = text_page("ringing tarsus moult", "http://new.example/", "en")
    before = judge.rejudge([judge.features(news)])[0]
    scores(judge, stream(4 * LEARN_AFTER, ringed))
    assert judge.version > 0
    assert judge.rejudge([judge.features(news)])[0] > before


def test_a_long_crawl_changes_nothing_that_the_first_pages_have_taught() -> None:
    judge = Contrast(Topic.from_sentence(SENTENCE))
    mixed = tuple(f"{bird}, and {other}" for bird, other in zip(BIRDS, OTHERS, strict=True))
    scores(judge, [*stream(30, mixed, "neighbours"), *stream(LEARN_UNTIL - 30)])
    before, version = scores(judge, [*BIRD_PAGES, *OTHER_PAGES]), judge.version
    assert version > 0
    scores(judge, [*stream(3 * LEARN_UNTIL, CODE, "code"), *stream(LEARN_UNTIL, mixed, "later")])
    assert judge.version == version
    assert scores(judge, [*BIRD_PAGES, *OTHER_PAGES]) == before


def test_the_last_page_to_learn_from_is_learned_from() -> None:
    judge = Contrast(Topic.from_sentence(SENTENCE))
    scores(judge, stream(LEARN_UNTIL - 1))
    version = judge.version
    scores(judge, stream(1, BIRDS))
    assert judge.version == version + 1
    assert all(page.likely >= 0 for page in judge._training.kept)


def test_an_answer_teaches_however_long_the_crawl_has_been() -> None:
    judge = Contrast(Topic.from_sentence(SENTENCE))
    scores(judge, stream(2 * LEARN_UNTIL))
    page = judge.features(OTHER_PAGES[0])
    before = judge.rejudge([page])[0]
    judge.teach(page, relevant=True)
    assert judge.rejudge([page])[0] > before


def test_the_first_pages_found_are_kept_so_that_later_ones_cannot_narrow_the_topic() -> None:
    judge = Contrast(Topic.from_pages(BIRD_PAGES))
    early = stream(KEPT_FOUND, tuple(f"{text} {SENTENCE}" for text in BIRDS), "early")
    late = stream(3 * KEPT_FOUND, tuple(f"{text} {SENTENCE} {SENTENCE} feathers" for text in BIRDS), "late")
    scores(judge, early)
    scores(judge, late)
    found = [page.features.packed() for page in judge._training.kept if page.likely >= FOUND]
    assert found == [read(page).packed() for page in early]


def test_pages_found_weigh_less_than_what_the_author_gave_and_the_drift_is_told() -> None:
    judge = Contrast(Topic.from_pages(BIRD_PAGES[:3]))
    assert judge.drift == pytest.approx(0, abs=1e-6)
    scores(judge, stream(300, tuple(f"{text} and ringing tarsus moult" for text in BIRDS)))
    assert all(group.share <= FOUND_SHARE for group in judge.model.sides.groups)
    assert 0 < judge.drift < 0.5


def test_a_page_learned_from_is_judged_by_the_others() -> None:
    given = Given.of(Topic.from_sentence(SENTENCE))
    bird, other = read(BIRD_PAGES[0]), read(OTHER_PAGES[0])
    alone = learned(given, [bird, other], np.array([0.9, 0.1], np.float32))
    assert alone.probabilities(stack([bird]))[0] > alone.learned_from[0]
    assert alone.probabilities(stack([other]))[0] < alone.learned_from[1]


def test_a_crawl_that_finds_nothing_but_the_topic_goes_on_finding_it() -> None:
    judge = Contrast(Topic.from_pages(BIRD_PAGES))
    found = [judge.judge(page).relevant for page in stream(400, BIRDS, "birds")]
    assert all(found)
    assert (judge.rejudge([judge.features(page) for page in BIRD_PAGES]) > 0.5).all()


def test_pages_found_count_for_few_pages_of_the_author() -> None:
    judge = Contrast(Topic.from_pages(BIRD_PAGES))
    scores(judge, stream(300, BIRDS, "birds"))
    assert judge.model.sides.groups[0].share <= FOUND_PAGES / (FOUND_PAGES + len(BIRD_PAGES))


def test_what_it_keeps_of_a_crawl_is_bounded() -> None:
    judge = Contrast(Topic.from_pages(BIRD_PAGES[:3]))
    scores(judge, stream(2_000))
    assert len(judge._training.kept) <= LEARN_UNTIL


def test_without_adapting_nothing_changes() -> None:
    judge = Contrast(Topic.from_sentence(SENTENCE), adapt=False)
    first = scores(judge, BIRD_PAGES)
    scores(judge, stream(3 * LEARN_AFTER))
    assert scores(judge, BIRD_PAGES) == first


def test_a_restored_judge_goes_on_alike() -> None:
    topic = replace(Topic.from_sentence(SENTENCE), seeds=(BIRD_PAGES[0].url,))
    whole, first, second = Contrast(topic), Contrast(topic), Contrast(topic)
    crawl = [BIRD_PAGES[0], *stream(60), *stream(60, BIRDS, "birds"), *stream(60, CODE, "code")]
    expected = [whole.judge(page) for page in crawl]
    assert [first.judge(page) for page in crawl[:90]] == expected[:90]
    second.restore(first.state())
    assert [second.judge(page) for page in crawl[90:]] == expected[90:]


def test_the_state_holds_pages_as_bytes_and_survives_being_stored() -> None:
    topic = replace(Topic.from_sentence(SENTENCE), seeds=(BIRD_PAGES[0].url,))
    first, second = Contrast(topic), Contrast(topic)
    empty = text_page("", "http://empty.example/", "en")
    scores(first, [BIRD_PAGES[0], empty, *stream(2 * LEARN_AFTER)])
    state = first.state()
    assert len(Learned.of(state).text) < 40 * len(first._training.kept) + 200
    second.restore(stored(state))
    assert second.state() == state
    assert scores(second, OTHER_PAGES) == scores(first, OTHER_PAGES)


def test_features_survive_packing_and_judge_the_page_again() -> None:
    judge = Contrast(Topic.from_sentence(SENTENCE), adapt=False)
    packed = [judge.features(page) for page in BIRD_PAGES]
    assert judge.rejudge(packed) == pytest.approx([judge.judge(page).score for page in BIRD_PAGES], abs=0.01)
    assert unpacked(packed[0]).language == "en"
    assert judge.rejudge([]).shape == (0,)


def test_features_of_a_long_page_are_small() -> None:
    long = text_page(" ".join(f"word{i}" for i in range(5_000)), "http://long.example/", "en")
    assert len(read(long).buckets) == MOST_WORDS
    assert len(read(long).packed()) < 3_400


def test_many_short_texts_are_scored_at_once_and_empty_ones_score_nothing() -> None:
    judge = Contrast(Topic.from_sentence(SENTENCE))
    words, vectors = judge.score_texts([("bird", "nest"), ("tax",), (), ("goos",)])
    assert words[0] > words[1]
    assert vectors[0] > vectors[1]
    assert vectors[3] > vectors[1]
    assert (words[2], vectors[2]) == (0, 0)
    assert judge.score_texts([])[0].shape == (0,)
    alone = lexicon("en").read(("bird", "nest"))
    assert vectors[0] == pytest.approx(judge.model.sides.of(alone)[1].max(), abs=1e-5)


def test_reason_names_the_words_that_decided() -> None:
    judge = Contrast(Topic.from_pages(BIRD_PAGES))
    news = text_page(
        "a bird on its nest with one egg and no other company at all", "http://new.example/", "en"
    )
    assert "for it: " in judge.judge(news).reason
    assert {"bird", "nest"} & set(judge.judge(news).reason.partition("for it: ")[2].split(", "))


def test_reason_shows_whole_words_for_and_against_and_the_example_next_to_the_page() -> None:
    judge = Contrast(Topic.from_pages(BIRD_PAGES))
    news = text_page(
        "Feathered swans nesting among reeds of the company, which people use in their time",
        "http://new.example/",
        "en",
    )
    reason = judge.judge(news).reason
    assert "swans" in reason.partition("; for it: ")[2].partition(";")[0].split(", ")
    assert set(reason.partition("; against it: ")[2].partition(";")[0].split(", ")) <= {
        *("company", "people", "use", "time")
    }
    assert "; most like: swans are birds" in reason


def test_a_reason_names_no_word_that_shares_a_bucket_with_one_of_the_page() -> None:
    words = lexicon("en")
    by_bucket: dict[int, str] = {}
    bird = next(
        (by_bucket[place], stem)
        for stem in (f"birdling{n}" for n in range(100_000))
        if by_bucket.setdefault(place := bucket(stem), stem) != stem
    )
    words.read(bird)  # both are known
    page = text_page(f"birds {bird[1]}", "http://new.example/", "en")
    assert words.stems_of([bucket(bird[0])], page) == [bird[1]]
    both = text_page(f"birds {bird[1]} {bird[0]}", "http://new.example/", "en")
    assert words.stems_of([bucket(bird[0]), bucket("birdling")], both) == [bird[0], ""], "it was met first"


def test_a_page_of_one_word_has_a_reason_too() -> None:
    judge = Contrast(Topic.from_sentence(SENTENCE))
    assert "for it: bird" in judge.judge(text_page("Birds", "http://new.example/", "en")).reason


def test_contributions_add_up_to_the_score_and_name_examples() -> None:
    judge = Contrast(Topic.from_pages(BIRD_PAGES))
    page = text_page("the goose and the bank", "http://new.example/", "en")
    rows = judge.explain(page)
    model = judge.model
    standard = model.views.standard(*model.sides.of(read(page))).max()
    assert sum(row.amount for row in rows) == pytest.approx(float(standard), abs=1e-3)
    by_term = {row.term: row.amount for row in rows}
    assert by_term["goos"] > by_term["bank"]
    assert ORDINARY in by_term
    assert any(term.startswith("like the goose") for term in by_term)


def test_unlabelled_pages_are_background() -> None:
    boats = "the ferry carries passengers across the harbour and birds follow it"
    harbour = [text_page(f"{boats} {i}", f"http://h.example/{i}", "en") for i in range(60)]
    plain = Contrast(Topic.from_sentence(SENTENCE))
    informed = Contrast(replace(Topic.from_sentence(SENTENCE), unlabelled=tuple(harbour)))
    page = text_page(boats, "http://h.example/new", "en")
    assert informed.judge(page).score < plain.judge(page).score


def test_a_chinese_sentence_judges_chinese_pages() -> None:
    topic = Topic.from_sentence("数据库系统和查询语言")
    assert topic.language == "zh"
    judge = Contrast(topic)
    on = text_page("数据库管理系统存储数据,用户用查询语言检索表中的数据", "http://a.example/", "zh")
    off = text_page("足球比赛昨天结束,球队以二比一获胜,球迷非常高兴", "http://b.example/", "zh")
    verdicts = judge.judge(on), judge.judge(off)
    assert verdicts[0].relevant
    assert not verdicts[1].relevant


@pytest.mark.parametrize(
    "topic",
    [Topic.from_sentence("鸟类、羽毛、鸟巢"), Topic.from_keywords(["鸟类", "羽毛"])],
    ids=["sentence", "keywords"],
)
def test_a_few_chinese_words_are_enough(topic: Topic) -> None:
    assert topic.language == "zh"
    judge = Contrast(topic)
    on = text_page("鹰是大型鸟类,有长长的羽毛,在山上筑鸟巢,鸟类学家研究它们", "http://a.example/", "zh")
    off = text_page("利率上升,银行借给公司的钱减少了,经济增长放缓,公司投资下降", "http://b.example/", "zh")
    assert judge.judge(on).relevant
    assert judge.judge(off).score < 0.2


def test_a_language_without_statistics_still_parts_pages_by_words() -> None:
    topic = Topic("avium", {"avis": 1.0, "nidus": 1.0}, language="la")
    judge = Contrast(topic)
    on = text_page("avis nidus avis volat nidus", "http://a.example/", "la")
    off = text_page("rex bellum gerit urbem capit", "http://b.example/", "la")
    assert judge.judge(on).score > judge.judge(off).score


def test_unknown_threshold_is_refused() -> None:
    from lycosa.errors import LycosaError

    with pytest.raises(LycosaError, match="is not a number or auto"):
        Contrast(Topic.from_sentence(SENTENCE), threshold="kmeans").judge(BIRD_PAGES[0])


def test_seeds_of_a_topic_are_saved_with_it(tmp_path: Path) -> None:
    topic = replace(Topic.from_sentence(SENTENCE), seeds=("http://a.example/",))
    topic.save(tmp_path)
    assert Topic.load(tmp_path) == topic


def test_a_large_class_is_drawn_from_evenly() -> None:
    many = tuple(stream(1_000, BIRDS))
    given = Given.of(Topic("birds", classes={"birds": many, "code": tuple(CODE_PAGES)}))
    assert len(given.anchors) == 200
    assert len(given.others) == len(CODE)


def test_of_a_long_list_of_seeds_only_the_first_are_examples() -> None:
    pages = [
        text_page(f"{BIRDS[n % len(BIRDS)]} {n}", f"http://{n}.example/") for n in range(MOST_SEEDS + 10)
    ]
    judge = Contrast(
        replace(Topic.from_sentence("Birds and their nests"), seeds=tuple(p.url for p in pages)), adapt=False
    )
    for page in pages:
        judge.judge(page)
    assert sum(anchor.kind == "seed" for anchor in judge.given.anchors) == MOST_SEEDS


# Where one half lies


@pytest.mark.parametrize("deviation", [0.3, 0.5, 0.7])
def test_one_half_is_where_the_bell_curves_of_background_and_topic_cross(deviation: float) -> None:
    found = Calibration(0.2, deviation, topic_mean=2.5)
    share = BASE_RATE / (1 - BASE_RATE)
    background, topic = NormalDist(0.2, deviation), NormalDist(2.5, TOPIC_DEVIATION)
    assert share * topic.pdf(found.half) == pytest.approx(background.pdf(found.half))
    assert float(found.probability(np.float32(found.half))) == pytest.approx(0.5)


def test_where_ordinary_pages_score_alike_less_is_asked_of_a_page() -> None:
    halves = [Calibration(0.0, deviation, 3.0).half for deviation in (0.3, 0.5, 0.7, 1.0)]
    assert halves == sorted(halves)


def test_neighbours_of_the_topic_that_widen_the_background_do_not_push_one_half_beyond_midway() -> None:
    assert Calibration(0.0, 2.0, 3.0).half == Calibration(0.0, 1.5, 3.0).half < 2.1


def test_pages_that_all_score_alike_do_not_lower_the_border_while_nothing_looks_like_the_topic() -> None:
    none = np.zeros(0, np.float32)
    alike = np.random.default_rng(1).normal(0.0, 0.2, 300).astype(np.float32)
    with_topic = np.concatenate([alike, np.full(30, 3.0, np.float32)])
    hopeless, found = calibrated(none, none, alike), calibrated(none, none, with_topic)
    assert (hopeless.seen_topic, found.seen_topic) == (False, True)
    assert found.half < hopeless.half
    assert float((hopeless.probability(alike) >= 0.5).mean()) == 0.0


def test_pages_packed_one_after_another_are_told_apart() -> None:
    texts = ("", *BIRDS)
    pages = [read(text_page(text, "http://bird.example/", "en")).packed() for text in texts]
    assert list(packed_all(b"".join(pages))) == pages
    assert [unpacked(page).packed() for page in pages] == pages
