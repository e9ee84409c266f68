"""Single papers: record, versions, full texts and links; and the days of announcements."""
