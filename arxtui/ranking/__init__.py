"""A ranking of papers, learned from the user's marks: a linear model in pure Python. No I/O."""
