from __future__ import annotations

import random
import string
from collections.abc import Iterable

import pytest
from tests.tinyweb import TinyWeb, crawl_of, page

from lycosa import Kind, LycosaError, Topic
from lycosa.engine.duplicates import simhash as prints
from lycosa.engine.duplicates.duplicates import DuplicateRules, Duplicates, KnownPage, Sameness
from lycosa.engine.duplicates.originals import Originals
from lycosa.engine.duplicates.simhash import Fingerprint, fingerprint
from lycosa.model import Link, Page, Queued, Span
from lycosa.strategy.bfs import BreadthFirst
from lycosa.tokens import Tokens

A, B, C, D = (f"http://site.test/{name}" for name in "abcd")
HERE = "site.test"


def words(seed: int, count: int = 400) -> list[str]:
    rng = random.Random(seed)  # text, not a secret
    return ["".join(rng.choices(string.ascii_lowercase, k=7)) for _ in range(count)]


def simhash(text: list[str]) -> int:
    found = prints.simhash(Tokens.of(text), b"\1" * len(text), 1)
    assert found is not None
    return found


def changed(text: list[str], count: int) -> list[str]:
    """Replace `count` words in the middle."""
    middle = len(text) // 2
    return [*text[:middle], *words(99, count), *text[middle + count :]]


def document(text: Iterable[str], url: str = A, title: str = "", links: tuple[str, ...] = ()) -> Page:
    """Return a page of words, followed by links without words."""
    tokens = tuple(text)
    end = Span(len(tokens), len(tokens))
    shown = tuple(Link(to, "", end, end, end, 0, 0, "", (), place) for place, to in enumerate(links))
    return Page(url, title, flow=" ".join(tokens), tokens=tokens, links=shown)


def queued(number: int, host: str = HERE) -> Queued:
    return Queued(number, f"http://{host}/{number}", host, 0, -1, 0.0, ())


def compare(*pages: Page, rules: DuplicateRules | None = None, host: str = HERE) -> list[Sameness]:
    duplicates = Duplicates(rules or DuplicateRules())
    return [duplicates.check(page, queued(n, host), n) for n, page in enumerate(pages)]


# Fingerprints


def test_the_simhash_of_unrelated_texts_differs_in_about_half_its_bits() -> None:
    hashes = [simhash(words(seed)) for seed in range(40)]
    distances = [(a ^ b).bit_count() for a in hashes for b in hashes if a < b]
    assert 30 < sum(distances) / len(distances) < 34
    assert min(distances) > 12


def test_the_simhash_of_a_text_with_one_word_replaced_is_close() -> None:
    text = words(1, 1000)
    assert (simhash(text) ^ simhash(changed(text, 1))).bit_count() <= 3


def test_a_repeated_line_does_not_make_different_tables_alike() -> None:
    zeros = ["0"] * 2000
    assert (simhash(zeros + words(1)) ^ simhash(zeros + words(2))).bit_count() > 12


@pytest.mark.parametrize("text", [[], ["one"], ["one", "two"], ["one"] * 500])
def test_too_few_different_words_have_no_simhash(text: list[str]) -> None:
    assert fingerprint(document(text), 2).simhash is None


def test_a_text_longer_than_is_read_has_a_simhash() -> None:
    text = words(1, 50_000)
    assert simhash(text) == simhash([*text, "more"]) != 0


def test_where_words_end_matters() -> None:
    assert simhash(["ab", "c", "d"]) != simhash(["a", "bc", "d"])


def test_the_words_of_links_do_not_count_as_text() -> None:
    text, menu = words(1), words(2)
    everything = (*menu, *text)
    link = Link(B, "", Span(0, len(menu)), Span(0, 0), Span(0, 0), 0, 0, "", (), 0)
    with_menu = Page(A, tokens=everything, links=(link,))
    assert fingerprint(with_menu, 100).simhash == simhash(text)


def test_surrogates_are_words_like_others() -> None:
    assert fingerprint(document(["\ud800", *words(1)]), 100).simhash is not None


# Comparison


