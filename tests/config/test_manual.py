"""The commented configuration file, the JSON schema and the list of settings in force are generated from the
declarations."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest

from arxtui.config.exports import SyncSettings
from arxtui.config.manual import Origin, commented_file, in_force, schema, toml_assignment
from arxtui.config.settings import ExportSettings, Settings, every_setting, parse
from arxtui.config.text import ConfigError
from arxtui.light import changed
from arxtui.model.rules import Rule


def test_the_commented_file_says_nothing_yet() -> None:
    assert parse(commented_file()) == Settings()
    words = [line for line in commented_file().splitlines() if line.startswith("# ")]
    assert max(map(len, words)) <= 92


def test_the_commented_settings_are_all_settings_with_their_defaults() -> None:
    settings = parse(re.sub(r"^#(?=[\w\[])", "", commented_file(), flags=re.M))
    [rule] = settings.rules
    [file] = settings.export.sync
    assert [(each.name, each.settings.run) for each in settings.commands] == [("words", ("wc", "-w"))]
    assert [each.command for each in settings.keys] == ["top", "toggle_star", "zotero"]
    no_tables = changed(settings, rules=(), keys=(), commands=(), export=changed(settings.export, sync=()))
    assert no_tables == Settings()
    assert rule == Rule("surveys", "ti:survey -cat:cs.DC", highlight=True, tag="survey", score=8)
    assert file == SyncSettings(Path("~/thesis/arxiv.bib").expanduser(), "tag:thesis", "bibtex")
    for each in every_setting():
        if each.key != "sync":
            assert f"#{toml_assignment(each.key, each.default)}\n" in commented_file(), each


def _validate(value: Any, held: Any) -> bool:
    """Validate a value by a JSON schema, as far as the configuration's schema uses the language."""
    if held is False:
        return False
    kinds: dict[str, Any] = {"object": dict, "array": list, "string": str, "boolean": bool, "integer": int}
    if "enum" in held:
        return value in held["enum"]
    if "anyOf" in held:
        return any(_validate(value, each) for each in held["anyOf"])
    kind = kinds[held["type"]]
    if not isinstance(value, kind) or (kind is int and isinstance(value, bool)):
        return False
    if kind is dict:
        known, others = held.get("properties", {}), held["additionalProperties"]
        return (
            all(key in known or others for key in value)
            and all(_validate(each, known.get(key, others)) for key, each in value.items())
            and set(held.get("required", ())) <= value.keys()
        )
    if kind is list:
        return len(value) >= held.get("minItems", 0) and all(_validate(each, held["items"]) for each in value)
    if kind is int:
        return bool(held["minimum"] <= value <= held["maximum"]) and value != held.get("not", {}).get("const")
    return len(value) >= held.get("minLength", 0) if kind is str else True


@pytest.mark.parametrize(
    ("text", "is_sound"),
    [
        ("", True),
        ('[ui]\ntheme = "light"\n', True),
        ('[ui]\ntheme = "pink"\n', False),
        ("[ui]\ntitle = 1\n", False),
        ("[uii]\n", False),
        ("[arxiv]\nbackfill_days = 100000\n", True),
        ("[arxiv]\nbackfill_days = 100001\n", False),
        ("[arxiv]\nbackfill = 1\n", False),
        ("[hooks]\ntime_limit_seconds = 0\n", False),
        ('[arxiv]\ncategories = ["cs.DC"]\n', True),
        ('[arxiv]\ncategories = "cs.DC"\n', False),
        ('[[rules]]\nname = "a"\nquery = "b"\nmute = true\n', True),
        ('[[rules]]\nname = "a"\nmute = true\n', False),
        ('[commands.a]\nrun = ["wc"]\n', True),
        ("[commands.a]\nrun = []\n", False),
        ('[commands.a]\nkey = "f9"\n', False),
        ('[commands.a]\nrun = ["wc"]\non = "all"\n', False),
        ("[commands]\na = 1\n", False),
        ('[[rules]]\nname = "a"\nquery = "b"\nscore = 0\n', False),
        ('[[export.sync]]\nfile = "/a.bib"\nquery = "b"\n', True),
        ('[[export.sync]]\nfile = "/a.bib"\nquery = "b"\nformat = "ris"\n', False),
        ('[[export.sync]]\nquery = "b"\n', False),
        ('[keys]\ntop = ["g g", "home"]\nquit = false\n[keys.triage]\nstar_on = "S"\n', True),
        ("[keys]\ntop = true\n", False),
        ("[keys]\ntop = [1]\n", False),
        ('[keys]\ntop = ""\n', False),
    ],
)
def test_the_schema_and_the_reader_agree(text: str, *, is_sound: bool) -> None:
    import tomllib

    assert _validate(tomllib.loads(text), schema()) == is_sound
    if is_sound:
        parse(text)
    else:
        with pytest.raises(ConfigError):
            parse(text)


def test_the_schema_describes_every_setting_with_its_default() -> None:
    described = schema()["properties"]
    for each in every_setting():
        held = described[each.section]["properties"][each.key]
        if each.key != "sync":
            assert parse(f"[{each.section}]\n{toml_assignment(each.key, held['default'])}\n") == Settings()
            assert held["description"] == each.plain_words
    assert described["rules"]["items"]["required"] == ["name", "query"]
    assert described["export"]["properties"]["sync"]["items"]["required"] == ["file", "query"]


def test_each_setting_says_where_it_comes_from() -> None:
    text = '[ui]\ntheme = "light"\n[arxiv]\n\nbackfill_days = 14\n[[rules]]\nname = "a"\nquery = "b"\nmute = true\n'
    held = {(each.section, each.key): each for each in in_force(parse(text), text, {"BROWSER": "w3m"})}
    assert held["ui", "theme"][2:] == ("light", "auto", Origin.FILE, 2, "")
    assert held["arxiv", "backfill_days"][2:] == (14, 14, Origin.FILE, 5, "")
    assert held["arxiv", "categories"][2:] == ([], [], Origin.DEFAULT, 0, "")
    assert held["ui", "opener"][2:] == ("", "", Origin.ENVIRONMENT, 0, "BROWSER")
    assert held["rules", ""][2:] == ([{"name": "a", "query": "b", "mute": True}], [], Origin.FILE, 6, "")


def test_the_environment_goes_before_a_setting_or_after_it() -> None:
    text = '[ui]\ntheme = "light"\nopener = "firefox"\n'
    held = {each.key: each for each in in_force(parse(text), text, {"BROWSER": "w3m", "NO_COLOR": "1"})}
    assert (held["theme"].origin, held["theme"].variable) == (Origin.ENVIRONMENT, "NO_COLOR")
    assert (held["opener"].origin, held["opener"].line) == (Origin.FILE, 3)
    assert ExportSettings().sync == ()
