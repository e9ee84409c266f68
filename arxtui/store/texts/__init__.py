"""Full texts, figures, PDFs and whole reviews."""
