"""Two records of one card of a listing are united in either order."""

from __future__ import annotations

from dataclasses import replace
from datetime import date
from typing import Any

import pytest

from arxtui.model.reviews import Review, merged_card

CARD = Review("Queues cost less", "A title", "cs.DC", date(2026, 5, 13), deck="A deck", place=1)


@pytest.mark.parametrize(
    ("one", "other", "united"),
    [
        ({"title": ""}, {"title": "Title"}, {"title": "Title"}),
        ({"title": "Title A"}, {"title": "Title B"}, {"title": "Title B"}),
        ({"category": ""}, {"category": "cs.LG"}, {"category": "cs.LG"}),
        ({"abstract": "We take …"}, {"abstract": "We take snapshots."}, {"abstract": "We take snapshots."}),
        ({"theorem_links": None}, {"theorem_links": 0}, {"theorem_links": 0}),
        ({"theorem_links": 9}, {"theorem_links": 10}, {"theorem_links": 10}),
        ({"votes": None}, {"votes": 0}, {"votes": 0}),
        ({"votes": 9}, {"votes": 10}, {"votes": 10}),
        ({"comments": 1}, {"comments": 2}, {"comments": 2}),
        ({"other_counts": (1,)}, {"other_counts": (1, 2)}, {"other_counts": (1, 2)}),
        ({"arxiv_id": None}, {"arxiv_id": "2605.01234"}, {"arxiv_id": "2605.01234"}),
        ({"version": None}, {"version": 1}, {"version": 1}),
        ({"url": None}, {"url": "https://pith.example/1"}, {"url": "https://pith.example/1"}),
        ({"deck_truncated": True}, {"deck_truncated": False}, {"deck_truncated": False}),
        ({"deck_truncated": True}, {"deck_truncated": True}, {"deck_truncated": True}),
        ({"has_figure": False}, {"has_figure": True}, {"has_figure": True}),
        ({"place": 0}, {"place": 2}, {"place": 0}),
    ],
)
def test_of_two_values_of_a_card_the_longer_one_wins(
    one: dict[str, Any], other: dict[str, Any], united: dict[str, Any]
) -> None:
    cards = replace(CARD, **one), replace(CARD, **other)
    assert merged_card(*cards) == merged_card(*cards[::-1]) == replace(CARD, **united)
