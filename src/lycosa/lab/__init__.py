"""The lab: the same loop over a frozen web, with labels no strategy sees."""
