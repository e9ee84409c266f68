"""The facade that the terminal and the command line use."""
