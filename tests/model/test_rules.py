"""Texts about rules: what a rule does, what it did, and what it would have done."""

from __future__ import annotations

from dataclasses import replace
from datetime import date

import pytest

from arxtui.model.rules import Effect, Reason, Rehearsal, Rule, RuleCount, reasons_in_words

MUTE = Rule("less noise", "ti:noise", mute=True)


def test_the_effects_of_a_rule_are_named_in_the_order_of_the_manual() -> None:
    assert Rule("none", "").effects == ()
    every = Rule("all", "", mute=True, highlight=True, score=-3, tag="thesis", star=True)
    assert every.effects == (Effect.MUTE, Effect.HIGHLIGHT, Effect.SCORE, Effect.TAG, Effect.STAR)
    assert every.in_words == "mute, highlight, score -3, tag thesis, star"
    assert Rule("points", "", score=8).in_words == "score +8"


def test_points_are_reported_with_the_rule_that_gave_them() -> None:
    assert Reason("Mine", "ti:x", Effect.SCORE, 8).gave == "Mine +8"
    assert Reason("Mine", "ti:x", Effect.SCORE, -4, "a name form").gave == "Mine -4 (a name form)"


def test_the_reasons_for_a_papers_place_are_a_line_for_each_effect() -> None:
    reasons = (
        Reason("Lamport", "au:lamport", Effect.SCORE, 8),
        Reason("Consensus", "ti:consensus", Effect.SCORE, -3),
        Reason("Lamport", "au:lamport", Effect.HIGHLIGHT, note="may be someone else"),
        Reason("Noise", "ti:noise", Effect.MUTE),
        Reason("LLM", "ti:llm", Effect.MUTE),
        Reason("Thesis", "ti:thesis", Effect.TAG),
        Reason("Best", "ti:best", Effect.STAR),
    )
    assert reasons_in_words(reasons) == [
        "score 5: Lamport +8, Consensus -3",
        "hidden by rule: Noise, LLM",
        "highlighted by: Lamport (may be someone else)",
        "tagged by rule: Thesis",
        "starred by rule: Best",
    ]
    assert reasons_in_words(()) == []


LATELY = "in the last 30 days (since 25 Oct"
TRIED = Rehearsal(MUTE, 30, date(2026, 10, 25), 268, 9, 6, 0, 0)


@pytest.mark.parametrize(
    ("tried", "words"),
    [
        (TRIED, f"Would mute 6 of the 268 papers announced {LATELY})"),
        (
            TRIED._replace(read=2),
            f"Would mute 6 of the 268 papers announced {LATELY}; 2 of them read)",
        ),
        (
            TRIED._replace(read=2, kept=1, days=1),
            "Would mute 6 of the 268 papers announced today (2 of them read; 1 more that you keep stays in sight)",
        ),
        (
            TRIED._replace(kept=3, muted=0, read=1),
            f"Would mute 0 of the 268 papers announced {LATELY}; 3 more that you keep stay in sight)",
        ),
        (
            TRIED._replace(days=400, first=date(2025, 10, 20)),
            "Would mute 6 of the 268 papers announced in the last 400 days (since 20 Oct 2025)",
        ),
        (
            TRIED._replace(days=2),
            "Would mute 6 of the 268 papers announced in the last 2 days (since 25 Oct)",
        ),
        (
            TRIED._replace(first=date(2026, 12, 2)),
            "Would mute 6 of the 268 papers announced in the last 30 days (since 2 Dec)",
        ),
        (
            TRIED._replace(first=date(2026, 12, 3)),
            "Would mute 6 of the 268 papers announced in the last 30 days (since 3 Dec 2026)",
        ),
        (TRIED._replace(announced=0), "Would mute papers; none was announced in the last 30 days to test it on"),
        (
            TRIED._replace(rule=replace(MUTE, mute=False, score=4, tag="thesis", star=True), kept=3, muted=0),
            f"Would give +4 points to, tag as thesis and star 9 of the 268 papers announced {LATELY})",
        ),
        (
            TRIED._replace(rule=replace(MUTE, mute=False, highlight=True), announced=1_268, matched=1_009, muted=0),
            f"Would highlight 1,009 of the 1,268 papers announced {LATELY})",
        ),
    ],
)
def test_the_effect_of_a_rule_on_recent_papers_is_reported_before_it_is_made(tried: Rehearsal, words: str) -> None:
    assert tried.in_words == words


def test_a_rule_that_would_hide_read_or_kept_papers_has_warnings() -> None:
    assert TRIED.warnings == ()
    assert TRIED._replace(muted=0, read=2).warnings == ()
    assert TRIED._replace(kept=3, read=2).warnings == (
        "you keep 3 of them (starred, tagged, rated, ...): they stay in sight",
        "you have read 2 of those it would have hidden",
    )
    assert TRIED._replace(rule=replace(MUTE, mute=False, star=True), kept=3).warnings == ()


@pytest.mark.parametrize(
    ("rule", "matched", "muted", "words"),
    [
        (MUTE, 0, 0, "hides 0 papers"),
        (MUTE, 1, 1, "hides 1 paper"),
        (MUTE, 2_001, 1, "hides 1 paper, spares 2,000 that you keep"),
        (replace(MUTE, mute=False, star=True), 3, 0, ""),
    ],
)
def test_a_muting_rule_reports_the_number_of_hidden_and_spared_papers(
    rule: Rule, matched: int, muted: int, words: str
) -> None:
    assert RuleCount(rule, matched, muted, 0).hiding == words
