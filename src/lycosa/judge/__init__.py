"""Judges: how relevant a text is, one way per file."""
