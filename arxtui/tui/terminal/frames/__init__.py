"""Frames of the main screen that are saved at quit and shown at the next start, before the reader paints."""
