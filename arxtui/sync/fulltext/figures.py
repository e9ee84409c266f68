"""The figures of a full text: which there are, and fetching them one by one, each kept as it comes."""

from __future__ import annotations

import base64
from collections.abc import Callable
from urllib.parse import unquote_to_bytes, urljoin, urlsplit

from arxtui.http.errors import Blocked, HttpError, NoNetwork, RateLimited, Unavailable, Untrusted
from arxtui.http.hosts import same_host
from arxtui.model.document import Document, Origin
from arxtui.model.fulltext import Figure
from arxtui.sources.pictures import picture_base, picture_type
from arxtui.store.texts.fulltexts import EMBEDDED, FigureRequest, Fulltexts, Page
from arxtui.sync.fulltext.document_parts import pictures_in
from arxtui.sync.fulltext.requests import Asker, NotAsked

LARGEST = 5 << 20
"""Bytes of a figure."""
MOST = 200
"""Figures of a paper: ten minutes at arXiv's pace."""
_SECONDS = 60.0


def wishes_of(document: Document, page: Page) -> list[FigureRequest]:
    """The figures of a document, each address once."""
    if page.origin is Origin.PDF:
        return []
    base = picture_base(page.data, page.url)
    addresses = dict.fromkeys(picture.address for picture in pictures_in(document))
    return [_wish(address, base, page.url, number) for number, address in enumerate(filter(None, addresses), 1)]


def fetch_figures(
    asker: Asker, texts: Fulltexts, key: int, version: int, told: Callable[[int, int], object]
) -> HttpError | None:
    """Fetch what is missing of a text's figures; ``told`` hears (done, of so many). Why some are still missing; what
    cannot be had is not asked for again. Cancelled when asked to stop."""
    wishes = texts.pending_figures(key, version)
    origin = next(text.origin for text in texts.texts([key])[key] if text.version == version)
    service = "ar5iv" if origin is Origin.AR5IV else "arxiv"
    for done, wish in enumerate(wishes, 1):
        try:
            figure = _fetched(asker, wish, service)
        except HttpError as error:
            if _may_come(error):
                return error
            figure = Figure(reason=error.reason)
        texts.put_figure(key, version, wish.address, figure)
        told(done, len(wishes))
    return None


def _fetched(asker: Asker, wish: FigureRequest, service: str) -> Figure:
    if wish.url.startswith(EMBEDDED):
        data = _written(wish.url)
    else:
        data = asker.get(wish.url, service, limit=LARGEST, seconds=_SECONDS).body
    kind = picture_type(data)
    return Figure(kind, data) if kind else Figure(reason="not a PNG, JPEG, GIF, WebP or SVG")


def _written(url: str) -> bytes:
    """The bytes in a ``data:`` URL; none when they are damaged."""
    head, _, body = url.partition(",")
    data = unquote_to_bytes(body)
    if not head.lower().endswith(";base64"):
        return data
    try:
        return base64.b64decode(data)
    except ValueError:
        return b""


def _may_come(error: HttpError) -> bool:
    """Whether it is the service that cannot answer now, rather than this one figure that cannot be had."""
    if isinstance(error, RateLimited | NoNetwork | Blocked | Untrusted | NotAsked):
        return True
    return isinstance(error, Unavailable) and error.status == 503


def _wish(address: str, base: str, page_url: str, number: int) -> FigureRequest:
    if address.startswith(EMBEDDED):
        return FigureRequest(address, address)
    try:
        url = urljoin(base, address)
        if urlsplit(url).scheme not in ("http", "https"):
            return FigureRequest(address, "", "not on the web")
        if not same_host(url, page_url):
            return FigureRequest(address, url, f"on another host ({urlsplit(url).hostname})")
    except ValueError:
        return FigureRequest(address, "", "no address")
    return FigureRequest(address, url, "" if number <= MOST else f"beyond the first {MOST} figures")
