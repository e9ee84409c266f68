"""Full texts, figures, PDFs and full reviews."""
