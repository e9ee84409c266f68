"""The list of papers: a paper's row (``rows``), its columns (``columns``), headings between days (``day_groups``)."""
