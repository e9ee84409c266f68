"""The tantivy index."""
