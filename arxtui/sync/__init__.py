"""A refresh: what is due, fetch it, keep it, say so."""
