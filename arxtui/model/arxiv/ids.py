"""arXiv identifiers and the integer keys computed from them.

Identifier schemes (https://info.arxiv.org/help/arxiv_identifier.html):
``archive/YYMMNNN`` until 2007-03, ``YYMM.NNNN`` until 2014-12, ``YYMM.NNNNN`` since.

A key is ``month << 32 | low``: months count from 1991-01 as 1; ``low`` is the number of a new id,
``1 << 17 | archive << 10 | number`` of an old one. It has its top bit set for a paper that is known
only from a review, and the next one for a work that is not on arXiv. Descending key order is therefore
newest first, and the key of an id never changes.
"""

from __future__ import annotations

import re
from datetime import date

from arxtui.light import NamedTuple, pattern

_NEW = pattern(r"([0-9]{2})(0[1-9]|1[0-2])\.([0-9]{4,5})")
_OLD = pattern(r"([a-z]+(?:-[a-z]+)?)/([0-9]{2})(0[1-9]|1[0-2])([0-9]{3})")
_RESERVED = pattern(r"(pith|work)-([0-9]{2})(0[1-9]|1[0-2])\.([0-9a-f]{8})", re.I)
_WITH_ARCHIVE = pattern(r"([a-z]+(?:-[a-z]+)?)(?:\.[a-z-]+)?(/|_?)([0-9]{7}|[0-9]{4}\.[0-9]{4,5})", re.I)
"""An identifier after an archive: without the slash in the names of arXiv's files (``hep-th9901001.pdf``), and with a
subject class, which no identifier has (``math.GT/0309136``, ``cs.LG/2602.23556``)."""
_FILE_TYPE = pattern(r"(?:\.(?:pdf|ps|tex|tar|gz|zip|html?))+\Z", re.I)
_BIBCODE = pattern(r"(?:19|20)[0-9]{2}arxiv([0-9]{4})\.?([0-9]{4,5})[a-z]?", re.I)
"""The name of a preprint at ADS (https://ui.adsabs.harvard.edu/help/actions/bibcode)."""
_SIGNS = {
    **dict.fromkeys((*range(0x2010, 0x2016), 0x2212, 0xFE63, 0xFF0D), "-"),
    **{0xFF10 + digit: str(digit) for digit in range(10)},
    0xFF0E: ".",
}
"""Typographic hyphens, and the full-width digits and full stop of input methods, with the signs that they stand for."""
STAMP = r"\s+\[[a-zA-Z.-]+\](?:\s+[0-9]{1,2}\s+[A-Za-z]{3}\s+[0-9]{4})?"
"""A regular expression for the end of the stamp on a PDF's first page (``arXiv:2602.23556v1 [cs.LG] 5 Feb 2026``)."""
_STAMP = pattern(rf"{STAMP}\Z")
_AROUND = " \t\r\n<>()[]{}\"'.,;"
# No arXiv paper has had a thousand versions; a larger number is a mistake that would sort above all true versions.
_VERSION = pattern(r"(.+?)v([1-9][0-9]{0,2})", re.I)
LAST_VERSION = 999
SITES = (
    r"(?:arxiv\.org|ar5iv\.org|alphaxiv\.org|arxiv-vanity\.com|lanl\.gov|huggingface\.co|hf\.co|scirate\.com|papers\.cool"
    r"|scholar-inbox\.com|semanticscholar\.org|inspirehep\.net|adsabs\.harvard\.edu)"
)
"""A regular expression for the sites whose addresses of papers end with an arXiv identifier."""
_PREFIXES = pattern(
    r"(?:https?://\S+?(?=https?://))?"
    rf"(?:(?:https?://)?(?:[\w-]+\.)*{SITES}/(?:en/)?(?:(?:api/)?[\w-]+/)?"
    r"|(?:(?:doi:\s*)?https?://(?:dx\.)?doi\.org/|doi:\s*)?10\.48550/(?=arxiv\.)"
    r"|(?:oai:|info:|urn:)?arxiv(?:\.org(?=:))?(?:[:\s]\s*|[./-]))*",
    re.I | re.A,
)

_MONTH_SHIFT = 32
_LOW_MASK = (1 << _MONTH_SHIFT) - 1
PENDING_BIT = 1 << 31
WORK_BIT = 1 << 30
_RESERVED_BITS = {"pith": PENDING_BIT, "work": WORK_BIT}
_OLD_SCHEME = 1 << 17
_FIRST_NEW_MONTH = (2007, 4)
FIRST_YEAR = 1991
"""The year of arXiv's first papers."""

