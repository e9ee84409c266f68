"""Options that take a number from a range: the ends of the range are taken, what lies beyond is refused."""

from __future__ import annotations

import pytest

from arxtui.cli.parser import verb_parser
from tests.cli.conftest import Call

_RANGES = (
    (("diff", "2605.01234"), 1, 999),
    (("similar", "2605.01234", "--limit"), 1, 100),
    (("search", "locks", "--limit"), 1, 2_000),
    (("read", "2605.01234", "--width"), 20, 1_000),
    (("rules", "try", "ti:locks", "--mute", "--days"), 1, 36_500),
    (("serve", "--port"), 0, 65_535),
    (("views", "key", "Locks"), 1, 9),
    (("views", "add", "Locks", "--key"), 1, 9),
    (("mark", "2605.01234", "--rate"), 0, 5),
    (("views", "move", "Locks"), 1, None),
    (("lists", "move", "Locks", "2605.01234"), 1, None),
    (("list", "--limit"), 0, None),
    (("journal", "--limit"), 0, None),
    (("ledger", "--days"), 0, None),
    (("undo",), 0, None),
)


@pytest.mark.parametrize(("words", "lowest", "highest"), _RANGES)
def test_a_number_within_its_range_is_taken_and_any_other_refused(
    call: Call, words: tuple[str, ...], lowest: int, highest: int | None
) -> None:
    for number in (lowest, highest or 10**9):
        verb_parser(words[0]).parse_args([*words[1:], str(number)])
    wrong = ["x", "1.5", "²", *([str(lowest - 1)] if lowest else []), *([str(highest + 1)] if highest else [])]
    for text in wrong:
        said = call(*words, text)
        assert (text, said.code, said.out) == (text, 2, "")
