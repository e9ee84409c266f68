"""arXiv's wire formats."""
