"""The archive: answers as WARC records, with their index and the evidence of obedience."""
