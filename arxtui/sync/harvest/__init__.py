"""A harvest by OAI-PMH. Begin with ``harvester``."""
