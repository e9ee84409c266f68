"""Reading PDFs in a child process, so that a crash of the PDF library, or a malicious PDF, ends only the child.

``python -m arxtui.sync.fulltext.pdf_text`` is such a child. It reads a PDF from standard input and writes the texts of
its pages as JSON to standard output, or one line with the error to standard error.
"""

from __future__ import annotations

import json
import resource
import subprocess
import sys
import threading
import time
from contextlib import suppress

from arxtui.http.errors import Cancelled
from arxtui.sources.errors import SourceError
from arxtui.sources.pdf import pdf_texts

SECONDS = 60.0
"""Timeout of a PDF; a thousand pages take a few seconds."""
_MEMORY = 4 << 30
"""The most bytes of memory that the child can use."""
_POLL = 0.2
"""Seconds between two checks of ``stop`` and the timeout."""


def read_in_child(data: bytes, stop: threading.Event, seconds: float = SECONDS) -> list[str]:
    """Return the texts of a PDF's pages.

    Raises:
        SourceError: the PDF cannot be read.
        Cancelled: ``stop`` was set.
    """
    command = [sys.executable, "-P", "-m", "arxtui.sync.fulltext.pdf_text"]
    deadline = time.monotonic() + seconds
    with subprocess.Popen(
        command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE, start_new_session=True
    ) as child:
        pending_input: bytes | None = data
        while True:
            if stop.is_set() or time.monotonic() >= deadline:
                child.kill()
                if stop.is_set():
                    raise Cancelled("stopped while reading a PDF")
                raise SourceError(f"a PDF that takes longer than {seconds:g} seconds to read")
            try:
                stdout, stderr = child.communicate(pending_input, timeout=_POLL)
                break
            except subprocess.TimeoutExpired:
                pending_input = None
    if child.returncode:
        lines = stderr.decode(errors="replace").strip().splitlines()
        raise SourceError(lines[-1] if child.returncode == 1 and lines else "a PDF that crashes the PDF reader")
    texts: list[str] = json.loads(stdout)
    return texts


def main() -> int:
    """Run the child process. Returns its exit code."""
    with suppress(ValueError, OSError):  # some systems do not support this limit
        resource.setrlimit(resource.RLIMIT_AS, (_MEMORY, _MEMORY))
    resource.setrlimit(resource.RLIMIT_CPU, (int(SECONDS), int(SECONDS) + 1))
    try:
        texts = pdf_texts(sys.stdin.buffer.read())
    except SourceError as error:
        sys.stderr.write(f"{error}\n")
        return 1
    except MemoryError:
        sys.stderr.write("a PDF that needs too much memory\n")
        return 1
    json.dump(texts, sys.stdout)
    return 0


if __name__ == "__main__":
    sys.exit(main())
