"""Parsers of arXiv's wire formats."""
