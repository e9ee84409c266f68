"""The terminal's input is parsed into events, however it is split, and no input ends the program."""

from __future__ import annotations

import random

import pytest
from textual import events

from arxtui.config.settings import parse
from arxtui.tui.keys import in_force
from arxtui.tui.terminal.input_parser import TEXT_KEY, BackgroundReported, DeviceReported, TerminalInput, at_place
from arxtui.tui.user_keys import keymap_of


def keys_of(*pieces: bytes) -> list[str]:
    """Return the keys in the input, and the class names of all other events."""
    read = TerminalInput()
    found = [event for piece in pieces for event in read.events(piece)]
    return [each.key if isinstance(each, events.Key) else type(each).__name__ for each in found]


@pytest.mark.parametrize(
    "noise",
    [
        b"\xff",
        b"\xfe\xff",
        b"\x80\xbf",
        b"\xe2\x82",
        b"\xf0\x9f\x98",
        b"\xc0\xaf",
        b"\xed\xa0\x80",
        b"\xf8\x88\x80\x80\x80",
        b"\x1b[1;2x",
        b"\x1b]10;rgb:1e1e/1e1e/2e2e\x1b\\",
        b"\x1b]11;rgb:nothing\x07",
        b"\x1b]11;rgb:1e1e/1e1e/2e2e" + b"/0" * 99 + b"\x07",
        b"\x1b[?997;3n",
        b"\x1bP1+r524742=38\x1b\\",
        b"\x1b_Gi=31;OK\x1b\\",
        b"\x1b[99999999999;5u",
        b"\x1bOz",
        b"\x1b[<0;000000000000000005;00000000000000005M",
        b"\x1b[1;111111111111111111111111111111R",
        b"\x1b[?1;" + b"2;" * 50_000 + b"c",
        b"\x1b[0;;20320:" + b"9" * 40 + b"u",
        b"\x1b[0;1:3;20320:22909:19990:30028:21834u",
        b"\x1b[0;;1:27:55296:9999999u",
    ],
)
def test_invalid_bytes_and_unknown_sequences_are_ignored_and_the_keys_around_them_are_not(noise: bytes) -> None:
    assert keys_of(b"j" + noise + b"k") == ["j", "k"]
    assert keys_of(b"j", *(bytes([byte]) for byte in noise), b"k") == ["j", "k"]


@pytest.mark.parametrize(
    ("report", "dark"),
    [
        (b"\x1b]11;rgb:1e1e/1e1e/2e2e\x1b\\", True),
        (b"\x1b]11;rgb:fdfd/f6f6/e3e3\x07", False),
        (b"\x1b]11;rgb:ff/ff/ff\x1b\\", False),
        (b"\x1b]11;rgba:0000/0000/0000/ffff\x1b\\", True),
        (b"\x1b[?997;1n", True),
        (b"\x1b[?997;2n", False),
    ],
)
def test_the_terminals_report_of_its_background_is_no_key(report: bytes, dark: bool) -> None:
    for pieces in ([b"j" + report + b"k"], [b"j", *(bytes([byte]) for byte in report), b"k"]):
        read = TerminalInput()
        found = [event for piece in pieces for event in read.events(piece)]
        assert [type(event).__name__ for event in found] == ["Key", "BackgroundReported", "Key"]
        assert isinstance(found[1], BackgroundReported)
        assert found[1].dark is dark


@pytest.mark.parametrize("report", [b"\x1b[?64;1;2;4;6;9;15;16;17;18;21;22;28c", b"\x1b[?6c"])
def test_the_terminals_report_of_its_attributes_is_no_key(report: bytes) -> None:
    for pieces in ([b"j" + report + b"k"], [b"j", *(bytes([byte]) for byte in report), b"k"]):
        read = TerminalInput()
        found = [event for piece in pieces for event in read.events(piece)]
        assert [type(event).__name__ for event in found] == ["Key", "DeviceReported", "Key"]
        assert isinstance(found[1], DeviceReported)
        assert found[1].attributes == set(map(int, report[3:-1].split(b";")))


def test_the_rest_of_an_answer_is_waited_for_over_a_slow_line() -> None:
    read = TerminalInput()
    assert list(read.events(b"\x1b]11;rgb:ffff/ff")) == []
    assert read.patience == 1.0
    assert [type(event).__name__ for event in read.events(b"ff/ffff\x1b\\")] == ["BackgroundReported"]
    assert read.patience is None


