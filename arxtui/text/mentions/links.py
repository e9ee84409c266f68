"""Web addresses in an abstract or a comment: complete ones, ones without a scheme, in TeX, and DOIs.

The results are safe to pass to a browser: http or https, printable ASCII, and a host with other letters in its ASCII
form (IDNA). Anything else that looks like an address (``javascript:``, ``file:``) is ignored.
"""

from __future__ import annotations

import re
from urllib.parse import quote, urlsplit

from arxtui.light import NamedTuple, pattern
from arxtui.model.views import LinkKind

_MAX_LENGTH = 2_000
_MAX_LINKS = 100
"""The most addresses taken from one text: a text with more is not a list of links."""

_BODY = r"[^\s<>\"`{}|\\^$\u3000-\u303f\uff00-\uffef]"
_LABEL = r"[a-z\d](?:[a-z\d-]{0,61}[a-z\d])?"
_TOP_LEVEL_DOMAINS = frozenset(
    "com org net io edu gov ai dev app info eu uk de fr ch at nl it es se no dk fi pl cz be ca us au jp cn kr in il br "
    "ru co".split()
)
"""The top-level domains that mark an address without a scheme."""
# The look-ahead for the end of a scheme or a label comes first: it rejects most words of a text quickly.
_ADDRESS = pattern(
    rf"(?<![a-z\d])(?=[a-z\d-]+[.:])(?:(?P<whole>https?:/{{1,2}}\s?{_BODY}+)"
    rf"|(?<![\w.@/:-])(?:(?P<doi>(?:doi:\s?)?10\.\d{{4,9}}/{_BODY}+)"
    rf"|(?P<bare>www\.{_BODY}+|(?:{_LABEL}\.){{1,5}}(?:{'|'.join(sorted(_TOP_LEVEL_DOMAINS))})/(?!\d{{7}}){_BODY}+)))"
    r"|\\(?:url|href)\s?\{(?P<tex>[^{}]*)\}",
    re.I | re.A,
)
_ADDRESS_SIGNS = ("/", "www.", "\\")
"""One of them is in every address."""
_DOI = pattern(r"(?:doi:\s?)?(10\.\d{4,9}/\S+)", re.I)
_REGISTRANT = pattern(r"10\.\d{4,9}$", re.A)
_SCHEME = pattern(r"[a-z][a-z\d+.-]*:", re.I)
_TILDE = pattern(r"\\textasciitilde(?:\{\})?\s?|\\~(?:\{\})?|\{\\tilde\}|\$\\sim\$|\{\\sim\}")
_ESCAPED = pattern(r"\\([_%#&])|\{\\?([_~])\}")
_CLOSING = {")": "(", "]": "["}
_TRAILING = ".,;:!?'’”\"*\\"
# The words right before an address that show its kind where the host does not.
_KIND_WORDS = pattern(
    r"\b(?:(?P<code>code|software|implementation|repository|package)"
    r"|(?P<data>data|data\s?sets?|benchmark|corpus|catalogue?s?)"
    r"|(?P<project>(?:project|web|home)[\s-]?(?:page|site)s?|demos?|videos?))\b",
    re.I,
)
_CONTEXT = 60
_CODE_AVAILABLE = pattern(
    r"code(?<!\wcode)\s+(?:is|are|and\s+\w+\s+(?:is|are)|will\s+be)\s+(?:made\s+)?(?:publicly\s+|freely\s+|openly\s+)?"
    "available"
)


class FoundLink(NamedTuple):
    """An address in a text, and the kind of content there."""

    url: str
    kind: LinkKind


def links_in(text: str) -> list[FoundLink]:
    """Return the addresses in a text as upstream sent it, in order, each once; at most 100."""
    if not _may_contain_links(text):
        return []
    plain = _without_tex(text)
    links: dict[str, FoundLink] = {}
    for match in _ADDRESS.finditer(plain, _search_start(plain)):
        if len(links) < _MAX_LINKS and (url := _url(match)):
            kind = kind_of(url) or _kind_before(plain[max(0, match.start() - _CONTEXT) : match.start()])
            links.setdefault(_comparable(url), FoundLink(url, kind))
    return list(links.values())


def mentions_code(text: str, links: list[FoundLink]) -> bool:
    """Whether a text links to code, or states that code is available."""
    return any(_is_code(link) for link in links) or _CODE_AVAILABLE.search(text.lower()) is not None


def is_web(url: str) -> bool:
    """Whether ``url`` is safe to pass to a browser: http or https with a host, in printable ASCII."""
    if not (url.isascii() and url.isprintable()) or " " in url:
        return False
    try:
        parts = urlsplit(url)
        return parts.scheme in ("http", "https") and bool(parts.hostname)
    except ValueError:
        return False


def link_warning(url: str) -> str:
    """Return a warning about a misleading address, to show before it is opened; empty if it leads where it seems to."""
    parts = urlsplit(url)
    host = parts.hostname or ""
    if parts.username is not None or parts.password is not None:
        return f"the text before the @ is not a host: this leads to {host}"
    if any(label.startswith("xn--") for label in host.split(".")):
        return "the host is written in other letters, which may look like those of another host"
    return ""


def _is_code(link: FoundLink) -> bool:
    return link.kind is LinkKind.CODE or (link.kind is LinkKind.PROJECT and ".github.io" in link.url)


def _may_contain_links(text: str) -> bool:
    """Whether a text may contain an address: a cheap test, because most texts contain none."""
    if "www." in text or "http" in text:
        return True
    heads = (head[-12:] for head in text.split("/")[:-1])
    return any(head.rpartition(".")[2].lower() in _TOP_LEVEL_DOMAINS or _REGISTRANT.search(head) for head in heads)