def test_the_same_words_under_another_address_are_a_duplicate() -> None:
    _, _, same = compare(document(words(1)), document(words(2)), document(words(1), B))
    assert (same.kind, same.same_as) == (Kind.DUPLICATE, 0)


def test_another_title_makes_another_page_of_the_same_words() -> None:
    _, other = compare(document(words(1, 20), title="One"), document(words(1, 20), title="Two"))
    assert other.kind is None


def test_a_page_with_a_word_changed_is_a_near_duplicate() -> None:
    text = words(1, 1000)
    _, near = compare(document(text), document(changed(text, 1)))
    assert (near.kind, near.same_as) == (Kind.NEAR_DUPLICATE, 0)


def test_a_page_with_a_tenth_changed_is_a_page_of_its_own() -> None:
    text = words(1, 1000)
    _, other = compare(document(text), document(changed(text, 100)))
    assert other.kind is None


def test_short_pages_are_never_near_duplicates() -> None:
    text = words(1, 200)
    _, other = compare(document(text), document([*text, "more"]))
    assert other.kind is None


def test_menus_with_the_same_words_and_other_links_are_different() -> None:
    menu = ["home", "next"]
    _, other, same = compare(
        document(menu, links=(A,)), document(menu, links=(B,)), document(menu, links=(A,))
    )
    assert (other.kind, same.kind) == (None, Kind.DUPLICATE)


def test_pages_without_words_are_not_compared() -> None:
    assert [same.kind for same in compare(document([]), document([]))] == [None, None]


def test_the_most_similar_page_is_the_original() -> None:
    originals = Originals(10)
    for number, bits in enumerate((0b111, 0b1, 0b11)):
        originals.add(Fingerprint(number, 0xABCD << 48 | bits), number, number, 0)
    slot = originals.near(0xABCD << 48, 3)
    assert slot is not None
    assert originals.number[slot] == 1


@pytest.mark.parametrize("seed", range(20))
def test_three_differing_bits_are_found_wherever_they_are(seed: int) -> None:
    rng = random.Random(seed)
    originals = Originals(100)
    known = rng.getrandbits(64)
    originals.add(Fingerprint(0, known), 7, 0, 0)
    flipped = sum(1 << bit for bit in rng.sample(range(64), 3))
    assert originals.near(known ^ flipped, 3) is not None
    assert originals.near(known ^ flipped, 2) is None


def test_the_oldest_page_is_forgotten() -> None:
    rules = DuplicateRules(remembered=2)
    pages = [document(words(seed)) for seed in (1, 2, 3, 1, 3)]
    assert [same.kind for same in compare(*pages, rules=rules)] == [None, None, None, None, Kind.DUPLICATE]


def test_memory_full_of_like_keys_is_searched_in_bounded_time() -> None:
    originals = Originals(5000)
    for number in range(5000):
        originals.add(Fingerprint(number << 16, number << 16), number, number << 16, 0)
    assert originals.same(4999 << 16) is not None
    assert originals.same(0) is None  # too far down its chain


# Error pages under status 200


def test_many_alike_pages_that_say_not_found_are_error_pages() -> None:
    text = ["page", "not", "found", *words(1)]
    kinds = [same.kind for same in compare(*[document(text) for _ in range(11)])]
    assert kinds == [None, *[Kind.DUPLICATE] * 8, Kind.SOFT_404, Kind.SOFT_404]


@pytest.mark.parametrize("title", ["Page not found", "Seite nicht gefunden", "页面不存在", "Error 404"])
def test_pages_whose_title_says_not_found_are_known_by_it(title: str) -> None:
    pages = [document(["sorry", f"path{n}"], title=title) for n in range(10)]
    assert compare(*pages)[-1].kind is Kind.SOFT_404


def test_many_copies_of_an_article_are_not_error_pages() -> None:
    assert {same.kind for same in compare(*[document(words(1)) for _ in range(20)])} == {None, Kind.DUPLICATE}


def test_error_pages_of_different_hosts_are_counted_apart() -> None:
    duplicates = Duplicates()
    error = document(["page", "not", "found"])
    kinds = [duplicates.check(error, queued(n, f"h{n}.test"), n).kind for n in range(20)]
    assert Kind.SOFT_404 not in kinds


