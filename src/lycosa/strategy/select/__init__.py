"""Selectors: how a strategy may choose among the links that are ready, one way per module.

A selector looks at the frontier through `View`, takes its chance from the generator it is given,
returns a ready link or None, and gives its memory as plain data. A link it wanted may be gone by
the next call, because it is in flight or done; its host may have to rest, and then the best ready
link is taken instead.
"""