# The position is part of the key: append only, never sort.
OLD_ARCHIVES = tuple(
    "acc-phys adap-org alg-geom ao-sci astro-ph atom-ph bayes-an chao-dyn chem-ph cmp-lg comp-gas cond-mat cs dg-ga "
    "funct-an gr-qc hep-ex hep-lat hep-ph hep-th math math-ph mtrl-th nlin nucl-ex nucl-th patt-sol physics plasm-ph "
    "q-alg q-bio quant-ph solv-int supr-con econ eess q-fin stat".split()
)
_ARCHIVE_NUMBER = {name: number for number, name in enumerate(OLD_ARCHIVES)}
_ARCHIVES_BY_LETTERS = {name.replace("-", ""): name for name in OLD_ARCHIVES}


class ArxivId(NamedTuple):
    """An arXiv identifier: ``base`` without version (``2602.23556``, ``hep-th/9901001``), and the version if given."""

    base: str
    version: int | None = None

    @classmethod
    def parse(cls, text: str) -> ArxivId:
        """Parse an id as people write and paste it: bare, an ``arXiv:`` or ``oai:`` form, an address on one of the
        ``SITES``, a 10.48550 DOI, the name of a file of arXiv. Raises ValueError for anything else."""
        base, versioned = text, None
        if not _NEW.fullmatch(text):  # the expressions for other forms take 2 ms to compile
            bare = _without_surroundings(text)
            versioned = _VERSION.fullmatch(bare)
            base = _as_assigned(versioned[1] if versioned else bare)
        try:
            key_of(base)
        except ValueError:
            raise ValueError(f"not an arXiv identifier: {text!r}") from None
        return cls(base, int(versioned[2]) if versioned else None)

    @property
    def key(self) -> int:
        """The paper's integer key (see the module's docstring)."""
        return key_of(self.base)

    def __str__(self) -> str:
        return self.base if self.version is None else f"{self.base}v{self.version}"


def plain_signs(text: str) -> str:
    """Return the text with plain hyphens for typographic ones, and plain digits and full stops for full-width ones."""
    return text if text.isascii() else text.translate(_SIGNS)


def _without_surroundings(text: str) -> str:
    """Return the id in a text, with its version and subject class, without address, file type and punctuation."""
    stripped = _STAMP.sub("", plain_signs(text).strip()).strip(_AROUND)
    if "%" in stripped:
        from urllib.parse import unquote  # few addresses have escaped characters

        stripped = unquote(stripped).strip()
    bare = re.split("[?#&]", _PREFIXES.sub("", stripped, count=1))[0].removesuffix("/abstract").rstrip("/")
    return _FILE_TYPE.sub("", bare)


def _as_assigned(base: str) -> str:
    """Return an id without version as arXiv assigned it: with the slash of an old one, and without subject class."""
    if bibcode := _BIBCODE.fullmatch(base):
        return ".".join(bibcode.groups())
    if (written := _WITH_ARCHIVE.fullmatch(base)) is None:
        return base
    archive, slash, number = written[1].lower(), written[2], written[3]
    archive = _ARCHIVES_BY_LETTERS.get(archive.replace("-", ""), archive)
    if "." in number:
        return number if slash == "/" and archive in _ARCHIVE_NUMBER else base
    return f"{archive}/{number}"


def key_of(base: str) -> int:
    """Return the key of an id without version, as arXiv writes it. Raises ValueError for an id that arXiv cannot have
    assigned."""
    if new := _NEW.fullmatch(base):
        yy, mm, number = new.groups()
        if _new_scheme_holds(int(yy), int(mm), number):
            return month_number(_year(int(yy)), int(mm)) << _MONTH_SHIFT | int(number)
    elif old := _OLD.fullmatch(base):
        archive, yy, mm, number = old.groups()
        if archive in _ARCHIVE_NUMBER and (_year(int(yy)), int(mm)) < _FIRST_NEW_MONTH and int(number) > 0:
            low = _OLD_SCHEME | _ARCHIVE_NUMBER[archive] << 10 | int(number)
            return month_number(_year(int(yy)), int(mm)) << _MONTH_SHIFT | low
    raise ValueError(f"not an arXiv identifier: {base!r}")


