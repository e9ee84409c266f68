"""Verbs about what the user did, said and set."""
