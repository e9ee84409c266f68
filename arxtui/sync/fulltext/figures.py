"""The figures of a full text: list them, and fetch them one by one; each is stored as it arrives."""

from __future__ import annotations

import base64
from collections.abc import Callable
from contextlib import closing
from urllib.parse import unquote_to_bytes, urljoin, urlsplit

from arxtui.figures.drawing import Drawer
from arxtui.figures.text import figure_lines
from arxtui.http.errors import Blocked, HttpError, NoNetwork, RateLimited, Unavailable, Untrusted
from arxtui.http.hosts import same_host
from arxtui.model.document import Document, Origin
from arxtui.model.fulltext import Figure
from arxtui.sources.pictures import picture_base, picture_type
from arxtui.store.texts.fulltexts import EMBEDDED, FigureRequest, Fulltexts, Page
from arxtui.sync.fulltext.document_parts import pictures_in
from arxtui.sync.fulltext.requests import ServiceSkipped, TextClient

LARGEST = 9 << 20
"""The largest size of a figure in bytes. arXiv makes SVG of up to 8 MB."""
MOST = 200
"""The most figures of a paper: they take ten minutes at arXiv's pace."""
_SECONDS = 60.0
"""Timeout of one figure."""


def figures_of(document: Document, page: Page) -> list[FigureRequest]:
    """Return the figures of a document, each address once; none for a PDF."""
    if page.origin is Origin.PDF:
        return []
    base = picture_base(page.data, page.url)
    addresses = dict.fromkeys(picture.address for picture in pictures_in(document))
    return [_wish(address, base, page.url, number) for number, address in enumerate(filter(None, addresses), 1)]


def fetch_figures(
    text_client: TextClient, texts: Fulltexts, key: int, version: int, on_figure: Callable[[int, int], object]
) -> HttpError | None:
    """Fetch the missing figures of a text; call ``on_figure(done, count)`` after each. A figure that is not available
    is stored as such and not requested again.

    Returns the error that ended the fetch early, else None.

    Raises:
        Cancelled: the fetch is being stopped.
    """
    pending_figures = texts.pending_figures(key, version)
    origin = next(text.origin for text in texts.texts([key])[key] if text.version == version)
    service = "ar5iv" if origin is Origin.AR5IV else "arxiv"
    with closing(Drawer()) as drawer:
        for done, wish in enumerate(pending_figures, 1):
            try:
                figure = _fetch(text_client, wish, service, drawer)
            except HttpError as error:
                if _is_temporary(error):
                    return error
                figure = Figure(reason=error.reason)
            texts.put_figure(key, version, wish.address, figure)
            on_figure(done, len(pending_figures))
    return None


def _fetch(text_client: TextClient, wish: FigureRequest, service: str, drawer: Drawer) -> Figure:
    if wish.url.startswith(EMBEDDED):
        data = _data_of(wish.url)
    else:
        data = text_client.get(wish.url, service, limit=LARGEST, seconds=_SECONDS).body
    kind = picture_type(data)
    if not kind:
        return Figure(reason="not a PNG, JPEG, GIF, WebP or SVG")
    return Figure(kind, data, words=tuple(figure_lines(data, drawer)))


def _data_of(url: str) -> bytes:
    """Return the bytes in a ``data:`` URL; b"" if they are damaged."""
    head, _, body = url.partition(",")
    data = unquote_to_bytes(body)
    if not head.lower().endswith(";base64"):
        return data
    try:
        return base64.b64decode(data)
    except ValueError:
        return b""


def _is_temporary(error: HttpError) -> bool:
    """Whether the error is about the service, so that a later request can succeed, and not about this figure."""
    if isinstance(error, RateLimited | NoNetwork | Blocked | Untrusted | ServiceSkipped):
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
