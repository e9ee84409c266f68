"""What the list can be filtered by: categories, rows of the filter pane, chips, months."""
