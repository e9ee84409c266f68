"""arxtui: an offline-first terminal reader for arXiv and Pith."""

__version__ = "0.2.0"
