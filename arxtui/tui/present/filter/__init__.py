"""Presentation of filters: categories, rows of the filter pane, chips and months."""
