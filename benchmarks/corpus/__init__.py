"""A corpus of any size, made from a sample of real papers, and the statistics of a corpus."""
