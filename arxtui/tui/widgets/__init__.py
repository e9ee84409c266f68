"""The panes and bars."""
