"""What a full text says about itself: its warnings and how it was made."""

from __future__ import annotations

import pytest

from arxtui.model.document import Document

TEXT = Document((), (), ())


@pytest.mark.parametrize(
    ("text", "words"),
    [
        (TEXT, ""),
        (TEXT._replace(faults=("\\foo",)), ""),
        (TEXT._replace(engine="LaTeXML 0.8.8"), "Converted by LaTeXML 0.8.8."),
        (TEXT._replace(engine="LaTeXML 0.8.8", faults=("\\foo",)), "Converted by LaTeXML 0.8.8, with 1 error."),
        (
            TEXT._replace(
                engine="LaTeXML 0.8.8", faults=("\\foo", "\\bar"), flaws=("Code is missing.", "So are signs.")
            ),
            "Converted by LaTeXML 0.8.8, with 2 errors. Code is missing. So are signs.",
        ),
        (TEXT._replace(flaws=("Code is missing.",)), "Code is missing."),
    ],
)
def test_the_converter_of_a_text_is_reported_with_the_known_errors(text: Document, words: str) -> None:
    assert text.provenance == words


def test_notices_come_before_the_warning_of_a_text_that_breaks_off() -> None:
    assert TEXT.warnings == ()
    assert TEXT._replace(notices=("One.", "Two.")).warnings == ("One.", "Two.")
    one, incomplete = TEXT._replace(notices=("One.",), broken_off=True).warnings
    assert (one, incomplete.split(":")[0]) == ("One.", "This text is incomplete")
