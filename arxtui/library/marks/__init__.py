"""The user's data about papers: marks, tags, lists, notes, views, and the journal of all acts."""
