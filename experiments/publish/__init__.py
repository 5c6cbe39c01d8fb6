"""Runs the experiments of this folder and writes what came of them into the documentation."""
