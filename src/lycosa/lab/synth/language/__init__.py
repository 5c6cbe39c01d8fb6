"""The languages of the synthetic web: their topics, sentences and anchors."""
