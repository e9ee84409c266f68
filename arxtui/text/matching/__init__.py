"""Matching typed text to papers' text: words, their forms and spelling, regular expressions, and their positions in a
text.
"""
