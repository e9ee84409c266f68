"""Harvests of whole sets by OAI-PMH. Begin with ``harvester``."""
