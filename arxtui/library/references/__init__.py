"""The references of a paper, and which papers of the cache they are."""
