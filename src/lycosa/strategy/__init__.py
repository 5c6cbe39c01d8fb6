"""Strategies: one recipe of judging, ranking and choosing per file, named as in its paper."""
