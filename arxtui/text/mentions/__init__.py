"""What a text mentions: arXiv identifiers, web addresses, venues, and other works in titles."""

MENTIONS_VERSION = 1
"""Version of the rules for venues and links. Increase it whenever other ones are found: stored results of an older
version are then computed again."""
