"""Several crawls that are one: shards with hosts of their own, which hand links over and share a budget.

A shard is an unchanged crawl in a folder of its own. A link whose host is another shard's goes into the
outbox in the transaction of the step that found it, travels in a batch, and is taken in by its owner as if
the owner had read the page. Pages are granted where the best links are. Ray starts, places and restarts the
processes; everything that must not be lost is in the folders.
"""
