"""Webs that hold still: read from disk, indexed, parsed once."""
