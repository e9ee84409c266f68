"""Plain mode: the library at a prompt, as lines of text, for screen readers and terminals that cannot show the reader.

Start reading at ``shell.py`` (it reads a line, runs it and prints the result) and ``commands.py`` (the table of
commands; each is declared beside its function in the module of its topic). Other words are verbs of the command line
(``verbs.py``). Nothing in this package uses Textual.
"""
