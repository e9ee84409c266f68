"""The full-text search index, built with tantivy."""
