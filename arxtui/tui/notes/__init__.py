"""Notes: written in the reader or in an external editor, and never lost. Start with ``notes``."""
