"""arXiv's HTML pages: listings, and abstract pages of papers."""
