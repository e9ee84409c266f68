"""State of the reader, free of Textual. Start reading at ``session``."""
