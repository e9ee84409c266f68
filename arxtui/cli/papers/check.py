"""``arxtui check``: the entries of BibTeX files, compared with the papers in the cache and the works of dblp."""

from __future__ import annotations

import argparse
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

from arxtui.cli.support import output
from arxtui.cli.support.exits import BAD_COMMAND, FAILED, OK, BadCommandError
from arxtui.cli.support.files import InputFile, OutputFile, write_standard
from arxtui.cli.support.home import open_library
from arxtui.export.sarif import Kind, Result, Rule, sarif_log
from arxtui.library.references import fixing
from arxtui.library.references.checking import BibFile
from arxtui.library.references.citing import Citations, is_document
from arxtui.library.references.comparing import Checked, Remark, Verdict
from arxtui.model.counted import counted
from arxtui.text.decode import DecodedFile, decode_file

if TYPE_CHECKING:
    from arxtui.library.facade import Library

_LONGEST_WORDS = 1000


def run(options: argparse.Namespace) -> int:
    """Check the files. Exit status 0: there is no problem; 1: there are some; 2: nothing could be checked."""
    documents = [file for file in options.files if is_document(file.path)]
    cited = _cited(documents) if documents else None
    files = [file for file in options.files if file not in documents] or _named(cited)
    if (options.output or options.unsafe) and not options.fix:
        raise BadCommandError("--output and --unsafe need --fix")
    if options.fix and (options.json or options.format):
        raise BadCommandError("--fix prints a diff: leave out --json and --format")
    if options.output and len(files) != 1:
        raise BadCommandError("--output needs a single BibTeX file")
    texts = {}
    for file in files:
        with _readable(file):
            texts[file.name] = decode_file(file.read())
    counts: Counter[str] = Counter()
    with open_library() as library:
        parsed = (BibFile.parse(name, decoded.text) for name, decoded in texts.items())
        checked = _counted(library.bibliographies.check(parsed, cited), counts)
        (_fix if options.fix else _print)(checked, texts, options)
        papers = library.papers.count()
        held = f"{counted(papers, 'paper')} in the cache{_until(library)}"
        works = library.bibliographies.published.facts
        held += f", and {works.in_words}" if works else ""
    entries = counts.total() - counts[Verdict.MISSING] - counts[Verdict.UNUSED]
    said = ", ".join(f"{number:,} {name}" for name, number in counts.items()) or "nothing to check"
    output.say(f"{counted(entries, 'entry', 'entries')}: {said}; checked with {held}")
    if not counts or not (papers or works):
        return BAD_COMMAND
    return FAILED if any(Verdict(name).is_problem for name in counts if name != _IGNORED) else OK


_IGNORED = "ignored"
"""How entries are counted whose verdict is ignored."""


def _cited(documents: Iterable[InputFile]) -> Citations:
    """Return what documents cite; say which of the files they include cannot be read."""
    cited = Citations()
    for document in documents:
        with _readable(document):
            cited.add(document.path)
    for name in cited.unread:
        output.say(f"an included file cannot be read: {name}")
    return cited


@contextmanager
def _readable(file: InputFile) -> Iterator[None]:
    """Raise BadCommandError for a file that cannot be read: then nothing was checked."""
    try:
        yield
    except OSError as error:
        raise BadCommandError(f"{file.name}: {error.strerror or error}") from error


def _named(cited: Citations | None) -> list[InputFile]:
    """Return the BibTeX files that the documents name. Raises BadCommandError if there are none."""
    found = []
    for path in cited.bibs if cited else ():
        if path.is_file():
            found.append(InputFile(str(path)))
        else:
            output.say(f"a BibTeX file cannot be read: {path}")
    if not found:
        raise BadCommandError("the documents name no BibTeX file that can be read: name one as well")
    return found


def _counted(checked: Iterable[Checked], counts: Counter[str]) -> Iterator[Checked]:
    for each in checked:
        counts[_IGNORED if each.is_ignored else each.verdict] += 1
        yield each


def _until(library: Library) -> str:
    """Return of which day the newest paper is, in words; "" if there is none."""
    newest = library.papers.newest()
    return f", the newest of {newest.day}" if newest else ""


