"""Verbs that send requests to upstream, or import papers from files."""
