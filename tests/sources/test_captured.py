"""Every captured response of arXiv, read as a file, gives the result listed in the index of the samples."""

from __future__ import annotations

import csv
from pathlib import Path

import pytest

from arxtui.sources.errors import SourceError
from tests.sources.reading import read_file
from tests.sources.test_files import places

COUNTS = {"atom": 36, "feeds": 16, "oai": 52, "listing": 22, "abs": 19, "errors": 34}


def answers(shared: Path, folder: str) -> dict[str, str]:
    """Return the expected result by file name ("50 papers", "refused ...", "120 headers"), without the files that are
    not responses of arXiv."""
    with (shared / "data" / "arxiv" / "index.tsv").open(encoding="utf-8", newline="") as file:
        rows = list(csv.reader(file, delimiter="\t", quoting=csv.QUOTE_NONE))
    return {row[0].partition("/")[2]: row[2] for row in rows if row[0].startswith(f"{folder}/") and row[2]}


def holds_papers(answer: str) -> bool:
    """Return whether a file with this result can be imported; OAI-PMH responses with headers only, or without records,
    cannot."""
    return answer[0].isdigit() and "header" not in answer


@pytest.mark.parametrize("folder", COUNTS)
def test_every_captured_response_has_the_papers_or_the_error_of_its_index(shared: Path, folder: str) -> None:
    result = answers(shared, folder)
    for name, answer in result.items():
        with (shared / "data" / "arxiv" / folder / name).open("rb") as stream:
            if holds_papers(answer):
                intakes = list(read_file(stream, name))
                assert sum(len(intake.papers) for intake in intakes) == int(answer.split()[0]), name
                assert places(intakes) == [], name
            else:
                with pytest.raises(SourceError) as caught:
                    list(read_file(stream, name))
                assert len(str(caught.value)) > 8, name

    assert len(result) == COUNTS[folder]


def test_every_captured_error_is_refused_in_its_own_words(shared: Path) -> None:
    fields = {}
    for name in answers(shared, "errors"):
        with pytest.raises(SourceError) as caught, (shared / "data" / "arxiv" / "errors" / name).open("rb") as stream:
            list(read_file(stream, name))
        fields[name] = str(caught.value)

    assert fields["cap-2026-429-agents_raw.txt"] == "arXiv answered: Rate exceeded."
    assert fields["cap-2026-empty-body.xml"] == "it is empty"
    assert fields["cap-2019-api400-invalid-id.xml"] == "arXiv answered: incorrect id format for INVALIDID"
    assert fields["gen-abs-404.html"].startswith("arXiv answered: Article 1901.99999 not found: There is no record")
    assert fields["gen-list-400-period.html"].startswith(
        "arXiv answered: Listing requires subject and valid time period"
    )
    assert fields["gen-html-no-html.html"] == (
        "arXiv answered: No HTML for '1102.0299': HTML is not available for the source."
    )
    assert fields["gen-bibtex-400.txt"] == "arXiv answered: bad id"
    assert fields["gen-feed400-bad-class.xml"].startswith("arXiv answered: Bad subject class 'XX'.")
