"""What a text mentions: arXiv identifiers, web addresses, venues, and other works in titles."""
