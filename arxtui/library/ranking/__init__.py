"""The user's own ranking."""
