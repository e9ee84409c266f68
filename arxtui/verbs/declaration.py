"""What a verb of ``arxtui`` is: its name, words, arguments, examples, and where it can run; and the arguments that
several verbs have.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, Literal, TypedDict, Unpack

from arxtui.light import deferred, frozen

with deferred():
    from arxtui.export import forms

ONE, OPTIONAL, ANY, SOME, REST = "", "?", "*", "+", "..."
"""How many words an argument takes: one, at most one, any number, at least one, or all that follow. As in argparse."""

READ = "read papers"
FETCH = "fetch from arXiv and Pith"
SORT = "mark and sort"
EXPORT = "export and back up"
PROGRAM = "manage the program"
GROUPS = (READ, FETCH, SORT, EXPORT, PROGRAM)
"""The purposes of verbs: the headings in ``arxtui --help``."""

File = Literal["input", "output", "directory", "program"]
"""What is done with the file that an argument names (``-`` is standard input or output); ``program`` is one that is run
with arguments."""
Values = Literal[
    "terms", "sets", "followed categories", "followed authors", "followed keywords", "tags", "lists", "ratings",
    "reading states", "views", "rules",
]  # fmt: skip
"""Where the possible values of an argument are looked up for completion (``library.argument_values``): ``terms`` are
those of a query, ``sets`` archives and categories."""


@frozen
class Argument:
    """An argument of a verb: a positional one, or an option.

    ``name`` is its attribute in the parsed options. ``option`` is the option as written, empty for a positional
    argument, and ``short`` its form of one letter. Without a ``metavar`` it is a flag. ``parse`` turns the text into
    the value, or raises ValueError in words. ``choices`` are all allowed texts, or a function that returns them;
    ``words`` may name them as ``{choices}``. Of the flags with the same ``one_of``, only one may be given.
    """

    name: str
    words: str = ""
    option: str = ""
    metavar: str = ""
    takes: str = ONE
    parse: Callable[[str], object] | None = None
    values: Values | None = None
    choices: Sequence[str] | Callable[[], Sequence[str]] = ()
    file: File | None = None
    default: object = None
    is_repeatable: bool = False
    one_of: str = ""
    short: str = ""

    @property
    def is_flag(self) -> bool:
        """Whether it is an option without a value."""
        return bool(self.option) and not self.metavar

    @property
    def allowed(self) -> Sequence[str]:
        """The allowed texts; empty if they are not limited."""
        return self.choices() if callable(self.choices) else self.choices


if TYPE_CHECKING:

    class _More(TypedDict, total=False):
        """The other fields of an argument with a value."""

        takes: str
        parse: Callable[[str], object] | None
        values: Values | None
        choices: Sequence[str] | Callable[[], Sequence[str]]
        file: File | None
        default: object
        is_repeatable: bool
        one_of: str


def flag(name: str, words: str, *, one_of: str = "", short: str = "") -> Argument:
    """Return an option without a value."""
    return Argument(name.replace("-", "_"), words, f"--{name}", default=False, one_of=one_of, short=short)


def option(option: str, metavar: str, words: str, *, name: str = "", **more: Unpack[_More]) -> Argument:
    """Return an option with a value. ``name`` is its attribute if it differs from the option."""
    return Argument(name or option, words, f"--{option}", metavar, **more)


def positional(name: str, metavar: str, words: str = "", **more: Unpack[_More]) -> Argument:
    """Return a positional argument."""
    return Argument(name, words, metavar=metavar, **more)


@frozen
class Action:
    """An action of a verb: ``arxtui tags rename OLD NEW``."""

    words: str
    arguments: tuple[Argument, ...] = ()


@frozen
class Verb:
    """A verb: its heading, its module in ``arxtui.cli``, a short summary and two examples, each a valid command line.

    The module has a function ``run``, or the one that is named after a colon.

    ``json`` is the help of ``--json``, which an action takes as well. ``actions_words`` are the help of the actions, of
    which one ``needs_action``.

    In the reader, a verb is shown in a pane, unless it is a ``job``, which reports its progress (in words that name one
    that is running already), or ``not_in_reader`` says why it runs in a shell only. In plain mode, a verb that uses the
    network or takes long is ``apart``, in a process of its own; ``not_in_plain`` says what to do instead of it.
    """

    group: str
    module: str
    summary: str
    examples: tuple[str, str]
    arguments: tuple[Argument, ...] = ()
    json: str = ""
    actions: Mapping[str, Action] = {}
    actions_words: str = ""
    needs_action: bool = False
    job: str = ""
    not_in_reader: str = ""
    apart: bool = False
    not_in_plain: str = ""

    def options(self, action: str = "") -> tuple[Argument, ...]:
        """Return the arguments of the verb, or of one of its actions, with ``--json`` as the last one."""
        own = self.actions[action].arguments if action else self.arguments
        return (*own, flag("json", self.json)) if self.json else own


EACH_PAPER = "one JSON object per line, each a whole paper"
"""The help of ``--json`` of verbs that list papers."""
EVENTS = flag("events", "print each step as one JSON object per line")
EVENTS_ALONE = flag("events", "print each step as one JSON object per line, and list nothing")
PROGRAM_OPTIONS = (
    flag("plain", "a prompt instead of the full screen, for screen readers and simple terminals"),
    flag("version", "print the version", short="-V"),
    flag("verbose", "with --version: print the details a bug report needs, and nothing private"),
)
"""The options of ``arxtui`` without a verb."""


def ids(takes: str = SOME) -> Argument:
    """Return the argument of verbs that show papers."""
    words = "an arXiv identifier, an address, a DOI, or a name shown by 'arxtui list'"
    return positional("ids", "ID", f"{words}; - is standard input, with one paper a line", takes=takes)


def export_formats() -> Sequence[str]:
    """Return the names of the formats of exports."""
    return tuple(forms.FORMS)


def papers(takes: str = SOME) -> Argument:
    """Return the argument of verbs that process papers by name or query."""
    words = "identifiers, DOIs or queries; - is standard input, with one a line"
    return positional("papers", "QUERY|ID", words, takes=takes, values="terms")
