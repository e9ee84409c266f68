"""The layout of each type of block. ``LAYOUTS`` in ``reader.units`` names their functions."""
