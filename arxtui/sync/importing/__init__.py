"""Files into the cache and the index. Begin with ``importer``."""
