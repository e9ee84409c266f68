"""Figures of papers: drawn in a process of their own, as pixels or in cells."""
