"""Backups, the way back, and the library as it travels."""
