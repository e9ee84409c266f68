"""The entries of a bibliography in the order of the page, and the sentences that cite them."""

from __future__ import annotations

from tests.reader.bibliography.test_works import entries_of

BLOCK = '<span class="ltx_bibblock">A. Example, Made-up {}, 1 (2001).</span>'


def cite(*numbers: int) -> str:
    links = ",".join(f'<a href="#bib.bib{number}" class="ltx_ref">{number}</a>' for number in numbers)
    return f'<cite class="ltx_cite">[{links}]</cite>'


def paragraph(text: str) -> str:
    return f'<div class="ltx_para"><p class="ltx_p">{text}</p></div>'


def test_each_entry_knows_the_sentences_that_cite_it() -> None:
    text = (
        '<section class="ltx_section"><h2 class="ltx_title">Locks</h2>'
        + paragraph(f"Fig. 2 is by Dr. Example et al. {cite(1)} and others. Shards wait {cite(1, 2)}. Queues do not.")
        + paragraph(f"They sleep {cite(1)} and wake {cite(1)}.")
        + "</section>"
    )
    first, second, third = entries_of(*(BLOCK.format(place) for place in range(3)), text=text)
    assert [each.sentence for each in first.citations] == [
        "Fig. 2 is by Dr. Example et al. [1] and others.",
        "Shards wait [1,2].",
        "They sleep [1] and wake [1].",
    ]
    assert {each.section for each in first.citations} == {"Locks"}
    assert [each.sentence for each in second.citations] == ["Shards wait [1,2]."]
    assert third.citations == ()


def test_a_footnote_and_a_raised_number_cite_as_well() -> None:
    note = f'<span class="ltx_note ltx_role_footnote"><span class="ltx_note_outer"><span class="ltx_note_content"><sup class="ltx_note_mark">1</sup>As {cite(2)} says.</span></span></span>'  # noqa: E501
    first, second = entries_of(
        BLOCK, BLOCK, text=paragraph(f"It waits.<sup class='ltx_sup'>{cite(1)}</sup> Then it ends{note}.")
    )
    assert [each.sentence.split(".")[0] for each in first.citations] == ["It waits"]
    assert "says" in second.citations[0].sentence


def test_a_text_without_full_stops_is_cut() -> None:
    [entry] = entries_of(BLOCK, text=paragraph(f"word {cite(1)} " * 2000))
    assert len(entry.citations) > 1
    assert max(len(each.sentence) for each in entry.citations) <= 1000
