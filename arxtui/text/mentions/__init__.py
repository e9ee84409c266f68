"""What a text names: arXiv identifiers, addresses, venues, the works that a title speaks of."""
