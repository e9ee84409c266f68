"""What the commands of the reader share: the parts of a ``Context`` (``arxtui.tui.context``), which builds them.

Begin with ``status_bar`` (what is said), ``library_threads`` (where the library is asked) and ``navigator`` (what the
list shows); ``marker`` does what the user decides about papers, ``jobs`` runs ``arxtui VERB`` beside the reader.
"""
