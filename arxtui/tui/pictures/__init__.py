"""Pictures on a terminal: half blocks everywhere, graphics if the terminal has them. Pillow is imported with the
first."""
