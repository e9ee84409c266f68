"""The evaluation of queries: lists of papers and their counts."""
