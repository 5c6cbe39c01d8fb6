"""Looking things up in a crawl: search, pages alike, sub-topics; and the index they need, kept up to date."""
