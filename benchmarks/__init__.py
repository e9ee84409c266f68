"""Benchmarks: each prints ratios to a named baseline that is measured in the same run."""
