"""OAI-PMH: responses, the pages of a harvest, and the records in them. Start reading at ``answers``."""
