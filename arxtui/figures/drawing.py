"""Drawings, made by a process that is killed when it takes too long."""

from __future__ import annotations

import json
import subprocess
import sys
import threading
from contextlib import suppress
from typing import Any

from arxtui.figures.cells import Cells, Paper, Run
from arxtui.figures.decoding import NotDrawnError
from arxtui.figures.lettering import Lettering, Sample
from arxtui.figures.safe import WHOLE, View
from arxtui.light import NamedTuple

_SECONDS = 30.0
"""Time of a drawing by the clock, for a busy machine; the process limits its own processor time."""


class Sheet(NamedTuple):
    """What a picture is drawn on: ``width`` by ``height`` cells of these characters, or as many pixels if ``cells`` is
    None. ``view`` is the part that is drawn, and ``paper`` the colours for white and black (None: no colours)."""

    width: int
    height: int
    cells: Cells | None = None
    view: View = WHOLE
    paper: Paper | None = None


class Drawn(NamedTuple):
    """A picture in cells, line by line, and the texts that have no room there."""

    rows: list[list[Run]]
    left_out: list[str]


class Drawer:
    """A process that draws pictures from the network, one after the other, each in ``seconds`` by the clock. It is
    started with the first."""

    def __init__(self, seconds: float = _SECONDS) -> None:
        self._seconds = seconds
        self._process: subprocess.Popen[bytes] | None = None
        self._is_closed = False
        self._lock = threading.Lock()

    def cells(self, data: bytes, type: str, sheet: Sheet) -> Drawn:
        """Draw a picture of a MIME type in cells. Raises: NotDrawnError if it cannot be drawn, with the reason."""
        rows, left_out = json.loads(self._draw(data, type, sheet))
        runs = [[Run(text, ink, ground) for text, ink, ground in row if text.isprintable()] for row in rows]
        return Drawn(runs, left_out)

    def png(self, data: bytes, type: str, sheet: Sheet) -> bytes:
        """Draw a picture as a PNG of the sheet's size in pixels. Raises as :meth:`cells`."""
        return self._draw(data, type, sheet._replace(cells=None))

    def text(self, data: bytes) -> tuple[list[str], list[Lettering]]:
        """Read the text of an SVG: in lines, and each with its place. What the figure hides is left out. Raises as
        :meth:`cells`."""
        lines, texts, _ = json.loads(self._ask(data, {"text": True}))
        return lines, [Lettering._make((*text[:6], text[6] and Sample._make(text[6]), *text[7:])) for text in texts]

    def panels(self, data: bytes) -> list[View]:
        """Return the parts of an SVG that are its panels; none if it has not several. Raises as :meth:`cells`."""
        return [(x, y, width, height) for x, y, width, height in json.loads(self._ask(data, {"text": True}))[2]]

    def close(self) -> None:
        """End the process for good. A drawing in progress, and every later one, ends with an error."""
        self._is_closed = True
        self._end()

    def _end(self) -> None:
        process, self._process = self._process, None
        if process:
            with suppress(OSError), process:  # OSError: what was not sent
                process.kill()

    def _draw(self, data: bytes, type: str, sheet: Sheet) -> bytes:
        return self._ask(data, {**sheet._asdict(), "type": type, "text": False})

    def _ask(self, data: bytes, question: dict[str, Any]) -> bytes:
        request = json.dumps({**question, "size": len(data)}).encode() + b"\n"
        with self._lock:
            if not self._is_closed:
                self._start()
            process = self._process
            if self._is_closed or process is None:  # closed before, or while the process started
                self._end()
                raise NotDrawnError("its text was closed")
            killer = threading.Timer(self._seconds, process.kill)
            killer.start()
            try:
                kind, answer = _exchange(process, request + data)
            except (OSError, ValueError) as error:
                self._end()
                raise NotDrawnError("it takes too much time or memory to draw") from error
            finally:
                killer.cancel()
        if kind:
            raise NotDrawnError(answer.decode())
        return answer

    def _start(self) -> None:
        if self._process and self._process.poll() is not None:
            self._end()
        if self._process is None:
            self._process = subprocess.Popen(
                [sys.executable, "-P", "-m", "arxtui.figures.worker"],
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.DEVNULL,
                start_new_session=True,
            )


def _exchange(process: subprocess.Popen[bytes], request: bytes) -> tuple[str, bytes]:
    """Send a request and return the kind and the bytes of its answer. Raises: OSError or ValueError if the process
    ended."""
    assert process.stdin
    assert process.stdout
    process.stdin.write(request)
    process.stdin.flush()
    head = json.loads(process.stdout.readline())
    answer = process.stdout.read(head["size"])
    if len(answer) != head["size"]:
        raise ValueError
    return head["kind"], answer
