"""The command line of the reader: ``:`` takes the name of a command or a verb of ``arxtui`` with its arguments.

Start with ``prompt``, which prompts for a line, parses and runs it; ``completion`` completes one, ``verbs`` runs verbs.
"""
