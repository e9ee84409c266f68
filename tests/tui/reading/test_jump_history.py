"""Places that jumps started from, back and forward."""

from __future__ import annotations

from arxtui.tui.state.jump_history import JumpHistory


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
