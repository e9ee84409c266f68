"""``cache.db``: what upstream said. Begin with ``database``."""
