"""Recovery of the readable data of a damaged cache."""
