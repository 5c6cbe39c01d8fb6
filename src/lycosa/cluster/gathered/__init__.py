"""The folder of a cluster as that of one crawl: what its shards hold, put together."""
