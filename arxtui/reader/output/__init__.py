"""A document written out: as Markdown (``markdown``), as laid-out text (``plain``), in words alone (``linear``)."""
