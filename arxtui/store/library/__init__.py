"""``library.db``: what the user did. Begin with ``database``."""
