"""Background work: ``arxtui VERB`` in a child process (``jobs``), and programs or verbs whose output is shown,
among them the user's own commands (``programs``).

``upstream`` starts the jobs that send requests to arXiv or Pith.
"""
