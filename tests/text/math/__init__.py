"""Formulas: in one line, in two dimensions, by the thousand, and from people who mean harm."""
