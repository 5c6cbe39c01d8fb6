"""Figures: drawn, described in words, and kept as files."""
