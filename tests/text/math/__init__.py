"""Tests of formulas: in one line, in two dimensions, from real papers, and hostile ones."""
