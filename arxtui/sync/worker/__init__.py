"""The worker process: its events, its process pool, and locks against running twice. Begin with ``process``."""