def id_of(key: int) -> str | None:
    """Return the id of a key, without version; None for a paper known only from a review, and a work outside arXiv."""
    low = key & _LOW_MASK
    if not is_on_arxiv(key):
        return None
    year, month = year_month(key >> _MONTH_SHIFT)
    yymm = f"{year % 100:02}{month:02}"
    if low & _OLD_SCHEME:
        return f"{OLD_ARCHIVES[low >> 10 & 0x7F]}/{yymm}{low & 0x3FF:03}"
    return f"{yymm}.{low:0{4 if year < 2015 else 5}}"


def name_of(key: int) -> str:
    """Return the name of a paper on the command line.

    This is its id without version. While only a review names the paper, it is a name like ``pith-2605.1a2b3c4d`` (the
    month, and the rest of the key in hexadecimal); for a work outside arXiv, one like ``work-3501.1a2b3c4d``.
    """
    if is_on_arxiv(key):
        return id_of(key) or ""
    year, month = year_month(key >> _MONTH_SHIFT)
    kind = "pith" if is_pending(key) else "work"
    bit = _RESERVED_BITS[kind]
    return f"{kind}-{year % 100:02}{month:02}.{key & (bit - 1):08x}"


def key_named(text: str) -> int:
    """Return the key of a name from :func:`name_of` or of an arXiv id in any form. Raises ValueError for anything
    else."""
    if "-" in text and (named := _RESERVED.fullmatch(text.strip())):
        bit, low = _RESERVED_BITS[named[1].lower()], int(named[4], 16)
        if low < bit:
            return join_key(month_number(_year(int(named[2])), int(named[3])), bit | low)
    return ArxivId.parse(text).key


def pending_key(listed_on: date, fingerprint: str) -> int:
    """Return a key in the reserved range of its month, for a paper that only a review names."""
    return _reserved_key(listed_on.year, listed_on.month, PENDING_BIT, fingerprint)


def work_key(year: int, identity: str) -> int:
    """Return a key for a work outside arXiv, in the reserved range of the January of its year."""
    return _reserved_key(year, 1, WORK_BIT, identity)


def _reserved_key(year: int, month: int, bit: int, identity: str) -> int:
    """Return the key of a hash of something's identity. The month is at least arXiv's first, because keys are not
    negative."""
    import hashlib  # takes 5 ms to import, and few papers have no arXiv id

    low = bit | int.from_bytes(hashlib.sha256(identity.encode("utf-8", "surrogatepass")).digest()[:4]) & (bit - 1)
    return max(month_number(year, month), 1) << _MONTH_SHIFT | low


def is_pending(key: int) -> bool:
    """Whether the key belongs to a paper known only from a review."""
    return bool(key & PENDING_BIT)


def is_work(key: int) -> bool:
    """Whether the key belongs to a work outside arXiv."""
    return key & (PENDING_BIT | WORK_BIT) == WORK_BIT


def is_on_arxiv(key: int) -> bool:
    """Whether the key belongs to a paper with an arXiv id."""
    return not key & (PENDING_BIT | WORK_BIT)


def not_on_arxiv(key: int) -> str:
    """Return what a paper without an arXiv id is, in words."""
    return "known only from its review" if is_pending(key) else "not on arXiv"


def split_key(key: int) -> tuple[int, int]:
    """Split a key into (month number, lower 32 bits), as the monthly key lists are packed."""
    return key >> _MONTH_SHIFT, key & _LOW_MASK


def join_key(month: int, low: int) -> int:
    """Return the key for a month number and lower bits: the inverse of :func:`split_key`."""
    return month << _MONTH_SHIFT | low


def month_number(year: int, month: int) -> int:
    """Return the number of a month, counted from January of ``FIRST_YEAR`` as 1."""
    return (year - FIRST_YEAR) * 12 + month


def year_month(number: int) -> tuple[int, int]:
    """Return (year, month) for a month number: the inverse of :func:`month_number`."""
    years, months = divmod(number - 1, 12)
    return FIRST_YEAR + years, months + 1


def _year(yy: int) -> int:
    return 1900 + yy if yy >= 91 else 2000 + yy


def _new_scheme_holds(yy: int, mm: int, number: str) -> bool:
    year = _year(yy)
    return (year, mm) >= _FIRST_NEW_MONTH and len(number) == (4 if year < 2015 else 5) and int(number) > 0
