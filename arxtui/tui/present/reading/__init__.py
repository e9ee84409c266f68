"""Presentation of a full text."""
