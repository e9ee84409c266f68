"""OAI-PMH: answers, the pages of a harvest, and the records in them. Begin with ``answers``."""
