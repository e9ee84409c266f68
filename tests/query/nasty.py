"""Malformed query texts that no user would type, from a seed."""

from __future__ import annotations

import random
from collections.abc import Iterator

from arxtui.query.chips import chips
from arxtui.query.explain import explain
from arxtui.query.parser import parse
from arxtui.query.vocabulary import FIELDS, VALUES

PIECES = (
    *(f"{name}:" for name in FIELDS),
    *(f"{name}:{value}" for name, values in VALUES.items() for value in values),
    *'" ( ) - -- AND OR NOT and NOT( -( "a b" . : .. * + ?'.split(),
    *'/ \\ /" /( /) // /a/ /[ [a-z]+ \\b \\/ (?: (?= {2} {9999} ^ $ | (a+)+'.split(),
    *"a é 深度 MoS₂ İ ß e\u0301 \x00 \x1b[31m \u202e \ud800 ١ ²".split(),
    *"x: BERT: https:// 2605.01234 hep-th/9901001 cs.* cs.LG".split(),
    *"rating> rating>3 year<=2 [2025 TO 10.1000/x 10.1000/x(1 del_maestro au:_ all: arXiv: or not".split(),
    *"2026 2026-0 2026-02-30 2026-05..2026-04 0000 9999-12 1w 99d 9999y 3 0 th* none".split(),
    *" \t\n\u00a0\u3000",
    *"  ",
)  # fmt: skip


def queries(seed: int, count: int) -> Iterator[str]:
    """Yield ``count`` texts of up to twelve pieces, with or without blanks between them; a few are very long."""
    chance = random.Random(seed)
    for number in range(count):
        pieces = chance.choices(PIECES, k=chance.randint(1, 12))
        text = chance.choice(("", " ", " ")).join(pieces)
        if chance.random() < 0.3:
            place = chance.randrange(len(text) + 1)
            text = f"{text[:place]}{chr(chance.randrange(0x3000))}{text[place:]}"
        yield text * 40 if number % 1000 == 0 else text


def fault_of(number: int, text: str) -> str:
    """Return what is wrong with the parsed text, or an empty string. Every second text is parsed as being typed."""
    query = parse(text, typing=number % 2 == 0)
    if not explain(query):
        return f"{text!r} means nothing"
    if not all(0 <= fault.start < fault.end <= len(text) for fault in query.faults):
        return f"{text!r} has a fault outside itself"
    if number % 4 == 0 and not all(text[chip.start : chip.end] == chip.text for chip in chips(text)):
        return f"{text!r} has a chip that is no part of it"
    return ""
