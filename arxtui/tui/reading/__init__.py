"""The full text over the whole screen (``screens.reading``): its parts, its commands, its state.

Begin with ``parts`` (which parts there are, and who hears of what) and ``commands`` (what the keys do).
"""
