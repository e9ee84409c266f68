"""Backups, their restoration, and the export and import of a whole library."""
