"""The terminal itself, and Textual's private parts: the only place that touches them."""

SWITCH = "ARXTUI_STOCK_TEXTUAL"
"""The environment variable that leaves everything to Textual, as if a part were missing."""
