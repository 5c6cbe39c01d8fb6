"""What a crawl learns from outcomes: which pages, blocks, hosts, directories and words were worth it."""
