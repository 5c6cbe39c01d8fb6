"""Pages that were read before under another address, and pages that only say there is none."""
