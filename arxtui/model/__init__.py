"""What things are. Frozen values, no I/O."""
