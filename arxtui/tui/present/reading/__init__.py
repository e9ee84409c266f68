"""How a full text looks."""
