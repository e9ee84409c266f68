"""Bytes from upstream to records. Pure."""
