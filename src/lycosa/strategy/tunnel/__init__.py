"""Tunnel rules: what becomes of the links of a page that is not relevant, one rule per module."""
