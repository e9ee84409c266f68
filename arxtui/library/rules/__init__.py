"""Rules: their queries and effects, their configuration, and the followed authors and keywords."""
