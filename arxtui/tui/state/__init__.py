"""What the reader shows and knows; free of Textual. Begin with ``session``."""
