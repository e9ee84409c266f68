"""Presentation of the list: rows (``rows``), columns (``columns``) and group headings (``day_groups``)."""
