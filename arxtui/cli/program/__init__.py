"""Verbs about the program, and its start."""
