"""Regular expressions of users: folded, validated, and matched within single words if they do not need more."""

from __future__ import annotations

import pytest
import tantivy
from hypothesis import given, reject, settings
from hypothesis import strategies as st

from arxtui.text import fold, words
from arxtui.text.matching.regex import AllOf, AnyOf, Fragments, finder, fragments, word_pattern
from arxtui.text.matching.regex_sets import RegexError

TEXT = "Self-attention for MoS₂: Gödel's proofs, été 2026, o(n log n)"


@pytest.mark.parametrize(
    "source",
    [
        "mo[st]2", "MoS₂", "GÖDEL", "g(o|ö)del", r"\bself", r"proofs\b", r"\bmos2\b", r"\d{4}", "[A-Z]os[0-9]",
        "self-attention", "log n", r"o\(n", r"gödel\Ws", r"for\s+mos", "^self", r"n\)$", r"(t)\1ention", "(?<=self-)a",
        "self.attention for",
        "self.attention", "s2.*godel", "proofs[^a]+2026", r"gödel\D+\Sroofs",
        r"\x53elf", "e\u0301te", r"e?t{2}[^\d\W]", "x|proo", r"[\s-]att", "a*?tt",
    ],
)  # fmt: skip
def test_a_regex_finds_words_accents_formulas_and_hyphens_in_folded_or_original_form(source: str) -> None:
    assert finder(source)(TEXT)


@pytest.mark.parametrize(
    "source",
    [
        r"self\wattention",
        r"\belf",
        r"proof\b",
        r"\d{5}",
        "^attention",
        "log  n",
        "mos[^2]",
        "godel.*s2",
        r"(e)\1",
        "a{3}",
    ],
)
def test_a_regex_that_does_not_match_finds_nothing(source: str) -> None:
    assert not finder(source)(TEXT)


@pytest.mark.parametrize(
    ("source", "word"),
    [
        ("mo[st]2", ".*mo[st]2.*"),
        ("MoS₂", ".*mos2.*"),
        (r"\bMo(S|Se)\b", "mo(?:s|se)"),
        (r"\bfoo|bar\b", "foo.*|.*bar"),
        ("ß{,2}", ".*(?:ss){0,2}.*"),
        (r"[a-f]+?\w", ".*[a-f]+..*"),
        ("[À-ü]", ".*[ac-ehinos-uy].*"),
        ("深度", None),
        ("self-attention", None),
        ("a b", None),
        ("^a", None),
        (r"a\bb", None),
        (r"(\ba)", None),
        (r"[a\s]", None),
        ("[^a-z0-9]", None),
        ("[^a]", None),
        ("a.b", None),
        (r"a\Sb", None),
        (r"a[\Db]", None),
        ("a(?=b)", None),
        ("a*+", None),
    ],
)  # fmt: skip
def test_the_pattern_of_whole_words(source: str, word: str | None) -> None:
    assert word_pattern(source) == word


@pytest.mark.parametrize(
    ("source", "place", "reason"),
    [
        ("mo[st", "[st", "this set is never closed"),
        ("x[]", "[]", "this set is never closed"),
        ("é(a", "(", "this bracket is never closed"),
        ("ß)a", ")", "this bracket closes nothing"),
        ("ßß*ß**", "*", "multiple repeat"),
        ("ßß(|*)", "*", "nothing to repeat"),
        ("a{3,1}", "{3,1}", "min repeat"),
        ("x[z-a]", "z-a", "this range runs backwards"),
        (r"a\q", r"\q", "no such escape"),
        (r"x[a\q]", r"\q", "no such escape"),
        ("a\\", "\\", "no such escape"),
        ("(?i)a", "(?i", "no such kind of group"),
        (r"(a)\2", r"\2", "invalid group"),
        ("(" * 21 + ")" * 21, "(", "groups can be at most 20 deep"),
        ("((a{99}){99})", "((a{99}){99})", "stands for more than 1,000 characters"),
        ("a{99999999999}", "a{99999999999}", "stands for more than 1,000 characters"),
        ("a" * 199 + "bc", "c", "longer than 200 characters"),
    ],
)
def test_a_fault_has_its_place(source: str, place: str, reason: str) -> None:
    with pytest.raises(RegexError) as caught:
        finder(source)
    assert source[caught.value.start : caught.value.end] == place
    assert caught.value.reason.startswith(reason)


_ATOMS = st.sampled_from(["a", "B", "é", "ß", "2", r"\d", r"\w", "[a-c]", r"[\dB-D]", "[É-Ö]"])
_PATTERNS = st.recursive(
    _ATOMS,
    lambda inner: st.one_of(
        st.builds("({})".format, inner),
        st.builds("(?:{}|{})".format, inner, inner),
        st.builds("{}{}".format, inner, inner),
        st.builds("({}){}".format, inner, st.sampled_from(["*", "+?", "?", "{2}", "{,2}", "{1,}"])),
    ),
    max_leaves=6,
)
# Patterns that never match the empty string: for an empty match, Python finds the end of a word at its beginning.
_TOPS = st.builds(
    "{}{}c{}".format, st.sampled_from(["", r"\b"]), _PATTERNS, st.sampled_from(["", r"\b", "|x", r"|x\b"])
)
_WORDS = st.text("abcdeosx123éß", min_size=1, max_size=6)


