"""Crawlee's parsel crawler with its default client, following links with its own `enqueue_links`.

python -m benchmarks.crawlers.with_crawlee PORT SEEDS
"""

from __future__ import annotations

import asyncio
import logging
import sys
from datetime import timedelta
from pathlib import Path

from benchmarks.crawlers.output import say


async def crawl(port: int, seeds: list[str]) -> int:
    from crawlee import ConcurrencySettings
    from crawlee.configuration import Configuration
    from crawlee.crawlers import ParselCrawler, ParselCrawlingContext
    from crawlee.proxy_configuration import ProxyConfiguration
    from crawlee.storage_clients import MemoryStorageClient

    pages = 0
    crawler = ParselCrawler(
        proxy_configuration=ProxyConfiguration(proxy_urls=[f"http://127.0.0.1:{port}"]),
        concurrency_settings=ConcurrencySettings(
            min_concurrency=64, max_concurrency=64, desired_concurrency=64
        ),
        max_requests_per_crawl=len(seeds),
        max_request_retries=0,
        use_session_pool=False,
        request_handler_timeout=timedelta(seconds=30),
        storage_client=MemoryStorageClient(),
        configuration=Configuration(log_level="CRITICAL", purge_on_start=True),
        configure_logging=False,
    )

    @crawler.router.default_handler
    async def handle(context: ParselCrawlingContext) -> None:
        nonlocal pages
        pages += 1
        await context.enqueue_links(strategy="all")

    await crawler.run(seeds)
    return pages


def main() -> None:
    logging.disable(logging.CRITICAL)
    seeds = Path(sys.argv[2]).read_text(encoding="utf-8").split()
    say(asyncio.run(crawl(int(sys.argv[1]), seeds)))


if __name__ == "__main__":
    main()
