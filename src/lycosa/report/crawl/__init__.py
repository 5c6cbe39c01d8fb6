"""The report of a live crawl."""
