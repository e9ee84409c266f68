"""The works that the entries of a BibTeX file name."""

from __future__ import annotations

from collections.abc import Iterator

from arxtui.light import NamedTuple, pattern
from arxtui.model.arxiv.ids import ArxivId
from arxtui.model.document import Work
from arxtui.text import readable
from arxtui.text.bibtex import BibEntry
from arxtui.text.mentions.cited import identifiers

_AND = pattern(r"[{}]|\s+and\s+", 2)
_OTHERS = frozenset({"others", "et al.", "et al"})
_CLASS = pattern(r"\s*\[[\w.-]+\]\s*$")
_LIKE_ID = r"\d{3,5}\.\d{3,7}|[a-z][a-z.-]+/\d{5,9}"
_NUMBER = pattern(rf"(?i)(?:arxiv\s*:\s*)?((?:{_LIKE_ID})(?:v\d+)?)")
_MENTIONED = pattern(rf"(?im)(?:\barxiv(?:\.org)?\s*[:./]\s*(?:abs/|pdf/)?|^abs/)({_LIKE_ID})(?!\d)")
_WITH_IDS = ("url", "note", "howpublished", "number", "journal", "volume", "pages", "eid", "archive", "arxivid")
_ADDRESSES = ("doi", "url")
_YEAR = pattern(r"\d{4,8}")
_VENUES = ("journal", "journaltitle", "booktitle")


class CitedEntry(NamedTuple):
    """An entry as a work: its authors as ``given family``, whether their list is cut ("and others"), the version of the
    arXiv id (None if the entry has none), an id that arXiv cannot have assigned, whether it says where the work
    appeared, and other arXiv ids than its own in its addresses."""

    entry: BibEntry
    work: Work
    is_cut: bool = False
    version: int | None = None
    impossible: str = ""
    is_published: bool = False
    others: tuple[str, ...] = ()

    def field_of(self, identifier: str) -> str:
        """Return the field with an identifier."""
        return next((name for name, value in self.entry.fields.items() if identifier.lower() in value.lower()), "")


def cited_entry(entry: BibEntry) -> CitedEntry:
    """Return the work that an entry names."""
    fields = entry.fields
    arxiv, impossible = _arxiv_id(fields)
    names = [_in_order(_plain(name)) for name in _names(" ".join(fields.get("author", "").split())) if name]
    authors = tuple(name for name in names if name.lower() not in _OTHERS)
    addressed = identifiers("", [fields.get(name, "") for name in _ADDRESSES])
    dois = addressed.dois
    year = _YEAR.search(fields.get("year") or fields.get("date", ""))
    venue = _plain(next((fields[name] for name in _VENUES if name in fields), ""))
    work = Work(
        authors,
        _plain(fields.get("title", "")),
        year[0] if year else "",
        venue,
        readable(fields.get("volume", "")),
        pages=readable(fields.get("pages") or fields.get("eid", "")),
        dois=dois,
        arxiv=arxiv.base if arxiv else "",
    )
    is_published = bool(dois) or (bool(venue) and not {"arxiv", "corr"} & set(venue.lower().split()))
    version = arxiv.version if arxiv else None
    others = tuple(each for each in map(ArxivId.parse, addressed.arxiv) if each.base != work.arxiv)
    bases = tuple(each.base for each in others) if work.arxiv else ()
    return CitedEntry(entry, work, len(authors) < len(names), version, impossible, is_published, bases)


def _arxiv_id(fields: dict[str, str]) -> tuple[ArxivId | None, str]:
    """Return the arXiv id of an entry, wherever it stands, and the words of one that cannot exist."""
    eprint = _CLASS.sub("", fields.get("eprint", "")).strip(" {}\t\r\n")
    kind = (fields.get("archiveprefix") or fields.get("eprinttype") or "arxiv").lower()
    texts = [fields.get(name, "") for name in _WITH_IDS]
    addresses = [fields.get(name, "") for name in _ADDRESSES]
    own = None
    if eprint and kind == "arxiv":
        own = _parsed(eprint)
        if own is None and (number := _NUMBER.fullmatch(eprint)):
            return None, number[1]
    if own is None and (found := identifiers("\n".join(texts), addresses).arxiv):
        own = ArxivId.parse(found[0])
    mentioned = _MENTIONED.finditer("\n".join(addresses if own else [*texts, *addresses]))
    return own, next((each[1] for each in mentioned if _parsed(each[1]) is None), "")


def _parsed(text: str) -> ArxivId | None:
    try:
        return ArxivId.parse(text)
    except ValueError:
        return None


def _plain(value: str) -> str:
    """Return the value of a field in one readable line, without the braces that only protect its capitals."""
    text = " ".join(readable(value).split())
    are_shown = "\\{" in value or any(sign in text for sign in ("\\", "_{", "^{"))
    return text if are_shown else text.replace("{", "").replace("}", "")


def _names(authors: str) -> Iterator[str]:
    """Yield the names of authors, between the words “and” that are not in braces."""
    depth = begin = 0
    for match in _AND.finditer(authors):
        if match[0] in "{}":
            depth += 1 if match[0] == "{" else -1
        elif depth <= 0:
            yield authors[begin : match.start()]
            begin = match.end()
    yield authors[begin:]


def _in_order(name: str) -> str:
    """Return a name as ``given family``; BibTeX has it as ``family, given`` or ``family, Jr, given``, too."""
    family, _, given = name.partition(",")
    return f"{given.rpartition(',')[2].strip()} {family.strip()}".strip()
