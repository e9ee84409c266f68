"""Files in no known format: the paper identifiers that their text mentions."""

from __future__ import annotations

from base64 import b64encode
from io import BytesIO

import pytest

from arxtui.sources.errors import SourceError
from tests.sources.reading import read_file

BIB = b"""% a bibliography
@misc{example2026bounded,
  title = {Bounded Staleness}, author = {Example, Ada}, year = {2026},
  eprint = {2605.01234}, archivePrefix = {arXiv}, primaryClass = {cs.DC},
  url = {https://arxiv.org/abs/2605.01234}
}
@article{mans1999, author = {M\xc3\xa5ns, Bj\xc3\xb6rn}, eprint = "hep-th/9901001", volume = {2501.12345}}
"""
TEX = rb"\documentclass{article}\begin{document}See \href{https://arxiv.org/abs/2605.01234}{there}.\end{document}"
NOTES = "# Notes\n\n- [Bounded](https://arxiv.org/pdf/2605.01234v2.pdf)\n- hep-th/9901001\n".encode("utf-16")
PAGE = (
    b"<!DOCTYPE html><title>Reading list</title><a href='https://arxiv.org/abs/2605.01234'>A paper</a> hep-th/9901001"
)
_BODY = "Have a look at\nhttps://arxiv.org/abs/2605.01234 and\nhttps://arxiv.org/abs/hep-th/9901001\n"
_HEAD = (
    b"Received: from example.org\r\nSubject: Papers\r\nMIME-Version: 1.0\r\nContent-Type: text/plain; charset=utf-8\r\n"
)
PACKED_MAIL = _HEAD + b"Content-Transfer-Encoding: base64\r\n\r\n" + b64encode(_BODY.encode())
QUOTED_MAIL = (
    _HEAD
    + b"Content-Transfer-Encoding: quoted-printable\r\n\r\n"
    + b"H=C3=A4 https://arxiv.org/abs/2605.012=\r\n34, hep-th/9901001\r\n"
)


def named(data: bytes) -> tuple[str, ...]:
    (intake,) = read_file(BytesIO(data), "a file")
    assert (intake.papers, intake.reviews, intake.rejects) == ((), (), ())
    assert intake.through == 1
    return intake.named


@pytest.mark.parametrize("data", [BIB, NOTES, PAGE, PACKED_MAIL, QUOTED_MAIL], ids="bib md html eml quoted".split())
def test_every_kind_of_text_names_papers(data: bytes) -> None:
    assert named(data) == ("2605.01234", "hep-th/9901001")


def test_a_source_of_tex_names_papers() -> None:
    assert named(TEX) == ("2605.01234",)


def test_a_line_that_could_be_an_error_message_is_none_where_it_names_a_paper() -> None:
    assert named(b"Not found at first: arXiv:2605.01234") == ("2605.01234",)


def test_a_file_taken_in_before_is_not_read_again() -> None:
    assert list(read_file(BytesIO(BIB), "a file", skip=1)) == []


@pytest.mark.parametrize(
    ("data", "words"),
    [
        (b"%PDF-1.7 https://arxiv.org/abs/2605.01234", "a PDF, not text"),
        (b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR arXiv:2605.01234", "binary data, not text"),
        (b"Nothing here but 2605.01234 in it", "it names no arXiv paper either"),
    ],
)
def test_a_file_that_is_no_text_or_names_no_paper_is_an_error(data: bytes, words: str) -> None:
    with pytest.raises(SourceError, match=words):
        named(data)


def test_a_text_too_large_is_refused() -> None:
    class Endless(BytesIO):
        def read(self, size: int | None = -1, /) -> bytes:
            return b"arXiv:2605.01234 " * (1 << 16)

    with pytest.raises(SourceError, match="larger than 64 MB"):
        list(read_file(Endless(), "a file"))


def test_a_broken_feed_is_not_searched_for_names() -> None:
    with pytest.raises(SourceError, match="a document type declaration"):
        named(b"<!DOCTYPE feed [<!ENTITY a 'b'>]><feed><entry><id>http://arxiv.org/abs/2605.01234</id></entry></feed>")
