"""From a query to papers and their numbers."""
