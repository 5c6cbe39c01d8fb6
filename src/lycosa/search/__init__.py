"""Search in what a crawl found: full text, pages alike, sub-topics; kept in a database of its own."""