# Canonical forms


def test_a_form_of_a_page_that_names_it_as_canonical_repeats_it() -> None:
    duplicates = Duplicates()
    text = words(1, 1000)
    duplicates.check(document(text), queued(5), 0)
    same = duplicates.check(document(changed(text, 40)), queued(6), 1, canonical=5)
    assert (same.kind, same.same_as, same.seen) == (Kind.NEAR_DUPLICATE, 0, None)


def test_a_page_that_names_a_different_one_as_canonical_is_not_believed() -> None:
    duplicates = Duplicates()
    duplicates.check(document(words(1)), queued(5), 0)
    assert duplicates.check(document(words(2)), queued(6), 1, canonical=5).kind is None


# Hosts, and resume


def farm(count: int, fresh: int) -> list[Page]:
    return [document(words(n if n < fresh else 0)) for n in range(count)]


def test_a_host_that_repeats_itself_is_exhausted() -> None:
    duplicates = Duplicates()
    for n, copy in enumerate(farm(50, fresh=10)):
        assert not duplicates.exhausted(HERE)
        duplicates.check(copy, queued(n), n)
    assert duplicates.exhausted(HERE)


def test_a_host_with_enough_of_its_own_goes_on() -> None:
    duplicates = Duplicates()
    for n, copy in enumerate(farm(60, fresh=20)):
        duplicates.check(copy, queued(n), n)
    assert not duplicates.exhausted(HERE)


def test_a_loaded_memory_answers_like_the_one_it_was_kept_from() -> None:
    first, again = Duplicates(), Duplicates()
    text = words(1, 1000)
    pages = [document(text), document(["page", "not", "found"]), *farm(60, fresh=5)]
    checked = [first.check(page, queued(n), n) for n, page in enumerate(pages)]
    again.load(KnownPage(n, n, HERE, same.seen) for n, same in enumerate(checked) if same.seen)
    later = [document(changed(text, 1)), document(["page", "not", "found"]), document(words(3))]
    for n, one in enumerate(later, start=len(pages)):
        assert again.check(one, queued(n), n) == first.check(one, queued(n), n)
    assert again.exhausted(HERE) == first.exhausted(HERE)


@pytest.mark.parametrize(("name", "value"), [("near_bits", 4), ("remembered", 0), ("short_tokens", 0)])
def test_rules_that_cannot_be_are_refused(name: str, value: int) -> None:
    with pytest.raises(LycosaError, match=f"{name} is {value}"):
        DuplicateRules(**{name: value})


# In a crawl


@pytest.fixture
def bfs() -> BreadthFirst:
    return BreadthFirst(Topic.from_keywords(["flood"]))


FLOOD = "flood " * 10 + " ".join(words(1, 600))


def test_a_copy_is_counted_as_a_page_and_neither_judged_nor_followed(bfs: BreadthFirst) -> None:
    web = TinyWeb(
        {A: page(B, C), B: page(D, text=FLOOD), C: page("http://site.test/e", text=FLOOD), D: page()}
    )
    web.pages[C] = web.pages[B]
    notebook, engine = crawl_of(bfs, web, A)
    copy = notebook.steps[2].visit
    assert (copy.error, copy.same_as, copy.judgement) == (Kind.DUPLICATE, 1, None)
    assert engine.crawl.tally.pages == 4
    assert engine.crawl.tally.relevant == 1
    assert engine.crawl.tally.reasons[Kind.DUPLICATE] == 1


def test_a_near_copy_is_judged_and_followed_but_does_not_count_as_relevant(bfs: BreadthFirst) -> None:
    web = TinyWeb({A: page(B, C), B: page(text=FLOOD), C: page(D, text=f"{FLOOD} more"), D: page()})
    notebook, engine = crawl_of(bfs, web, A)
    near = notebook.steps[2].visit
    assert (near.error, near.same_as) == (Kind.NEAR_DUPLICATE, 1)
    assert near.judgement is not None
    assert near.judgement.relevant
    assert engine.crawl.tally.relevant == 1
    assert D in notebook.visited


