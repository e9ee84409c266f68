"""The verbs of ``arxtui``, as data: what they are called, take and say in their help, and where they can run.

The parsers, the completion in shells, the reader's ``:`` line and plain mode are made from these declarations. The work
of a verb is ``run`` in its module in ``arxtui.cli``.
"""

from __future__ import annotations

from arxtui.verbs import fetch, program, read, sort, take

VERBS = {**read.VERBS, **fetch.VERBS, **sort.VERBS, **take.VERBS, **program.VERBS}
"""All verbs by name, in the order of the headings of the help."""
