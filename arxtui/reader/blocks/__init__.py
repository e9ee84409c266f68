"""Each kind of block set in lines. Begin with ``dispatch``."""
