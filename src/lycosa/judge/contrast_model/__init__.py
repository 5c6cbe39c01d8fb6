"""The parts of the contrast judge: what is kept of a page, the two sides, how scores become probabilities."""
