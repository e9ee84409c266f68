"""Verbs about the user's library: marks, tags, lists, views, rules, the journal."""
