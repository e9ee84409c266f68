"""The services that the reader's commands share: the parts of a ``Context`` (``arxtui.tui.context``), which builds
them.

Start reading with ``status_bar`` (messages and bars), ``library_threads`` (the threads that query the library) and
``navigator`` (the list's contents). ``marker`` performs acts on papers; ``background.jobs`` runs ``arxtui VERB`` in
child processes.
"""
