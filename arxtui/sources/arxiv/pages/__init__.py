"""arXiv's HTML pages: listings, and the page of a paper's abstract."""
