"""Notes: written inside or in the user's own editor, and never lost. Begin with ``notes``."""
