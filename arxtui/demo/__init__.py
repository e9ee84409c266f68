"""A made-up upstream and library."""
