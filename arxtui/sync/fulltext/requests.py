"""Asking for one paper's full text: arXiv's HTML, ar5iv's, the text of the PDF; the first that has one."""

from __future__ import annotations

import json
import logging
import math
import threading
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import NamedTuple
from urllib.parse import urlsplit

from arxtui.config.settings import Settings
from arxtui.http.client import LIMIT, Answer, Client
from arxtui.http.errors import (
    BadAnswer,
    Cancelled,
    CrossHostRedirect,
    HttpError,
    NoNetwork,
    RateLimited,
    TooLarge,
    TooSlow,
    Unavailable,
)
from arxtui.model.document import Document, Origin
from arxtui.sources.errors import SourceError
from arxtui.sources.latexml import parse_document
from arxtui.sources.pdf import can_read_pdf, pdf_document, pdf_refusal
from arxtui.store.texts.fulltexts import UNKNOWN_VERSION, Page
from arxtui.store.texts.pdfs import Pdfs
from arxtui.sync.fulltext.document_parts import words_in
from arxtui.sync.fulltext.due import Wanted
from arxtui.sync.fulltext.pdf_text import read_apart
from arxtui.sync.refresh.engine import reason_of

PDF_LIMIT = 128 << 20
"""Bytes: arXiv takes submissions of 50 MB, and what it makes of them can be larger."""
PDF_SECONDS = 300.0
_ABSENT = (400, 404, 410)
_FEWEST_WORDS = 100
"""What has fewer is no paper: a notice, or a page that says that something is wrong."""

_log = logging.getLogger(__name__)


def _unheard(words: str) -> None:
    """Nobody listens."""


@dataclass(slots=True)
class Asker:
    """Asks upstream for texts and what belongs to them. ``requests`` were made, ``answered`` of them soundly;
    ``silent`` are the services that answer nobody now, with the reason. ``now`` gives aware UTC. ``on_step`` hears in
    words what is done for a text now."""

    settings: Settings
    client: Client
    pdfs: Pdfs
    stop: threading.Event
    now: Callable[[], datetime]
    requests: int = 0
    answered: int = 0
    silent: dict[str, str] = field(default_factory=dict)
    on_step: Callable[[str], object] = _unheard
    _source: str = ""
    """What is asked for a text now, in words; empty while none is."""
    _reasons: tuple[str, ...] = ()
    """Why what was asked before had none."""

    def asks_for_text(self, source: str, reasons: Sequence[str] = ()) -> None:
        """From now on ``source`` is asked for a text, because of ``reasons`` in words; none where it is empty."""
        self._source, self._reasons = source, tuple(reasons)

    def turn(self, seconds: float) -> None:
        """The next request is made after so many seconds; 0 when it begins."""
        if self._source:
            now = f"waiting {math.ceil(seconds)} s for its turn to ask " if seconds else "asking "
            self.on_step("; ".join((*self._reasons, now + self._source)))

    def get(self, url: str, service: str, *, limit: int = LIMIT, seconds: float | None = None) -> Answer:
        """Ask, unless the service is silent; no other host is followed to. HttpError, Cancelled."""
        if self.stop.is_set():
            raise Cancelled("stopped before asking")
        if why := self.silent.get(service):
            raise NotAsked(f"not asked: {why}")
        self.requests += 1
        try:
            # ar5iv is one of arXiv's hosts: they share one pace.
            answer = self.client.get(url, service="arxiv", limit=limit, seconds=seconds, one_host=True)
        except HttpError as error:
            if isinstance(error, RateLimited | Unavailable | NoNetwork) and not isinstance(error, TooSlow):
                self.silent[service] = error.reason
            self.answered += isinstance(error, BadAnswer)
            raise
        self.answered += 1
        return answer


class NotAsked(HttpError):  # noqa: N818
    """The service was found to answer nobody a short while ago, and is spared."""


class Found(NamedTuple):
    """A text, and the version that it is of (``UNKNOWN_VERSION``: nobody knows)."""

    page: Page
    document: Document
    version: int
    words: int


class Answered(NamedTuple):
    """What asking came to: ``found`` may be None; why the better sources had none, in words; and the first failure, in
    which case asking again may bring a better one."""

    found: Found | None
    reasons: tuple[str, ...]
    failure: Exception | None


class NoText(Exception):  # noqa: N818
    """A source has no text of the paper; the message says so in words."""


