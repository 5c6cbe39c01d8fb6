"""A live crawl put together from its settings: topic, strategy, frontier, fetcher, store, engine."""

from lycosa.session.session import Session

__all__ = ["Session"]