def _fix(checked: Iterable[Checked], texts: Mapping[str, DecodedFile], options: argparse.Namespace) -> None:
    """Print the changes that correct the entries as a diff, or write the corrected file."""
    by_file: dict[str, list[Checked]] = {}
    for each in checked:
        by_file.setdefault(each.file, []).append(each)
    made = left = 0
    for name, file in texts.items():
        every, safe = (
            list(fixing.edits(file.text, by_file.get(name, ()), is_safe=is_safe)) for is_safe in (False, True)
        )
        chosen = every if options.unsafe else safe
        made, left = made + len(chosen), left + len(every) - len(chosen)
        if options.output:
            options.output.write_bytes(file.encode(fixing.edited(file.text, chosen)))
            continue
        diff = fixing.unified_diff(name, file.text, chosen, file.mark.decode(file.encoding))
        if output.is_terminal():
            for line in diff:
                shown = output.foreign_line(line)
                style = output.BOLD if line.startswith("+") else output.DIM if line.startswith(("-", "@")) else ""
                output.line(output.styled(shown, style) if style else shown)
        else:
            OutputFile("-").write_bytes("".join(diff).encode(file.encoding))
    kind = "change" if options.unsafe else "safe change"
    more = f"; {left:,} more to look at: --unsafe includes them" if left else ""
    output.say(f"{counted(made, kind)}{f' in {options.output.name}' if options.output else ''}{more}")


def _print(checked: Iterable[Checked], texts: Mapping[str, DecodedFile], options: argparse.Namespace) -> None:
    if options.format == "sarif":
        write_standard((output.json_line(_sarif(list(checked), is_all=options.all)), "\n"))
        return
    for each in checked:
        if _is_shown(each, is_all=options.all):
            if options.json or options.format == "json":
                output.as_json(_as_json(each))
            else:
                for line, said in _lines(each, is_all=options.all):
                    place = f"{each.file}:{line}: {each.entry.key or '(no key)'}"
                    output.line(output.foreign(f"{place}: {said[:_LONGEST_WORDS]}"))


def _is_shown(checked: Checked, *, is_all: bool) -> bool:
    return is_all or checked.is_problem or checked.verdict is Verdict.UNUSED


def _as_json(checked: Checked) -> dict[str, Any]:
    def listed(remarks: Iterable[Remark]) -> list[dict[str, Any]]:
        return [{"field": each.field or None, "line": checked.line_of(each), "words": each.words} for each in remarks]

    entry = checked.entry
    place = {"file": checked.file, "line": entry.line, "key": entry.key}
    found = {"verdict": checked.verdict, "ignored": checked.is_ignored, "paper": checked.paper or None}
    found["dblp"] = checked.dblp.removeprefix("dblp:") or None
    return {**place, **found, "problems": listed(checked.problems), "hints": listed(checked.hints)}


def _lines(checked: Checked, *, is_all: bool) -> Iterator[tuple[int, str]]:
    """Yield what is said of an entry, each with its line."""
    paper = f" ({checked.work})" if checked.work else ""
    verdict = f"{checked.verdict}, ignored{paper}" if checked.is_ignored else f"{checked.verdict}{paper}"
    if not checked.problems:
        yield checked.entry.line, verdict
    for each in checked.problems:
        yield checked.line_of(each), f"{verdict}: {each.text}"
    for each in checked.hints if is_all else ():
        yield checked.line_of(each), f"hint: {each.text}"


def _sarif(checked: Iterable[Checked], *, is_all: bool) -> dict[str, Any]:
    """Return the log. Ignored entries are in it, as the format has a place for that."""
    kinds: dict[Verdict, Kind] = {Verdict.VERIFIED: "pass", Verdict.UNKNOWN: "open", Verdict.UNUSED: "informational"}
    rules = {verdict: Rule(verdict, verdict.words, kinds.get(verdict, "fail")) for verdict in Verdict}
    hint = Rule("hint", "no mistake, but it could be better", "informational")
    shown = [each for each in checked if each.is_ignored or _is_shown(each, is_all=is_all)]
    results = (
        Result(
            hint if remark.is_hint else rules[each.verdict],
            f"{each.entry.key}{f' ({each.work})' if each.work else ''}: {remark.text}",
            each.file,
            each.line_of(remark),
            each.entry.key,
            each.is_ignored and not remark.is_hint,
        )
        for each in shown
        for remark in (*(each.problems or [Remark("", each.verdict.words)]), *(each.hints if is_all else ()))
    )
    return sarif_log(results, (*rules.values(), hint))
