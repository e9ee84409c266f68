"""The command line of the reader: ``:`` takes the name of a command or a verb of ``arxtui`` with its arguments.

Start with ``service``, which prompts for a line and runs it; ``calls`` parses a line, ``completion`` completes one.
"""
