"""Pictures on a terminal: half blocks anywhere, graphics where the terminal has them. Pillow is loaded by the first."""