@given(_TOPS, st.lists(_WORDS, min_size=1, max_size=5))
def test_a_regex_matches_inside_a_word_exactly_where_it_matches_a_text_of_that_word(
    source: str, texts: list[str]
) -> None:
    across = f"(?=)(?:{source})"
    assert word_pattern(source) is not None
    assert word_pattern(across) is None
    for text in texts:
        assert finder(source)(text) == finder(across)(text)


@settings(max_examples=30, deadline=None)
@given(_TOPS, st.lists(_WORDS, min_size=3, max_size=8, unique_by=fold))
def test_the_engine_reads_the_pattern_of_words_as_python_does(source: str, texts: list[str]) -> None:
    schema = tantivy.SchemaBuilder().add_text_field("word", stored=True, tokenizer_name="raw").build()
    index = tantivy.Index(schema)
    writer = index.writer(15_000_000, 1)
    for text in texts:
        writer.add_document(tantivy.Document(word=fold(text)))
    writer.commit()
    index.reload()
    searcher = index.searcher()
    wanted = word_pattern(source)
    assert wanted is not None
    try:
        query = tantivy.Query.regex_query(schema, "word", wanted)
    except ValueError:  # it has too many states; papers are then searched without the engine
        reject()
    hits = searcher.search(query, len(texts)).hits
    found = {searcher.doc(address)["word"][0] for _, address in hits}
    assert found == {fold(text) for text in texts if finder(source)(text)}


@pytest.mark.parametrize(
    ("source", "needed"),
    [
        ("diffus.*model", AllOf(("diffus", "model"))),
        ("colou?r.scheme", AllOf(("colo", "scheme"))),
        ("ab+cdef.", "bcdef"),
        ("abc{2}def ", AllOf(("abc", "cdef"))),
        ("(foo|bar)baz.x", AllOf((AnyOf(("foo", "bar")), "baz"))),
        ("(abc|def)|ghi.", AnyOf((AnyOf(("abc", "def")), "ghi"))),
        ("(abc)+ (def)?", "abc"),
        ("((abc)* )def", "def"),
        ("a{0,3}bcd (efg){,2}", "bcd"),
        ("(?=abc)(?!def)(?<=ghi)jkl .", "jkl"),
        ("Gödel.s", "godel"),
        ("(foo|ba) zap|.", None),
        ("深度 学习", None),
    ],
)
def test_the_fragments_that_every_match_has(source: str, needed: Fragments | None) -> None:
    assert fragments(source) == needed


def _has(texts: list[str], needed: Fragments | None) -> bool:
    match needed:
        case None:
            return True
        case AllOf(parts):
            return all(_has(texts, part) for part in parts)
        case AnyOf(parts):
            return any(_has(texts, part) for part in parts)
        case _:
            return any(needed in word for word in texts)


_RUNS = st.sampled_from(
    ["diff", "usion", "Gödel", "ab", "c", " ", "-", "x²", ".", r"\d", r"\S", "[^d]", r"\b", "(?=a)"]
)
_LONG_PATTERNS = st.recursive(
    _RUNS,
    lambda inner: st.one_of(
        st.builds("({}|{})".format, inner, inner),
        st.builds("{}{}".format, inner, inner),
        st.builds("({}){}".format, inner, st.sampled_from(["*", "+?", "?", "{2}", "{,2}", "{0}", "{1,}"])),
        st.builds("{}{}".format, inner, st.sampled_from(["*", "+", "?", "{2,3}"])),
    ),
    max_leaves=8,
)
_TEXTS = st.lists(
    st.sampled_from(["diff", "usion", "göd", "el", "godel", "ab", "c", "7", " ", "-", "x²", "d", "α"]), max_size=9
)


@given(_LONG_PATTERNS, _TEXTS.map("".join))
def test_no_text_that_matches_lacks_a_fragment(source: str, text: str) -> None:
    try:
        finds = finder(source)
    except RegexError:
        reject()
    if finds(text):
        assert _has(words(text), fragments(source))


@pytest.mark.parametrize(
    "source", ["a{1000}", "(a{10}){100}", "a" * 200, "(" * 20 + "a" + ")" * 20, "[a-a]", "[a-a]+[b-c]"]
)
def test_an_expression_at_a_limit_is_within_it(source: str) -> None:
    finder(source)


@pytest.mark.parametrize(
    ("source", "found"), [("x[a-a]y", "xay"), ("x[a-b]y", "xby"), ("x[b-d]y", "xcy"), ("x[a-c]y", "xcy")]
)
def test_a_range_has_both_its_ends(source: str, found: str) -> None:
    assert finder(source)(found)
    assert not finder(source)("xzy")
