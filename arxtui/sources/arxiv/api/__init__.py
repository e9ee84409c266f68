"""Responses of the query API: Atom, in the form since 2025-11 and the older form. Start reading at ``atom``."""
