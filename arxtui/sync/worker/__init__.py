"""The worker process, and how it tells what it does. Begin with ``process``."""
