"""Terminal input and output, and all access to private parts of Textual."""

SWITCH = "ARXTUI_STOCK_TEXTUAL"
"""Environment variable that turns off the use of Textual's private parts, as if one of them were missing."""