@pytest.mark.parametrize("text", ["é", "€", "😀"])
def test_a_character_of_several_bytes_may_come_in_pieces(text: str) -> None:
    read = TerminalInput()
    found = [event for byte in text.encode() for event in read.events(bytes([byte]))]
    assert [event.character for event in found if isinstance(event, events.Key)] == [text]


@pytest.mark.parametrize(
    ("sequence", "key"),
    [
        (b"\x1b[A", "up"),
        (b"\x1bOB", "down"),
        (b"\x1b[5~", "pageup"),
        (b"\x1b[1;5C", "ctrl+right"),
        (b"\x1b[[A", "f1"),
        (b"\x1b[[E", "f5"),
        (b"\x1b[1~", "home"),
        (b"\x1b[4~", "end"),
        (b"\x1b\t", "shift+tab"),
        (b"\x1b[7$", "shift+home"),
        (b"\x1b[<0;5;5M", "MouseDown"),
        (b"\x1b[I", "AppFocus"),
        (b"\x1b[48;35;120;700;1200t", "Resize"),
    ],
)
def test_known_sequences_are_keys_or_mouse_focus_and_resize_events(sequence: bytes, key: str) -> None:
    assert keys_of(sequence + b"k") == [key, "k"]
    assert keys_of(*(bytes([byte]) for byte in sequence), b"k") == [key, "k"]


@pytest.mark.parametrize(
    ("codes", "text"),
    [
        ("20320:22909", "你好"),
        ("20320:22909:19990:30028:21834", "你好世界啊"),
        ("54620:44397:50612:32", "한국어 "),
        ("104:101:108:108:111", "hello"),
        ("117:112", "up"),
        ("101:769", "e\u0301"),
        (":".join(["23383"] * 2_000), "字" * 2_000),
    ],
)
@pytest.mark.parametrize("modifiers", ["", "1", "2", "1:1"])
def test_a_text_of_an_input_method_is_one_event_and_no_key_of_a_command(codes: str, text: str, modifiers: str) -> None:
    sequence = f"\x1b[0;{modifiers};{codes}u".encode()
    for pieces in ([b"j" + sequence + b"k"], [b"j", *(bytes([byte]) for byte in sequence), b"k"]):
        read = TerminalInput()
        found = [event for piece in pieces for event in read.events(piece) if isinstance(event, events.Key)]
        assert [(event.key, event.character) for event in found] == [("j", "j"), (TEXT_KEY, text), ("k", "k")]
        assert found[1].is_printable
        assert not in_force.has_command(TEXT_KEY)


def test_escape_and_a_key_typed_at_once_are_both() -> None:
    assert keys_of(b"\x1bjk") == ["escape", "j", "k"]
    assert keys_of(b"\x1b\x1b", b"\x1b[B", b"q") == ["escape", "escape", "down", "q"]


def test_a_key_with_alt_is_one_where_it_has_a_command() -> None:
    in_force.use(keymap_of(parse('[ui]\nkeymap = "emacs"\n[keys]\ntop = "Alt+Shift+T"\n'), "config.toml"))
    assert keys_of(b"\x1bxj\x1bv\x1bT") == ["alt+x", "j", "alt+v", "alt+shift+t"]
    assert keys_of(b"\x1b", b"x") == ["alt+x"]
    assert keys_of(b"\x1bj\x1bt") == ["escape", "j", "escape", "t"]


def test_a_pasted_text_with_escape_sequences_is_one_event_however_long() -> None:
    text = "of several\nlines, \x1b[Aé and \x1b[201 too" * 100_000
    data = b"j\x1b[200~" + text.encode() + b"\x1b[201~k"
    read = TerminalInput()
    found = [event for place in range(0, len(data), 65_537) for event in read.events(data[place : place + 65_537])]
    assert [type(event) for event in found] == [events.Key, events.Paste, events.Key]
    assert isinstance(found[1], events.Paste)
    assert found[1].text == text


