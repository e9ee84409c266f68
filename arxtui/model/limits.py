"""Limits that the command line states and other packages keep."""

from __future__ import annotations

PER_REQUEST = 100
"""Results, or identifiers, in one request to arXiv."""
MOST_RESULTS = 2_000
"""The most results of one search at arXiv: twenty requests, a minute at arXiv's pace."""
MOST_SIMILAR = 100
"""The most papers that are compared with one."""
RECENT_DAYS = 30
"""The days of announcements over which the effects of a rule are counted."""
DIGITS = range(1, 10)
"""The digits that open saved views."""
