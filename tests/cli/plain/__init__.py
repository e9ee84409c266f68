"""Tests of plain mode."""
