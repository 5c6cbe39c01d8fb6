from __future__ import annotations

from lycosa.frontier import UrlArena


def test_urls_come_back_as_they_went_in() -> None:
    arena = UrlArena()
    urls = ["http://a.test/", "", "http://b.test/?q=1", "http://b.test/é漢字"]
    for url in urls:
        arena.append(url)
    assert [arena.get(link) for link in range(len(arena))] == urls
