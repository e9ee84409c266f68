"""Plain mode: the library at a prompt, as lines of text, for screen readers and terminals without a screen.

Begin with ``shell.py`` (a line is read, run and answered) and ``commands.py`` (the table of commands, each declared
beside its function in the module of its topic). Other words are verbs of the command line (``verbs.py``). Nothing here
knows Textual.
"""
