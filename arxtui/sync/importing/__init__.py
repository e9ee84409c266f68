"""Imports of files into the cache and the index. Begin with ``importer``."""
