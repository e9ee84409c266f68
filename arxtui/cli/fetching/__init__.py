"""Verbs that ask upstream, or take papers from elsewhere."""
