"""Run the verbs of ``arxtui`` from the command line of the reader: in the reader itself, as a job, or in a pane."""

from __future__ import annotations

import shlex
import sys
from collections.abc import Callable
from typing import TYPE_CHECKING

from arxtui.library.programs import Program, reader_environment
from arxtui.light import NamedTuple
from arxtui.model.arxiv.ids import id_of, key_named, name_of
from arxtui.tui.actions import Place
from arxtui.tui.services.background.programs import PreparedProgram, ProgramTask
from arxtui.verbs import VERBS
from arxtui.verbs.declaration import ONE, SOME

if TYPE_CHECKING:
    from arxtui.library.facade import Library
    from arxtui.tui.context import Context

_MARGIN = 3
"""The width, in cells, that a pane does not give to lines: two at the left and the scroll bar."""


class VerbCall(NamedTuple):
    """A verb and the text after it."""

    verb: str
    argument: str = ""

    @property
    def words(self) -> list[str]:
        """The argument split into words as by a shell. Raises: ValueError with a message for an unclosed quotation."""
        try:
            return shlex.split(self.argument)
        except ValueError:
            raise ValueError("a quotation mark is not closed") from None


def has_option(argument: str) -> bool:
    """Whether the text after a verb contains an option."""
    return argument.startswith("--") or " --" in argument


def check_verb(call: VerbCall) -> None:
    """Raises: ValueError with a message if the verb cannot be run in the reader."""
    if reason := VERBS[call.verb].not_in_reader:
        raise ValueError(f"arxtui {call.verb} {reason}: run it in a shell")
    if _reader_function(call) is None:
        _ = call.words


def needs_paper(call: VerbCall) -> bool:
    """Return whether a verb begins with the name of a paper and the call has none."""
    verb = VERBS[call.verb]
    first = next((each for each in verb.options() if not each.option), None)
    if first is None or "ID" not in first.metavar.split("|"):
        return False
    if first.takes not in (ONE, SOME):
        return call.verb in _IN_READER and not call.argument
    valued, words = {each.option for each in verb.options() if each.option and each.metavar}, call.argument.split()
    return all(word.startswith("--") or before in valued for before, word in zip(["", *words], words, strict=False))


def _with_paper_in_front(context: Context, call: VerbCall) -> VerbCall:
    """Return the call; if it lacks the name of a paper, with that of the open text, or of the row under the cursor."""
    in_front = [*context.session.open_texts[-1:], context.screen.papers.key]
    if not needs_paper(call) or in_front[0] is None:
        return call
    return call._replace(argument=f"{name_of(in_front[0])} {call.argument}".rstrip())


def run_verb(context: Context, call: VerbCall) -> None:
    """Run a verb. A verb with options always runs as the program ``arxtui``. A verb that needs a paper and names none
    is run for the paper in front."""
    call = _with_paper_in_front(context, call)
    if run_in_reader := _reader_function(call):
        run_in_reader(context, call.argument)
    elif job := VERBS[call.verb].job:
        if not context.jobs.start(call.verb, *call.words, then=context.jobs.say_outcome):
            context.jobs.say_already_running(call.verb, job)
    else:
        _run_in_pane(context, call)


def _reader_function(call: VerbCall) -> Callable[[Context, str], object] | None:
    """Return the function that runs a verb in the reader itself, or None."""
    if has_option(call.argument):
        return None
    return _IN_READER.get(call.verb) if call.verb == "list" or _is_single_name(call.argument) else None


def _is_single_name(text: str) -> bool:
    """Whether the text can be the name of one paper, and not the names of several."""
    try:
        key_named(text)
    except ValueError:
        return len(text.split()) == 1
    return True


def _list(context: Context, query: str, place: Place = Place.LIST) -> None:
    """List the papers of a query, and close the screens over the list."""
    app = context.screen.app
    while app.screen is not context.screen:
        app.screen.dismiss()
    context.navigator.leave_for(query)
    context.panes.go_to(place)


def _show(context: Context, name: str) -> None:
    def show_paper(key: int) -> None:
        if base := id_of(key):
            _list(context, f"id:{base}", Place.DETAIL)
        else:
            _run_in_pane(context, VerbCall("show", name))

    _with_paper(context, name, show_paper)


def _read(context: Context, name: str) -> None:
    _with_paper(context, name, context.fulltexts.open)


def _open(context: Context, name: str) -> None:
    _with_paper(context, name, lambda key: context.browser.open(context.browser.address_of(key)))


_IN_READER: dict[str, Callable[[Context, str], object]] = {"list": _list, "show": _show, "read": _read, "open": _open}


def _with_paper(context: Context, name: str, then: Callable[[int], object]) -> None:
    """Call ``then`` with the paper that a name refers to."""

    def go_on(key: int | None) -> None:
        if key is None:
            context.status.say(f"{name} is not stored here: :add {name} fetches it", "fault")
        else:
            then(key)

    context.threads.ask(lambda library: library.papers.key_of(name), go_on)


def _run_in_pane(context: Context, call: VerbCall) -> None:
    """Run a verb as a child process and show its output, then reload what the verb could have changed."""
    words, width = call.words, context.screen.app.size.width - _MARGIN
    settings = _settings_text(context)

    def prepare(_: Library) -> PreparedProgram:
        command = (sys.executable, "-P", "-m", "arxtui", call.verb, *words)
        return PreparedProgram(
            Program(command, {**reader_environment(context.paths), "COLUMNS": str(width)}, f"arxtui {call.verb}")
        )

    def ended() -> None:
        context.marker.reload(None)
        context.poller.deliver()
        if _settings_text(context) != settings:
            context.configuration.read_again("")

    title = " ".join(filter(None, ("arxtui", call.verb, call.argument)))
    context.programs.start(ProgramTask(title, prepare, merge_errors=True, then=ended))


def _settings_text(context: Context) -> bytes:
    try:
        return context.paths.config_file.read_bytes()
    except OSError:
        return b""