def test_what_the_crawl_remembers_of_a_page_is_told_to_listeners(bfs: BreadthFirst) -> None:
    notebook, _ = crawl_of(bfs, TinyWeb({A: page(text=FLOOD)}), A)
    seen = notebook.steps[0].seen
    assert seen is not None
    assert seen.simhash is not None


def test_without_rules_every_page_is_judged(bfs: BreadthFirst) -> None:
    web = TinyWeb({A: page(B, C), B: page(text=FLOOD), C: page(text=FLOOD)})
    _, engine = crawl_of(bfs, web, A, duplicates=None)
    assert engine.crawl.tally.relevant == 2


def test_a_farm_of_copies_is_given_up_as_a_trap(bfs: BreadthFirst) -> None:
    web = TinyWeb({f"http://farm.test/{n}": page(f"/{n + 1}|next", text=f"{FLOOD} {n}") for n in range(200)})
    notebook, engine = crawl_of(bfs, web, "http://farm.test/0", duplicates=DuplicateRules(host_pages=20))
    assert len(notebook.visited) == 20
    assert engine.crawl.gate.closed("farm.test") is Kind.TRAP


def canonical(url: str) -> str:
    return f'<link rel="canonical" href="{url}">'


def test_the_canonical_form_of_a_page_is_queued(bfs: BreadthFirst) -> None:
    web = TinyWeb({A: page(text=FLOOD, head=canonical(B)), B: page(text=FLOOD)})
    notebook, _ = crawl_of(bfs, web, A)
    assert notebook.visited == [A, B]
    assert notebook.error_of(B) is Kind.DUPLICATE


def test_a_canonical_form_on_another_host_is_ignored(bfs: BreadthFirst) -> None:
    web = TinyWeb({A: page(text=FLOOD, head=canonical("http://other.test/"))})
    notebook, _ = crawl_of(bfs, web, A)
    assert web.asked == [A]
    assert notebook.error_of(A) is None


def test_a_home_page_named_as_canonical_by_all_pages_hides_none(bfs: BreadthFirst) -> None:
    texts = [" ".join(words(seed)) for seed in range(3)]
    web = TinyWeb(
        {
            A: page(B, C, text=texts[0], head=canonical(A)),
            B: page(text=texts[1], head=canonical(A)),
            C: page(text=texts[2], head=canonical(A)),
        }
    )
    notebook, _ = crawl_of(bfs, web, A)
    assert [step.visit.error for step in notebook.steps] == [None] * 3


def test_pages_that_name_each_other_as_canonical_are_read_once(bfs: BreadthFirst) -> None:
    one, two = (" ".join(words(seed)) for seed in (1, 2))
    web = TinyWeb({A: page(text=one, head=canonical(B)), B: page(text=two, head=canonical(A))})
    notebook, _ = crawl_of(bfs, web, A)
    assert web.asked == [A, B]
    assert notebook.error_of(B) is None


REFRESH = '<meta http-equiv="refresh" content="0; url={}">'


def test_a_meta_refresh_is_a_redirect(bfs: BreadthFirst) -> None:
    web = TinyWeb({A: page(head=REFRESH.format(B)), B: page(text=FLOOD)})
    notebook, engine = crawl_of(bfs, web, A)
    assert notebook.visited == [B]
    assert engine.crawl.tally.redirects == 1


def test_a_loop_of_meta_refreshes_is_a_redirect_loop(bfs: BreadthFirst) -> None:
    web = TinyWeb({A: page(head=REFRESH.format(B)), B: page(head=REFRESH.format(A))})
    notebook, _ = crawl_of(bfs, web, A)
    assert notebook.error_of(B) is Kind.REDIRECT_LOOP


def test_a_page_that_says_noindex_is_followed_and_does_not_count_as_relevant(bfs: BreadthFirst) -> None:
    web = TinyWeb({A: page(B, text=FLOOD, head='<meta name="robots" content="noindex">'), B: page()})
    notebook, engine = crawl_of(bfs, web, A)
    assert notebook.error_of(A) is Kind.NOINDEX
    assert engine.crawl.tally.relevant == 0
    assert B in notebook.visited
