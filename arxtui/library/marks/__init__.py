"""What the user does with papers: marks, tags, lists, notes, views, and the journal of it."""
