"""The data types of the program: immutable values without I/O."""
