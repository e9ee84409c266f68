"""A corpus of any size, made from a sample of real papers, and what can be measured of one."""
