"""A refresh: plan what is due, fetch it, store it. Begin with ``engine``."""
