"""The ranking of the user's own."""
