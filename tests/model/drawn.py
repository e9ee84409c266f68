"""Hypothesis strategies for the model."""

from __future__ import annotations

from datetime import UTC, datetime

from hypothesis import strategies as st

from arxtui.model.reviews import FullReview, Part, Passage, ReviewField, Section

LINES = st.text(st.characters(exclude_categories=["Cs"]), max_size=20)
TOLD = st.builds(ReviewField, LINES, LINES)
SECTIONS = st.builds(
    Section,
    LINES,
    st.lists(st.builds(Passage, LINES, st.booleans()), max_size=3).map(tuple),
    st.none() | st.sampled_from(Part),
)
REVIEWS = st.builds(
    FullReview,
    arxiv_id=st.just("2605.01234"),
    version=st.none() | st.integers(1, 9),
    title=LINES,
    sections=st.lists(SECTIONS, max_size=4).map(tuple),
    verdict=LINES,
    scores=st.lists(TOLD, max_size=3).map(tuple),
    recognition=st.sampled_from(("", "unknown", "no theorem link", "1 theorem link", "12 theorem links")),
    model=st.sampled_from(("", "a", "b")),
    reviewed_at=st.none() | st.integers(0, 2**32).map(lambda at: datetime.fromtimestamp(at, UTC)),
    url=LINES,
    links=st.lists(LINES, max_size=2).map(tuple),
    extra=st.lists(TOLD, max_size=3).map(tuple),
)
"""A strategy for full reviews of one paper."""
