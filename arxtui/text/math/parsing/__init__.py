"""From the source of a formula to its tree (``arxtui.text.math.tree``). Begin with ``parser``."""
