"""The parser from a formula's source to its tree (``arxtui.text.math.tree``). Start reading at ``parser``."""
