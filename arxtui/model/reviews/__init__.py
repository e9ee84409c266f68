"""Pith's reviews."""
