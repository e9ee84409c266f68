"""A note that is being written."""
