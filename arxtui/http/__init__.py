"""The polite client: the only package that uses the network."""
