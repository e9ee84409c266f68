"""``cache.db``: the data from upstream. Start reading at ``database``."""
