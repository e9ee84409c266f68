"""The terminal itself, and Textual's private parts: the only place that touches them."""
