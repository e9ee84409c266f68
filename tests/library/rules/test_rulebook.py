"""Creating, changing and removing rules as acts: undone, redone, and always completely or not at all."""

from __future__ import annotations

import signal
import subprocess
import sys

import pytest

from arxtui.config.paths import Paths
from arxtui.config.settings import load
from arxtui.library.rules import config
from arxtui.model.rules import Rule
from arxtui.store.errors import StoreError
from tests.child import Child
from tests.disk import mounted
from tests.library.journals import redo, standing, undo, undo_after_unreadable_settings

QUEUES = Rule("queues", "ti:queue", mute=True)
LOCKS = Rule("locks", "ti:lock", highlight=True)
_OWN = """# mine
[ui]
theme = "light" # sunny

# not these
[[rules]]
name = "loud"
query = "ti:loud"
mute = true
"""

_KILLED = """
import os, signal, sys
from pathlib import Path
from arxtui.config import edit
from arxtui.config.paths import Paths
from arxtui.library.rules import config
from arxtui.model.rules import Rule
save = edit.save
def save_and_die(file, text):
    save(file, text)
    os.kill(os.getpid(), signal.SIGKILL)
edit.save = save_and_die
config.add_rule(Paths.under(Path(sys.argv[1])), Rule("queues", "ti:queue", mute=True))
"""
_MANY = """
import sys
from pathlib import Path
from arxtui.config.paths import Paths
from arxtui.library.rules import config
from arxtui.model.rules import Rule
for number in range(8):
    config.add_rule(Paths.under(Path(sys.argv[1])), Rule(f"{sys.argv[2]} {number}", "ti:queue", mute=True))
"""


@pytest.fixture
def own(paths: Paths) -> Paths:
    """A home with the user's own settings, which include one rule."""
    paths.config_file.write_text(_OWN)
    return paths


def test_each_change_of_a_rule_is_an_act_that_is_undone_and_redone(own: Paths) -> None:
    file, texts = own.config_file, [_OWN]
    config.add_rule(own, QUEUES)
    texts.append(file.read_text())
    config.switch_rule(own, "Queues", off=True)
    texts.append(file.read_text())
    config.switch_rule(own, "queues", off=False)
    texts.append(file.read_text())
    config.change_rule(own, "queues", LOCKS)
    texts.append(file.read_text())
    config.remove_rule(own, "loud")
    texts.append(file.read_text())
    whole = [
        ("remove rule", "loud", ""),
        ("change rule", "queues", "locks"),
        ("switch on rule", "queues", ""),
        ("switch off rule", "queues", ""),
        ("make rule", "queues", ""),
    ]
    assert standing(own) == whole
    for text in reversed(texts[:-1]):
        act = undo(own)
        assert act
        assert (act.is_of_config, act.refused, file.read_text()) == (True, "", text)
    assert undo(own) is None
    for text in texts[1:]:
        assert redo(own)
        assert file.read_text() == text
    assert standing(own) == whole


def test_a_change_that_is_none_is_no_act(own: Paths) -> None:
    config.change_rule(own, "loud", Rule("loud", "ti:loud", mute=True))
    assert standing(own) == []


def test_a_rule_that_was_changed_by_hand_stays_and_earlier_acts_can_be_undone(own: Paths) -> None:
    config.add_rule(own, QUEUES)
    config.add_rule(own, LOCKS)
    by_hand = own.config_file.read_text().replace("ti:lock", "ti:locks")
    own.config_file.write_text(by_hand)
    act = undo(own)
    assert act
    assert act.refused == 'the rule "locks" was since edited by hand and is left as it is'
    assert own.config_file.read_text() == by_hand
    undone = undo(own)
    assert undone
    assert (undone.name, undone.refused) == ("queues", "")
    assert [rule.name for rule in load(own.config_file).rules] == ["loud", "locks"]


def test_settings_that_cannot_be_read_leave_the_act_in_place(own: Paths) -> None:
    config.add_rule(own, QUEUES)
    undo_after_unreadable_settings(own)
    assert own.config_file.read_text() == _OWN


def test_a_crash_after_the_settings_are_written_loses_nothing(own: Paths) -> None:
    done = subprocess.run([sys.executable, "-c", _KILLED, own.config.parent])
    assert done.returncode == -signal.SIGKILL
    assert [rule.name for rule in load(own.config_file).rules] == ["loud", "queues"]
    assert standing(own) == []
    config.remove_rule(own, "queues")
    assert own.config_file.read_text() == _OWN
    undo(own)
    assert [rule.name for rule in load(own.config_file).rules] == ["loud", "queues"]


def test_programs_that_make_rules_at_the_same_time_lose_none(own: Paths) -> None:
    running = [Child([sys.executable, "-c", _MANY, own.config.parent, name]) for name in ("a", "b", "c")]
    assert [each.wait() for each in running] == [0, 0, 0]
    names = {f"{name} {number}" for name in "abc" for number in range(8)}
    assert {rule.name for rule in load(own.config_file).rules} == {"loud", *names}
    assert {name for _, name, _ in standing(own)} == names
    for _ in names:
        undo(own)
    assert load(own.config_file).rules == (Rule("loud", "ti:loud", mute=True),)


def test_a_rule_whose_act_cannot_be_written_down_is_not_made(own: Paths) -> None:
    texts = []

    def add_many() -> None:
        for number in range(99):  # some acts still fit into the space that the library file already has
            texts.append(own.config_file.read_text())
            config.add_rule(own, Rule(f"many {number}", "ti:queue", mute=True))

    with mounted(own.data, "4m") as disk:
        config.add_rule(own, QUEUES)
        disk.fill()
        with pytest.raises(StoreError):
            add_many()
        assert own.config_file.read_text() == texts[-1]
        disk.free()
        assert standing(own)[0][1] == load(own.config_file).rules[-1].name


def test_a_rule_that_there_is_not_is_neither_switched_nor_removed(paths: Paths) -> None:
    paths.config_file.write_text(_OWN)
    for change in (
        lambda: config.switch_rule(paths, "queues", off=True),
        lambda: config.remove_rule(paths, "queues"),
    ):
        with pytest.raises(LookupError, match="queues"):
            change()
    assert paths.config_file.read_text() == _OWN
    assert config.switch_rule(paths, " LOUD", off=True).rules[0].off
