"""Fetchers: a URL to bytes or an error kind."""
