"""Asking a model behind HTTP: the request, the forms of question and answer, and what was answered before."""