def ask_text(asker: Asker, paper: Wanted, origins: Sequence[Origin]) -> Answered:
    """Ask the sources in their order until one has a text. Cancelled when asked to stop."""
    reasons: list[str] = []
    said: list[str] = []
    failure: Exception | None = None
    for origin in origins:
        asker.asks_for_text(_NAMES[origin], said)
        try:
            page = _SOURCES[origin](asker, paper)
            if page is not None:
                return Answered(_read(page, paper), tuple(reasons), failure)
        except NoText as none:
            reasons.append(str(none))
            said.append(str(none))
        except Cancelled:
            raise
        except Exception as error:
            known = isinstance(error, HttpError)
            _log.log(
                logging.WARNING if known else logging.ERROR, "%s by %s: %s", paper.name, origin, error, exc_info=error
            )
            failure = failure or error
            if not isinstance(error, NotAsked):
                said.append(reason_of(error))
    return Answered(None, tuple(reasons), failure)


def read_page(page: Page) -> Document:
    """The document of a page that was fetched before, by the parsers of today. SourceError when it is none."""
    if page.origin is Origin.PDF:
        return pdf_document(json.loads(page.data))
    return parse_document(page.data)._replace(origin=page.origin)


def ask_pdf(asker: Asker, paper: Wanted) -> bytes:
    """A paper's whole PDF. NoText when there is none, BadAnswer when what came is not one, other HttpErrors."""
    url = f"{asker.settings.arxiv.pdf_url.rstrip('/')}/{paper.name}"
    data = _ask(asker, url, "arxiv", "arXiv has no PDF of it", limit=PDF_LIMIT, seconds=PDF_SECONDS).body
    if refusal := pdf_refusal(data):
        raise BadAnswer(f"what arXiv sent as PDF is {refusal}")
    return data


def _html(asker: Asker, paper: Wanted) -> Page | None:
    base = asker.settings.arxiv.html_url
    return _page(asker, Origin.HTML, base, paper.name, "arxiv", "arXiv has no HTML of it") if base else None


def _ar5iv(asker: Asker, paper: Wanted) -> Page | None:
    # It has one version of each paper, and names it nowhere.
    base = asker.settings.arxiv.ar5iv_url
    return _page(asker, Origin.AR5IV, base, paper.id, "ar5iv", "ar5iv has none") if base else None


def _page(asker: Asker, origin: Origin, base: str, name: str, service: str, absent: str) -> Page:
    answer = _ask(asker, f"{base.rstrip('/')}/{name}", service, absent)
    if not urlsplit(answer.url).path.startswith(urlsplit(base).path):
        raise NoText(absent)
    return Page(origin, answer.url, answer.body, asker.now())


def _pdf(asker: Asker, paper: Wanted) -> Page | None:
    if not asker.settings.arxiv.pdf_url:
        return None
    if not can_read_pdf():
        raise NoText("its PDF can be read where the package pypdfium2 is installed")
    kept = asker.pdfs.path(paper.id, paper.version)
    data = kept.read_bytes() if kept.exists() else ask_pdf(asker, paper)
    try:
        texts = read_apart(data, asker.stop)
    except SourceError as error:
        raise NoText(f"what arXiv has is {error}") from error
    url = f"{asker.settings.arxiv.pdf_url.rstrip('/')}/{paper.name}"
    return Page(Origin.PDF, url, json.dumps(texts).encode(), asker.now())


_SOURCES: dict[Origin, Callable[[Asker, Wanted], Page | None]] = {
    Origin.HTML: _html,
    Origin.AR5IV: _ar5iv,
    Origin.PDF: _pdf,
}


def _ask(
    asker: Asker, url: str, service: str, absent: str, *, limit: int = LIMIT, seconds: float | None = None
) -> Answer:
    """The answer; NoText with the words of ``absent`` where there is none."""
    try:
        return asker.get(url, service, limit=limit, seconds=seconds)
    except TooLarge as error:
        raise NoText(f"{absent} that can be read: {error.reason}") from error
    except BadAnswer as error:
        if isinstance(error, CrossHostRedirect) or error.status in _ABSENT:
            raise NoText(absent) from error
        raise


def _read(page: Page, paper: Wanted) -> Found:
    try:
        document = read_page(page)
    except SourceError as error:
        raise NoText(f"{_PAGES[page.origin]} shows no paper ({error})") from error
    words = words_in(document)
    if words < _FEWEST_WORDS:
        raise NoText(f"{_PAGES[page.origin]} shows {words} words, too few for a paper")
    certain = page.origin is not Origin.AR5IV or paper.version == 1
    return Found(page, document, paper.version if certain else UNKNOWN_VERSION, words)


_NAMES = {Origin.HTML: "arXiv's HTML", Origin.AR5IV: "ar5iv", Origin.PDF: "arXiv's PDF"}
_PAGES = {Origin.HTML: "arXiv's page", Origin.AR5IV: "ar5iv", Origin.PDF: "the PDF"}
