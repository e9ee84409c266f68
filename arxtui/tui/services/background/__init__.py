"""Work beside the screen: ``arxtui VERB`` as a child (``jobs``), programs and verbs for their output (``programs``).

``upstream`` says which job a question to arXiv or Pith becomes.
"""
