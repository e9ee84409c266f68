"""Full texts: which are worth asking for, asking, figures, PDFs. Begin with ``fetching``."""
