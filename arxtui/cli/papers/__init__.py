"""Verbs about papers."""
