"""Reading screen, which shows a full text (``screen``): its parts, commands and state.

Start reading at ``parts`` (the parts, and their subscriptions) and ``commands`` (what the keys do).
"""
