"""Reading PDFs in a process of its own: a fault in the library for it, or a PDF made to find one, ends that alone.

``python -m arxtui.sync.fulltext.pdf_text`` is such a process: a PDF on standard input, the texts of its pages as JSON
on standard output, and in one line on standard error why there are none.
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
"""How long a PDF may take; one of a thousand pages takes some seconds."""
_MEMORY = 4 << 30
_POLL = 0.2


def read_apart(data: bytes, stop: threading.Event, seconds: float = SECONDS) -> list[str]:
    """The texts of a PDF's pages. SourceError when it cannot be read, Cancelled when ``stop`` is set."""
    command = [sys.executable, "-P", "-m", "arxtui.sync.fulltext.pdf_text"]
    until = time.monotonic() + seconds
    with subprocess.Popen(
        command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE, start_new_session=True
    ) as child:
        given: bytes | None = data
        while True:
            if stop.is_set() or time.monotonic() >= until:
                child.kill()
                if stop.is_set():
                    raise Cancelled("stopped while reading a PDF")
                raise SourceError(f"a PDF that takes longer than {seconds:g} seconds to read")
            try:
                told, said = child.communicate(given, timeout=_POLL)
                break
            except subprocess.TimeoutExpired:
                given = None
    if child.returncode:
        lines = said.decode(errors="replace").strip().splitlines()
        raise SourceError(lines[-1] if child.returncode == 1 and lines else "a PDF that what reads PDFs breaks down on")
    texts: list[str] = json.loads(told)
    return texts


def main() -> int:
    """The process."""
    with suppress(ValueError, OSError):  # the system may know no such limit
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
