"""Work that the user requests: searches, papers by name, reviews, repairs, Zotero."""
