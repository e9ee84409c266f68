"""``library.db``: the user's own data. Start reading at ``database``."""
