"""What is asked by hand: searches, papers by name, reviews, repairs, Zotero."""