def test_no_bytes_end_the_reading_of_terminal_input() -> None:
    chance = random.Random(20260101)
    read = TerminalInput()
    likely = [
        b"\x1b",
        b"[",
        b"]",
        b"O",
        b"?",
        b";",
        b"1",
        b"~",
        b"u",
        b"M",
        b"<",
        b"R",
        b"t",
        b"\x07",
        b"\x9b",
        b"\xe2",
    ]
    for _ in range(20_000):
        piece = chance.choice(likely) if chance.random() < 0.8 else bytes([chance.randrange(256)])
        list(read.events(piece))
        if chance.random() < 0.1:
            list(read.pause())
    list(read.events(b"\x1b[201~\x1b\\"))
    list(read.pause())
    assert [event.key for event in read.events(b"jk") if isinstance(event, events.Key)] == ["j", "k"]


def test_an_escape_is_the_key_once_nothing_follows_for_a_moment_that_nobody_feels() -> None:
    read = TerminalInput()
    assert list(read.events(b"\x1b")) == []
    assert 0.02 < (read.patience or 0) <= 0.03
    assert [event.key for event in read.pause() if isinstance(event, events.Key)] == ["escape"]
    assert not read.patience
    assert [event.key for event in read.events(b"j") if isinstance(event, events.Key)] == ["j"]


@pytest.mark.parametrize(("sequence", "key"), [(b"\x1b[A", "up"), (b"\x1b[1;5C", "ctrl+right"), (b"\x1bOS", "f4")])
def test_a_sequence_that_a_slow_line_cuts_is_still_waited_for(sequence: bytes, key: str) -> None:
    for cut in range(1, len(sequence)):
        read = TerminalInput()
        assert list(read.events(sequence[:cut])) == []
        assert (read.patience or 0) > 0.02
        assert [event.key for event in read.events(sequence[cut:]) if isinstance(event, events.Key)] == [key]
        assert read.patience is None


@pytest.mark.parametrize(
    ("wanted", "seconds"), [("100", 0.1), ("0", 0.001), ("", 0.025), ("soon", 0.025), (None, 0.025)]
)
def test_who_wants_an_escape_to_wait_longer_says_so_as_to_other_programs(wanted: str | None, seconds: float) -> None:
    read = TerminalInput(wanted)
    list(read.events(b"\x1b"))
    assert read.patience == seconds


# Keys of other keyboard layouts


@pytest.mark.parametrize(
    ("sequence", "key", "place"),
    [
        ("\x1b[1086::106;;1086u", "о", ("", "j")),
        ("\x1b[1086:1054:106;2;1054u", "О", ("", "J")),
        ("\x1b[1093::91;;1093u", "х", ("", "[")),
        ("\x1b[1093:1061:91;2;1061u", "Х", ("", "{")),
        ("\x1b[1089::99;5u", "ctrl+с", ("ctrl", "c")),
        ("\x1b[1514::44;;1514u", "ת", ("", ",")),
        ("\x1b[1604::103;;1604u", "ل", ("", "g")),  # Arabic, which is not in the table
        ("о", "о", ("", "j")),
        ("Ж", "Ж", ("", ":")),
        ("ї", "ї", ("", "]")),
        ("ξ", "ξ", ("", "j")),
        ("Σ", "Σ", ("", "S")),
        ("ח", "ח", ("", "j")),
        ("№", "numero_sign", ("", "#")),
        ("é", "é", None),
        ("\x1b[233::50;;233u", "é", None),
        ("j", "j", None),
        ("\x1b[106:74;2;74u", "J", None),
        ("\x1b[97:65;2u", "shift+a", None),
    ],
)
def test_a_key_of_another_layout_has_the_place_of_a_key_of_the_us_layout(
    sequence: str, key: str, place: tuple[str, str] | None
) -> None:
    data = sequence.encode()
    for pieces in ([data], [bytes([byte]) for byte in data]):
        read = TerminalInput()
        [event] = [event for piece in pieces for event in read.events(piece)]
        assert isinstance(event, events.Key)
        assert (event.key, at_place(event)) == (key, place)


def test_alt_and_a_letter_of_another_layout_are_the_command_of_its_place() -> None:
    in_force.use(keymap_of(parse('[keys]\ntoggle_star = "alt+s"'), "config.toml"))
    assert keys_of("\x1bы".encode()) == ["alt+s"]