def _search_start(plain: str) -> int:
    """Return the beginning of the word before the first that may contain an address: most addresses are at the end."""
    lower = plain.lower()
    if len(lower) != len(plain):
        return 0
    first = min([place for sign in _ADDRESS_SIGNS if (place := lower.find(sign)) >= 0], default=len(plain))
    word = plain.rfind(" ", 0, first)
    return max(plain.rfind(" ", 0, max(word, 0)), 0)


def _without_tex(text: str) -> str:
    if "\\" not in text and "{_}" not in text and "{~}" not in text:
        return text
    return _ESCAPED.sub(lambda match: match[1] or match[2], _TILDE.sub("~", text))


def _url(match: re.Match[str]) -> str | None:
    """Return the address in the form for a browser; None if it is not a valid address."""
    text = next(filter(None, match.groupdict().values()), "")
    if len(text) > _MAX_LENGTH:
        return None
    body = _without_trailing_signs("".join(text.split()))
    if doi := _DOI.fullmatch(body):
        body = f"https://doi.org/{doi[1]}"
    elif not _SCHEME.match(body):
        body = f"https://{body}"
    return _safe_url(body)


def _without_trailing_signs(body: str) -> str:
    """Remove the punctuation of the sentence at the end, and closing brackets that were opened before the address."""
    while body and (body[-1] in _TRAILING or body.count(body[-1]) > body.count(_CLOSING.get(body[-1], body[-1]))):
        body = body[:-1]
    return body


def _safe_url(url: str) -> str | None:
    try:
        parts = urlsplit(url.replace(":/", "://", 1) if "://" not in url else url)
        host = (parts.hostname or "").encode("idna").decode("ascii")
        port = f":{parts.port}" if parts.port else ""
    except ValueError:
        return None
    user, at, _ = parts.netloc.rpartition("@")
    if parts.scheme not in ("http", "https") or "." not in host:
        return None
    rest = "".join((parts.path, f"?{parts.query}" * bool(parts.query), f"#{parts.fragment}" * bool(parts.fragment)))
    safe = f"{parts.scheme}://{quote(user, safe=':%')}{at}{host}{port}{quote(rest, safe=_PERMITTED)}"
    return safe if len(safe) <= _MAX_LENGTH and is_web(safe) else None


_PERMITTED = "!#$%&'()*+,-./:;=?@[]_~"


def _comparable(url: str) -> str:
    return url.partition("://")[2].removeprefix("www.").rstrip("/")


def _kind_before(words: str) -> LinkKind:
    """Return the kind that the words before an address in its sentence suggest; the last such word counts."""
    kind = LinkKind.OTHER
    for match in _KIND_WORDS.finditer(words.rpartition(". ")[2]):
        kind = LinkKind(match.lastgroup or kind)
    return kind


_CODE = (
    "github.com gitlab.com bitbucket.org codeberg.org sourceforge.net git.sr.ht huggingface.co crates.io "
    "cran.r-project.org colab.research.google.com anonymous.4open.science code.google.com ascl.net "
    "archive.softwareheritage.org hub.docker.com launchpad.net savannah.gnu.org"
)
_DATA = (
    "zenodo.org figshare.com datadryad.org kaggle.com osf.io data.mendeley.com ieee-dataport.org openneuro.org "
    "physionet.org openml.org dataverse.org dataverse.harvard.edu cdsarc.u-strasbg.fr cdsarc.cds.unistra.fr "
    "vizier.u-strasbg.fr vizier.cds.unistra.fr archive.ics.uci.edu hepdata.net data.caltech.edu materialscloud.org"
)
_PROJECT = (
    "github.io gitlab.io sourceforge.io sites.google.com netlify.app vercel.app readthedocs.io pages.dev herokuapp.com"
)
_PAPER = "arxiv.org doi.org openreview.net biorxiv.org medrxiv.org ssrn.com hal.science aclanthology.org"
_HOSTS = {
    host: kind
    for kind, hosts in (
        (LinkKind.CODE, _CODE),
        (LinkKind.DATA, _DATA),
        (LinkKind.PROJECT, _PROJECT),
        (LinkKind.PAPER, _PAPER),
    )
    for host in hosts.split()
}
_DATA_DOIS = ("10.5281/", "10.6084/", "10.5061/", "10.7910/", "10.17605/", "10.17632/", "10.34740/", "10.17182/")
"""The DOI prefixes of data archives: Zenodo, Figshare, Dryad, Dataverse, OSF, Mendeley, Kaggle, HEPData."""


def kind_of(url: str) -> LinkKind | None:
    """Return the kind of content at an address, by its host, and by its path if the host has several kinds.

    None for an unknown host.
    """
    parts = urlsplit(url)
    labels = (parts.hostname or "").split(".")
    if labels[0] == "gitlab":
        return LinkKind.CODE
    kinds = (_HOSTS.get(".".join(labels[start:])) for start in range(len(labels)))
    kind = next(filter(None, kinds), None)
    if kind is LinkKind.PAPER and parts.path.lstrip("/").startswith(_DATA_DOIS):
        return LinkKind.DATA
    if kind is LinkKind.CODE and labels[-2:] == ["huggingface", "co"]:
        first = parts.path.lstrip("/").partition("/")[0]
        return {"datasets": LinkKind.DATA, "spaces": LinkKind.PROJECT, "papers": LinkKind.PAPER}.get(first, kind)
    return kind
