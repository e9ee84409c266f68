"""Paths of the program's files, and the settings."""
