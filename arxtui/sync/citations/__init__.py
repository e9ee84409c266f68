"""The user's requests to sources of citations."""
