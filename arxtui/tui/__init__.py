"""The terminal reader."""
