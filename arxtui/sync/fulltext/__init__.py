"""Full texts: which are due, requests for them, figures, PDFs. Begin with ``fetching``."""
