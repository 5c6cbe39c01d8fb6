"""Experiments: strategies on a frozen web, measured against labels no strategy sees."""
