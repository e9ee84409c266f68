"""What the user is likely to want, learned from what was marked: a linear model in pure Python. No I/O."""
