"""Opening of addresses and files in the user's programs: which programs, in which order, with which result.

If ``[ui] opener`` is set, only that program is used. Otherwise the programs in ``BROWSER`` (separated by colons) are
tried and then, in a graphical session, the opener of the desktop. No shell is ever started.
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

from arxtui.light import NamedTuple
from arxtui.text.mentions.links import is_web

_DESKTOP = (("xdg-open",), ("gio", "open"), ("firefox",), ("chromium",), ("google-chrome",))
_TEXT_BROWSERS = frozenset(
    ("w3m", "lynx", "links", "links2", "elinks", "www-browser", "browsh", "carbonyl", "cha", "edbrowse")
)
"""Programs that draw on the terminal."""
SETTLED = 3.0
"""Seconds after which a program that still runs counts as successful, for a command that exits afterwards."""
PATIENCE = 30.0
"""Seconds after which a program that still runs counts as successful, in the reader, which is not blocked meanwhile: a
program that fails later than this has opened the address before."""
_log = logging.getLogger(__name__)


class Program(NamedTuple):
    """A command line. ``place`` is the placeholder for the address; without a placeholder the address is the last
    argument. ``source`` is the setting that names the program. ``in_terminal`` means that the program draws on the
    terminal, which must be handed to it."""

    command: tuple[str, ...]
    source: str = ""
    place: str = "%s"
    in_terminal: bool = False

    def failed(self, how: str) -> str:
        """Return the message after a failure: ``xdg-open (exit 3)``, ``$BROWSER (firefox: not found)``."""
        name = Path(self.command[0]).name
        return f"{self.source} ({name}: {how})" if self.source else f"{name} ({how})"

    def on(self, address: str) -> list[str]:
        """Return the command line that opens an address."""
        if any(self.place in part for part in self.command):
            return [part.replace(self.place, address) for part in self.command]
        return [*self.command, address]


class Attempt(NamedTuple):
    """The result of opening an address. ``tried`` are the programs that failed, in words; ``rest`` are the programs
    that have not been tried, of which the first needs the terminal."""

    opened: bool
    tried: tuple[str, ...] = ()
    rest: tuple[Program, ...] = ()

    @property
    def words(self) -> str:
        """The reason why nothing was opened."""
        if self.tried:
            return f"tried {', '.join(self.tried)}"
        return "there is no graphical session, no $BROWSER and no [ui] opener"


def programs(
    setting: str, environ: Mapping[str, str] = os.environ, platform: str = sys.platform
) -> tuple[Program, ...]:
    """Return the programs that open addresses, best first. ``setting`` is ``[ui] opener``. Programs that the user named
    are included even if they are not installed."""
    if setting.strip():
        return (_named(shlex.split(setting), "[ui] opener", "{url}", environ),)
    return (*_browser_variable(environ), *desktop_programs(environ, platform))


def desktop_programs(environ: Mapping[str, str] = os.environ, platform: str = sys.platform) -> tuple[Program, ...]:
    """Return the installed programs that open addresses and files in a graphical session; empty outside of one."""
    if platform == "darwin":
        return () if environ.get("SSH_CONNECTION") else (Program(("open",)),)
    if not (environ.get("DISPLAY") or environ.get("WAYLAND_DISPLAY")):
        return ()
    path = environ.get("PATH")
    return tuple(Program(command) for command in _DESKTOP if shutil.which(command[0], path=path))


def _browser_variable(environ: Mapping[str, str]) -> Iterator[Program]:
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
    path = shutil.which(command, path=environ.get("PATH"))
    names = {Path(command).name, Path(path).resolve().name} if path else {Path(command).name}
    return Program((command, *arguments), source, place, not names.isdisjoint(_TEXT_BROWSERS))


def open_page(url: str, openers: Sequence[Program], then: Callable[[Attempt], object]) -> None:
    """Try the programs on an address in a new thread, and call ``then`` there with the result. Raises ValueError if the
    address is not http(s)."""
    _check(url)
    _on_thread(lambda: _attempt(url, openers, PATIENCE), then)


def open_file(file: Path, openers: Sequence[Program], then: Callable[[Attempt], object]) -> None:
    """Try the programs on a local file in a new thread, and call ``then`` there with the result."""
    _on_thread(lambda: _attempt(str(file.resolve()), openers, PATIENCE), then)


def open_page_and_wait(url: str, openers: Sequence[Program]) -> Attempt:
    """Try the programs on an address in this thread and return the result; for a process that exits afterwards. Raises
    ValueError if the address is not http(s)."""
    _check(url)
    return _attempt(url, openers, SETTLED)


def open_in_terminal(url: str, attempt: Attempt, run: Callable[[Sequence[str]], int]) -> Attempt:
    """Run the first program of ``attempt.rest`` in the terminal. ``run`` hands the terminal to the program and returns
    its exit status, or raises OSError if the program cannot be started."""
    program, *rest = attempt.rest
    try:
        code = run(program.on(url))
    except OSError as error:
        return Attempt(opened=False, tried=(*attempt.tried, program.failed(_reason(error))), rest=tuple(rest))
    if code:
        return Attempt(opened=False, tried=(*attempt.tried, program.failed(_ending(code))), rest=tuple(rest))
    return Attempt(opened=True, tried=attempt.tried)


def go_on(url: str, attempt: Attempt, then: Callable[[Attempt], object]) -> None:
    """Try the remaining programs in a new thread, after a program in the terminal has failed."""

    def work() -> Attempt:
        after = _attempt(url, attempt.rest, PATIENCE)
        return after._replace(tried=(*attempt.tried, *after.tried))

    _on_thread(work, then)


def _check(url: str) -> None:
    if not is_web(url):
        raise ValueError(f"not a web address: {url!r}")


def _on_thread(work: Callable[[], Attempt], then: Callable[[Attempt], object]) -> None:
    threading.Thread(target=lambda: then(work()), name="arxtui-browser", daemon=True).start()


def _attempt(address: str, openers: Sequence[Program], seconds: float) -> Attempt:
    tried: list[str] = []
    for place, program in enumerate(openers):
        if program.in_terminal:
            return Attempt(opened=False, tried=tuple(tried), rest=tuple(openers[place:]))
        fault = _start(program, address, seconds)
        if not fault:
            return Attempt(opened=True, tried=tuple(tried))
        tried.append(program.failed(fault))
    return Attempt(opened=False, tried=tuple(tried))


def _start(program: Program, address: str, seconds: float) -> str:
    """Start a program in a session of its own, without our descriptors. Returns how it failed within ``seconds``; an
    empty string if it did not."""
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
    return f"killed by signal {-code}" if code < 0 else f"exit {code}"
