"""Parsers: bytes from upstream or from files to records. Pure functions: no network, no database."""
