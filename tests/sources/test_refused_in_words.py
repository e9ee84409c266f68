"""Regression tests of input that made the program fail: each is refused with a readable message, or read as far as
possible."""

from __future__ import annotations

import io

import pytest

from arxtui.config.settings import parse
from arxtui.config.text import ConfigError
from arxtui.sources.arxiv.api.atom import parse_answer
from arxtui.sources.arxiv.feed import parse_feed
from arxtui.sources.arxiv.oai.answers import parse_page
from arxtui.sources.errors import SourceError
from arxtui.sources.files import read_file_parts
from arxtui.sources.paper_ids import paper_ids_in

ENTRY = (
    "<id>http://arxiv.org/abs/2605.01234v1</id><title>Made up</title><published>2026-05-04T10:00:00Z</published>"
    '<author><name>A. Example</name></author><category term="cs.DC"/>'
)
ATOM = '<feed xmlns="http://www.w3.org/2005/Atom"><title>x</title><entry>{}</entry>'
ITEM = (
    "<title>Made up</title><link>https://arxiv.org/abs/2605.01234</link><guid>oai:arXiv.org:2605.01234v1</guid>"
    "<description>arXiv:2605.01234v1 Announce Type: new Abstract: x</description><category>cs.DC</category>"
    "<pubDate>Wed, 13 May 2026 00:00:00 -0400</pubDate>"
)
RSS = '<rss version="2.0"><channel><title>cs.DC updates on arXiv.org</title><item>{}</item></channel></rss>'
OAI = (
    '<?xml version="1.0" encoding="{}"?><OAI-PMH xmlns="http://www.openarchives.org/OAI/2.0/"><request '
    'verb="ListRecords">http://x</request><ListRecords><record><header><identifier>oai:arXiv.org:2605.01234'
    "</identifier><datestamp>2026-05-05</datestamp></header></record></ListRecords></OAI-PMH>"
)


@pytest.mark.parametrize("name", ["utf-9", "UTF-32", "idna", "punycode", "ansi", "hex", "undefined", "x" * 3000])
def test_a_character_set_that_is_none_is_broken_xml(name: str) -> None:
    (reject, *_) = parse_page(OAI.format(name).encode()).intake.rejects
    assert reject.reason.startswith("broken XML")
    declared = f'<?xml version="1.0" encoding="{name}"?>'
    feed = parse_feed((declared + RSS.format(ITEM)).encode())
    assert [paper.id for paper in feed.intake.papers] == ["2605.01234"]
    answer = parse_answer((declared + ATOM.format(ENTRY) + "</feed>").encode())
    assert [paper.id for paper in answer.intake.papers] == ["2605.01234"]


def test_a_size_of_five_thousand_digits_is_no_size() -> None:
    page = (
        '<OAI-PMH xmlns="http://www.openarchives.org/OAI/2.0/"><request verb="ListRecords">http://x</request>'
        f'<ListRecords><resumptionToken completeListSize="{"9" * 5000}" cursor="{"9" * 5000}">t</resumptionToken>'
        "</ListRecords></OAI-PMH>"
    )
    token = parse_page(page.encode()).token
    assert token is not None
    assert (token.text, token.complete_list_size, token.cursor) == ("t", None, None)


@pytest.mark.parametrize("name", ["links", "authors", "tags"])
@pytest.mark.parametrize("content", ["x", "", "<a/>", "<name>x</name>"])
def test_elements_named_as_the_reader_of_broken_feeds_names_its_lists_change_nothing(name: str, content: str) -> None:
    strange = f"<{name}>{content}</{name}>"
    answer = parse_answer((ATOM.format(ENTRY + strange) + "&").encode())
    assert [paper.id for paper in answer.intake.papers] == ["2605.01234"]
    assert [paper.id for paper in parse_feed(RSS.format(ITEM + strange).encode()).intake.papers] == ["2605.01234"]


def test_a_mail_of_parts_within_parts_is_read_as_text() -> None:
    parts = "".join(f'Content-Type: multipart/mixed; boundary="b{number}"\n\n--b{number}\n' for number in range(3000))
    mail = f"From: a@example.org\nMessage-ID: <x>\nMIME-Version: 1.0\n{parts}\n\nSee arXiv:2605.01234.\n".encode()
    assert paper_ids_in(mail) == ("2605.01234",)


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("x = " + "[" * 2000 + "]" * 2000, "nested too deep"),
        ("x = " + "9" * 5000, "a number in it is too long"),
        ("[[arxiv]]\ncategories = []\n", r"\[arxiv\] must be a table"),
        ("hooks = [1]\n", r"\[hooks\] must be a table"),
        ("rules = 1\n", "rules"),
        ("[[export.sync.file]]\nx = 1\n", "sync"),
    ],
)
def test_settings_of_another_shape_are_refused_in_words(text: str, words: str) -> None:
    with pytest.raises(ConfigError, match=words):
        parse(text)


@pytest.mark.parametrize("line", ["[" * 100_000, '{"a":' * 100_000, '{"id":' + "9" * 5000 + "}", '{"id": [[]]}'])
def test_json_of_another_shape_is_refused_in_words(line: str) -> None:
    with pytest.raises(SourceError):
        list(read_file_parts(io.BytesIO(b'{"x": 1}\n' + line.encode()), "a file"))
