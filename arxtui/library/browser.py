"""Opening addresses and files in programs of the user's: which ones, in which order, and what became of it.

``[ui] opener`` is the only one where it is set. Else the programs of ``BROWSER`` are tried, a list with colons between,
and after them, in a graphical session, what the desktop has. No shell is ever started.
"""

from __future__ import annotations

import logging
import os
import shlex
import shutil
import subprocess
import sys
import threading
from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import NamedTuple

from arxtui.text.mentions.links import is_web

_DESKTOP = (("xdg-open",), ("gio", "open"), ("firefox",), ("chromium",), ("google-chrome",))
_TEXT_BROWSERS = frozenset(
    ("w3m", "lynx", "links", "links2", "elinks", "www-browser", "browsh", "carbonyl", "cha", "edbrowse")
)
"""Programs that draw on the terminal."""
SETTLED = 3.0
"""Seconds after which a program that still runs has opened what it was given, for a command that ends next."""
PATIENCE = 30.0
"""The same for the reader, which goes on meanwhile: a program that fails later has opened it before."""
_log = logging.getLogger(__name__)


class Program(NamedTuple):
    """A command line in which ``place`` stands for the address, which else comes last. ``source`` is the setting that
    names it; ``in_terminal``: it draws on the terminal, which must be given to it."""

    command: tuple[str, ...]
    source: str = ""
    place: str = "%s"
    in_terminal: bool = False

    def failed(self, how: str) -> str:
        """What to say of it after it failed: ``xdg-open (exit 3)``, ``$BROWSER (firefox: not found)``."""
        name = Path(self.command[0]).name
        return f"{self.source} ({name}: {how})" if self.source else f"{name} ({how})"

    def on(self, address: str) -> list[str]:
        """The command line for an address."""
        if any(self.place in part for part in self.command):
            return [part.replace(self.place, address) for part in self.command]
        return [*self.command, address]


class Attempt(NamedTuple):
    """What became of opening: ``opened``, or what was ``tried`` in vain, in words; ``rest`` are the programs that are
    still to be tried, of which the first needs the terminal."""

    opened: bool
    tried: tuple[str, ...] = ()
    rest: tuple[Program, ...] = ()

    @property
    def words(self) -> str:
        """Why nothing was opened."""
        if self.tried:
            return f"tried {', '.join(self.tried)}"
        return "there is no graphical session, no $BROWSER and no [ui] opener"


def programs(
    setting: str, environ: Mapping[str, str] = os.environ, platform: str = sys.platform
) -> tuple[Program, ...]:
    """What opens addresses, the best first; ``setting`` is ``[ui] opener``. Programs that the user names are among them
    though they may not be there."""
    if setting.strip():
        return (_named(shlex.split(setting), "[ui] opener", "{url}", environ),)
    return (*_of_browser(environ), *desktop_programs(environ, platform))


def desktop_programs(environ: Mapping[str, str] = os.environ, platform: str = sys.platform) -> tuple[Program, ...]:
    """What opens addresses and files in a graphical session; none without one."""
    if platform == "darwin":
        return () if environ.get("SSH_CONNECTION") else (Program(("open",)),)
    if not (environ.get("DISPLAY") or environ.get("WAYLAND_DISPLAY")):
        return ()
    path = environ.get("PATH")
    return tuple(Program(command) for command in _DESKTOP if shutil.which(command[0], path=path))


def _of_browser(environ: Mapping[str, str]) -> Iterator[Program]:
    for entry in environ.get("BROWSER", "").split(os.pathsep):
        try:
            words = shlex.split(entry.strip().removesuffix("&"))
        except ValueError:
            words = [entry]
        if words:
            yield _named(words, "$BROWSER", "%s", environ)


def _named(words: Sequence[str], source: str, place: str, environ: Mapping[str, str]) -> Program:
    program, *arguments = words
    command = os.path.expanduser(program)  # noqa: PTH111 - an unknown user is no error
    found = shutil.which(command, path=environ.get("PATH"))
    names = {Path(command).name, Path(found).resolve().name} if found else {Path(command).name}
    return Program((command, *arguments), source, place, not names.isdisjoint(_TEXT_BROWSERS))


def open_page(url: str, found: Sequence[Program], then: Callable[[Attempt], object]) -> None:
    """Try the programs on an address on a thread of their own; ``then`` is called there with what became of it.
    ValueError when the address is not http(s)."""
    _check(url)
    _on_thread(lambda: _attempt(url, found, PATIENCE), then)


def open_file(file: Path, found: Sequence[Program], then: Callable[[Attempt], object]) -> None:
    """As :func:`open_page`, with a file of ours."""
    _on_thread(lambda: _attempt(str(file.resolve()), found, PATIENCE), then)


def opened_page(url: str, found: Sequence[Program]) -> Attempt:
    """The same on the spot, for a process that ends next."""
    _check(url)
    return _attempt(url, found, SETTLED)


def open_in_terminal(url: str, attempt: Attempt, run: Callable[[Sequence[str]], int]) -> Attempt:
    """Go on with the first program of the ``rest``, which ``run`` gives the terminal to. ``run`` returns its exit
    status; OSError where it cannot be started."""
    program, *rest = attempt.rest
    try:
        code = run(program.on(url))
    except OSError as error:
        return Attempt(opened=False, tried=(*attempt.tried, program.failed(_reason(error))), rest=tuple(rest))
    if code:
        return Attempt(opened=False, tried=(*attempt.tried, program.failed(_ending(code))), rest=tuple(rest))
    return Attempt(opened=True, tried=attempt.tried)


def go_on(url: str, attempt: Attempt, then: Callable[[Attempt], object]) -> None:
    """Try the rest, after a program that had the terminal failed."""

    def work() -> Attempt:
        after = _attempt(url, attempt.rest, PATIENCE)
        return after._replace(tried=(*attempt.tried, *after.tried))

    _on_thread(work, then)


def _check(url: str) -> None:
    if not is_web(url):
        raise ValueError(f"not an address of the web: {url!r}")


def _on_thread(work: Callable[[], Attempt], then: Callable[[Attempt], object]) -> None:
    threading.Thread(target=lambda: then(work()), name="arxtui-browser", daemon=True).start()


def _attempt(address: str, found: Sequence[Program], seconds: float) -> Attempt:
    tried: list[str] = []
    for place, program in enumerate(found):
        if program.in_terminal:
            return Attempt(opened=False, tried=tuple(tried), rest=tuple(found[place:]))
        fault = _started(program, address, seconds)
        if not fault:
            return Attempt(opened=True, tried=tuple(tried))
        tried.append(program.failed(fault))
    return Attempt(opened=False, tried=tuple(tried))


def _started(program: Program, address: str, seconds: float) -> str:
    """Start it away from this terminal: a session of its own, no descriptor of ours. How it failed within some seconds;
    empty where it did not."""
    try:
        child = subprocess.Popen(
            program.on(address),
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            start_new_session=True,
        )
    except OSError as error:
        _log.warning("%s could not be started: %s", program.command[0], error)
        return _reason(error)
    try:
        code = child.wait(seconds)
    except subprocess.TimeoutExpired:
        threading.Thread(target=child.wait, name="arxtui-reaper", daemon=True).start()
        return ""
    return _ending(code) if code else ""


def _reason(error: OSError) -> str:
    return "not found" if isinstance(error, FileNotFoundError) else error.strerror or str(error)


def _ending(code: int) -> str:
    return f"ended by signal {-code}" if code < 0 else f"exit {code}"
