"""The layout of each type of block. Start reading with ``dispatch``."""
