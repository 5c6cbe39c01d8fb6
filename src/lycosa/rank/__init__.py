"""Rankers: what a link is worth, one way per file."""
