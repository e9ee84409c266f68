"""Places that jumps started from, back and forward."""

from __future__ import annotations

from arxtui.tui.reading.places import JumpHistory


def test_back_and_forward_lead_along_the_jumps() -> None:
    history: JumpHistory[str] = JumpHistory()
    history.leave("title")
    history.leave("section 2")
    assert history.back("figure 3") == "section 2"
    assert history.back("section 2") == "title"
    assert history.back("title") is None
    assert history.forward("title") == "section 2"
    assert history.forward("section 2") == "figure 3"
    assert history.forward("figure 3") is None


def test_a_jump_from_an_earlier_place_ends_the_way_forward() -> None:
    history: JumpHistory[str] = JumpHistory()
    history.leave("title")
    assert history.back("section 2") == "title"
    history.leave("title")
    assert history.forward("references") is None
    assert history.back("references") == "title"


def test_of_many_places_the_last_ones_are_kept() -> None:
    history: JumpHistory[int] = JumpHistory()
    for place in range(1, 251):
        history.leave(place)
    here, places = 251, []
    while (back := history.back(here)) is not None:
        places.append(back)
        here = back
    assert places == list(range(250, 50, -1))
    assert [history.forward(here), history.forward(52)] == [52, 53]
    assert (history.back(53), history.back(52), history.back(51)) == (52, 51, None)
