"""One paper: record, versions, texts, links; and the days of its announcement."""
