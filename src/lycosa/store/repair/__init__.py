"""Folders that were damaged, or come from somebody else: what can be trusted, found and made whole."""
