"""A Chinese sentence is enough for a whole crawl, whatever language the pages claim to be in."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

from tests.e2e.commands import lycosa, quick, served

from lycosa.lab.web.base import WebPage

SENTENCE = "数据库管理系统如何存储数据、建立索引和执行查询"
DATABASES = (
    "关系数据库把数据存放在表中,每个表由行和列组成,用户用查询语言检索数据。",
    "索引让数据库更快地找到记录,查询优化器决定使用哪一个索引。",
    "事务保证数据库中的数据一致,系统崩溃之后可以用日志恢复数据。",
    "分布式数据库把数据分散存储在许多服务器上,并在它们之间复制数据。",
    "数据仓库收集来自许多数据库的数据,用于分析和报表查询。",
    "数据库管理员负责备份数据,监控查询性能,并管理用户的权限。",
)
OTHERS = (
    "足球比赛昨天结束,主队以二比一获胜,球迷在体育场里非常高兴。",
    "厨师把鱼和豆腐放进锅里,加入酱油和姜,用小火煮半个小时。",
    "春天的时候游客来到山上看花,山路两边的樱花都开了。",
    "医生建议病人多休息,多喝水,按时吃药,一个星期以后再来检查。",
    "电影讲述一个小男孩和他的狗在冬天的森林里迷路的故事。",
    "乐队在音乐会上演奏了三首新歌,观众跟着一起唱。",
)
CLAIMED = ("", ' lang="cn"', ' lang="en"')
"""What pages say about their language; two of three are wrong."""
HOST = "http://zh.example"


def pages() -> dict[str, WebPage]:
    """Return a small site: every page links to two others, and pages of one kind to each other."""
    found = {}
    for kind, texts in (("db", DATABASES), ("other", OTHERS)):
        for number, text in enumerate(texts):
            other = "other" if kind == "db" else "db"
            links = "".join(
                f'<a href="/{place}">{words[:6]}</a>'
                for place, words in (
                    (f"{kind}{(number + 1) % 6}", texts[(number + 1) % 6]),
                    (f"{other}{number}", (OTHERS if kind == "db" else DATABASES)[number]),
                )
            )
            html = f"<html{CLAIMED[number % 3]}><title>{text[:8]}</title><p>{text * 3}</p>{links}"
            url = f"{HOST}/{kind}{number}"
            found[url] = WebPage(url, html.encode(), (kind,), "zh")
    return found


class ChineseWeb:
    """Twelve pages, half of them about databases."""

    name = "chinese"

    def __init__(self) -> None:
        self._pages = pages()

    def __len__(self) -> int:
        return len(self._pages)

    def urls(self) -> Iterator[str]:
        yield from self._pages

    def page(self, url: str) -> WebPage | None:
        return self._pages.get(url)

    def redirect(self, url: str) -> str | None:
        return None

    def labels(self) -> dict[str, int]:
        return {"db": 6, "other": 6}

    def on_topic(self, label: str) -> frozenset[str]:
        return frozenset(url for url, page in self._pages.items() if label in page.labels)

    def digest(self) -> str:
        return "0" * 64

    def close(self) -> None:
        """There are no files."""


def test_a_chinese_sentence_finds_chinese_pages_and_their_language_is_detected(tmp_path: Path) -> None:
    web, folder = ChineseWeb(), tmp_path / "crawl"
    with served(web) as port:
        ran = lycosa("crawl", SENTENCE, "--seed", f"{HOST}/db0", *quick(port), "--out", folder, timeout_s=300)
    assert ran.code == 0, ran.err
    lycosa("export", folder, "--out", tmp_path / "pages.jsonl", "--format", "jsonl", "--all", timeout_s=300)
    found = [json.loads(line) for line in (tmp_path / "pages.jsonl").read_text().splitlines()]
    assert {page["url"] for page in found} == set(web.urls())
    assert {page["language"] for page in found} == {"zh"}
    relevant = {page["url"] for page in found if page["relevant"]}
    assert relevant >= web.on_topic("db")
    assert len(relevant & web.on_topic("other")) <= 2  # of six: a page here is one sentence long
