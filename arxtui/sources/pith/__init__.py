"""Parsers of Pith's pages, records and tools."""
