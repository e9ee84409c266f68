"""Output formats of a document: Markdown (``markdown``), laid-out plain text (``plain``), and words only
(``linear``)."""
