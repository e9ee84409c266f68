"""A pass over what is due: planned, asked, kept. Begin with ``engine``."""
