"""Scrapy, tuned as its documentation advises for broad crawls, breadth first; links by LinkExtractor.

python -m benchmarks.crawlers.with_scrapy PORT SEEDS
"""

from __future__ import annotations

import socket
import sys
from pathlib import Path

from scrapy import Spider
from scrapy.crawler import CrawlerProcess
from scrapy.http import HtmlResponse, Request
from scrapy.linkextractors import LinkExtractor

from benchmarks.crawlers.output import say

SETTINGS = {
    "LOG_ENABLED": False,
    "TELNETCONSOLE_ENABLED": False,
    "ROBOTSTXT_OBEY": True,
    "CONCURRENT_REQUESTS": 64,
    "CONCURRENT_REQUESTS_PER_DOMAIN": 64,
    "DOWNLOAD_DELAY": 0,
    "COOKIES_ENABLED": False,
    "RETRY_ENABLED": False,
    "REDIRECT_ENABLED": True,
    "AJAXCRAWL_ENABLED": False,
    "DOWNLOAD_TIMEOUT": 15,
    "REACTOR_THREADPOOL_MAXSIZE": 20,
    "SCHEDULER_PRIORITY_QUEUE": "scrapy.pqueues.DownloaderAwarePriorityQueue",
    "HTTPCACHE_ENABLED": False,
    "DEPTH_PRIORITY": 1,
    "SCHEDULER_DISK_QUEUE": "scrapy.squeues.PickleFifoDiskQueue",
    "SCHEDULER_MEMORY_QUEUE": "scrapy.squeues.FifoMemoryQueue",
}


class Follower(Spider):
    name = "follower"
    pages = 0
    wanted = 0
    port = 0
    seeds: tuple[str, ...] = ()
    extractor = LinkExtractor()

    async def start(self):
        _send_everything_to(self.port)
        for url in self.seeds:
            yield Request(url)

    def parse(self, response):
        if not isinstance(response, HtmlResponse) or Follower.pages >= self.wanted:
            return
        Follower.pages += 1
        if Follower.pages >= self.wanted:
            self.crawler.engine.close_spider(self, "enough")
            return
        for link in self.extractor.extract_links(response):
            yield Request(link.url)


def main() -> None:
    Follower.port = int(sys.argv[1])
    Follower.seeds = tuple(Path(sys.argv[2]).read_text(encoding="utf-8").split())
    Follower.wanted = len(Follower.seeds)
    process = CrawlerProcess(SETTINGS)
    process.crawl(Follower)
    process.start()
    say(Follower.pages)


def _send_everything_to(port: int) -> None:
    """Point every host at the local server: names at the resolver, ports at the connection."""
    from twisted.internet import reactor

    plain = reactor.connectTCP
    socket.gethostbyname = lambda name: "127.0.0.1"
    reactor.connectTCP = lambda host, _port, *args, **kwargs: plain("127.0.0.1", port, *args, **kwargs)


if __name__ == "__main__":
    main()
