"""Pith's pages."""
