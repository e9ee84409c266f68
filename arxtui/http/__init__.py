"""The polite client: the only room that talks to the network."""
