"""Papers written in the formats of others."""
