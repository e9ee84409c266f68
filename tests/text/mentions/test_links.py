"""The URLs in a text."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from arxtui.text.mentions.links import is_web, link_warning, links_in, mentions_code


def found(text: str) -> list[str]:
    return [link.url for link in links_in(text)]


@pytest.mark.parametrize(
    ("text", "url"),
    [
        ("Code: https://github.com/example/shards", "https://github.com/example/shards"),
        ("Code at github.com/example/shards.", "https://github.com/example/shards"),
        ("(see https://lab.example.org/a_(b)).", "https://lab.example.org/a_(b)"),
        ("see [http://lab.example.org/], and", "http://lab.example.org/"),
        ("see www.example.org/shards; also", "https://www.example.org/shards"),
        (r"\url{https://lab.example.org/a\_b\%20c}", "https://lab.example.org/a_b%20c"),
        (r"\href{lab.example.org/shards}{our page}", "https://lab.example.org/shards"),
        (r"{\tt http://lab.example.org/\~{}ada/}", "http://lab.example.org/~ada/"),
        ("http://lab.example.org/a{_}b", "http://lab.example.org/a_b"),
        ("Our page is www.example.org.", "https://www.example.org"),
        (r"http://lab.example.org/$\sim$ada", "http://lab.example.org/~ada"),
        ("https:// github.com/example/shards", "https://github.com/example/shards"),
        ("Published, doi:10.1000/example.1.", "https://doi.org/10.1000/example.1"),
        ("HTTPS://Lab.Example.org/Path", "https://lab.example.org/Path"),
        ("https://lab.example.org:8080/x?a=1&b=2#top", "https://lab.example.org:8080/x?a=1&b=2#top"),
        ("https://lab.example.org/wiki/Gödel", "https://lab.example.org/wiki/G%C3%B6del"),
        ("数据在https://lab.example.org/data。", "https://lab.example.org/data"),
    ],
)
def test_an_address_is_found_and_its_end_is_cut_where_the_sentence_goes_on(text: str, url: str) -> None:
    assert found(text) == [url]


@pytest.mark.parametrize(
    "text",
    [
        "no address, and/or 3/4 of one, i.e./e.g.",
        "an old one: math.CA/0104144, cs.IT/0502039",
        "ada@example.org/x",
        "http://",
        "https://nowhere",
        r"\url{}",
        r"\href{javascript:alert(1)}{here}",
        "javascript:alert(1) and file:///etc/passwd, ftp://lab.example.org/x",
        "https://lab.example.org:99999/x",
        "https://exam\u202egro.elp",
    ],
)
def test_only_valid_web_addresses_are_links(text: str) -> None:
    assert found(text) == []


def test_an_address_that_is_named_twice_is_one() -> None:
    assert found(r"\href{https://www.example.org/x/}{http://www.example.org/x} or example.org/x") == [
        "https://www.example.org/x/"
    ]


@pytest.mark.parametrize(
    ("text", "kind"),
    [
        ("https://github.com/example/shards", "code"),
        ("https://gitlab.example.org/ada/shards", "code"),
        ("https://huggingface.co/example/shards", "code"),
        ("https://huggingface.co/datasets/example/shards", "data"),
        ("https://huggingface.co/spaces/example/shards", "project"),
        ("https://huggingface.co/papers/2605.01234", "paper"),
        ("https://www.github.com/example/shards", "code"),
        ("https://notgithub.com/example/shards", "other"),
        ("https://doi.org/10.5281/zenodo.1", "data"),
        ("https://zenodo.org/record/1", "data"),
        ("doi:10.5281/zenodo.1", "data"),
        ("https://example.github.io/shards", "project"),
        ("Project page: https://lab.example.org/shards", "project"),
        ("The data set is at https://lab.example.org/shards", "data"),
        ("with the software at https://lab.example.org/shards", "code"),
        ("doi:10.1000/example", "paper"),
        ("see https://lab.example.org/shards", "other"),
        ("Code and data: https://lab.example.org/shards", "data"),
        ("Videos of the data and our code: https://lab.example.org/shards", "code"),
        ("The code is old. See https://lab.example.org/shards", "other"),
        ("Code: https://lab.example.org/shards".rjust(99), "code"),
        (f"Code{' and more' * 9} https://lab.example.org/shards", "other"),
    ],
)
def test_the_host_and_the_words_before_an_address_decide_the_kind_of_the_link(text: str, kind: str) -> None:
    assert [link.kind for link in links_in(text)] == [kind]


@pytest.mark.parametrize(
    ("text", "has_code"),
    [
        ("See github.com/example/shards", True),
        ("See https://example.github.io/shards", True),
        ("Our code is publicly available.", True),
        ("The encode is available", False),
        ("See https://lab.example.org/shards", False),
    ],
)
def test_a_text_reports_code_by_an_address_or_in_words(text: str, has_code: bool) -> None:
    assert mentions_code(text, links_in(text)) is has_code


def test_a_host_in_letters_that_look_like_others_is_shown_as_it_is_requested() -> None:
    [link] = links_in("see https://аррӏе.com/paper")
    assert link.url == "https://xn--80ak6aa92e.com/paper"
    assert "other letters" in link_warning(link.url)


def test_a_name_before_the_host_is_distinguished_from_the_host() -> None:
    [link] = links_in("see https://arxiv.org@evil.example.com/abs/2605.01234")
    assert link.url == "https://arxiv.org@evil.example.com/abs/2605.01234"
    assert link_warning(link.url).endswith("this leads to evil.example.com")
    assert link_warning("https://arxiv.org/abs/2605.01234") == ""
    for before in ("", ":", ":arxiv.org", "arxiv.org:"):
        assert link_warning(f"https://{before}@evil.example.com/").endswith("this leads to evil.example.com")


@pytest.mark.parametrize(
    ("url", "web"),
    [
        ("https://arxiv.example/abs/1", True),
        ("http://[::1]/", True),
        ("http://[::1", False),
        ("http:///path", False),
        ("https://arxiv.example/a b", False),
        ("https://arxiv.example/ö", False),
        ("https://arxiv.example/\n-x", False),
        ("file:///etc/passwd", False),
        ("javascript:alert(1)", False),
        ("", False),
    ],
)
def test_only_plain_addresses_of_the_web_are_given_to_a_browser(url: str, web: bool) -> None:
    assert is_web(url) is web


@given(st.text(alphabet="htps:/w.@()[]{}\\url~_%xn-10 \u202e\x1bо例com", max_size=200))
def test_links_of_any_text_are_only_addresses_of_the_web(text: str) -> None:
    for link in links_in(text):
        assert is_web(link.url)
        assert link_warning(link.url) is not None


@pytest.mark.parametrize("text", ["\\url{" * 9_000, "a." * 9_000 + "com/x", "(https://x.example.org/" + ")" * 9_000])
def test_a_hostile_text_is_done_with_at_once(text: str) -> None:
    assert len(links_in(text)) <= 1


def test_a_list_of_addresses_ends_somewhere() -> None:
    assert len(links_in(" ".join(f"https://lab.example.org/{number}" for number in range(500)))) == 100
