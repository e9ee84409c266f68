"""The answers of sources of citations."""
