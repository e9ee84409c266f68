"""The command line of the reader: ``:`` takes the name of a command or a verb of ``arxtui`` with its arguments.

Begin with ``service``, which asks for a line and runs it; ``calls`` says what a line means, ``completion`` what it may
become.
"""
