"""Following and unfollowing as acts: undone, redone, and without loss of other settings."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from arxtui.config.paths import Paths
from arxtui.config.settings import load
from arxtui.library.rules import config
from arxtui.library.rules.config import choose, follow, unfollow
from arxtui.model.rules import Rule
from arxtui.store.errors import StoreError
from tests.disk import mounted
from tests.library.journals import redo, standing, undo, undo_after_unreadable_settings

_OWN = """# mine
[follow]
authors = [
    "Ada Example", # my supervisor
    "Björn Måns",  # next door
]
author_score = 7 # a lot

[ui]
theme = "light" # sunny
"""


@pytest.fixture
def own(paths: Paths) -> Paths:
    """A home whose settings follow some authors."""
    paths.config_file.write_text(_OWN)
    return paths


def test_who_is_not_followed_cannot_be_left_and_nobody_else_is(own: Paths) -> None:
    with pytest.raises(LookupError, match='"Nobody" is not followed'):
        unfollow(own, "authors", ("Ada Example", "Nobody"))
    assert own.config_file.read_text() == _OWN
    assert standing(own) == []


def test_following_and_unfollowing_authors_and_keywords_are_acts_that_are_undone_and_redone(own: Paths) -> None:
    file, texts = own.config_file, [_OWN]
    follow(own, "authors", ("Noether,  Emmy", "ada example"))
    texts.append(file.read_text())
    follow(own, "keywords", ("fair locks", "queue*"))
    texts.append(file.read_text())
    unfollow(own, "authors", ("ADA EXAMPLE",))
    texts.append(file.read_text())
    whole = [
        ("unfollow author", "Ada Example"),
        ("follow keyword", "fair locks; queue*"),
        ("follow author", "Noether, Emmy"),
    ]
    assert [act[:2] for act in standing(own)] == whole
    assert load(file).follow.authors == ("Björn Måns", "Noether, Emmy")
    for text in reversed(texts[:-1]):
        act = undo(own)
        assert act
        assert (act.is_of_config, act.papers, act.refused, file.read_text()) == (True, 0, "", text)
    assert undo(own) is None
    for text in texts[1:]:
        assert redo(own)
        assert file.read_text() == text
    assert [act[:2] for act in standing(own)] == whole


def test_the_first_name_of_all_is_undone_without_a_trace(paths: Paths) -> None:
    paths.config_file.write_text('[ui]\ntheme = "light"\n')
    follow(paths, "authors", ("Ada Example",))
    assert load(paths.config_file).follow.authors == ("Ada Example",)
    undo(paths)
    assert paths.config_file.read_text().strip() == '[ui]\ntheme = "light"'


def test_who_is_followed_already_is_no_act(own: Paths) -> None:
    follow(own, "authors", (" ada  example",))
    assert [act[:2] for act in standing(own)] == []
    assert own.config_file.read_text() == _OWN


def test_subscriptions_are_acts_that_are_undone_and_redone(paths: Paths) -> None:
    file, texts = paths.config_file, [""]
    for change, codes in ((follow, ("CS.dc", "math")), (follow, ("cs.DC", "cs.LG")), (unfollow, ("CS.LG",))):
        change(paths, "categories", codes)
        texts.append(file.read_text())
    choose(paths, "categories", ("math", "hep-th"))
    choose(paths, "categories", ("hep-th", "math"))
    assert load(file).arxiv.categories == ("hep-th", "math")
    assert [act[:2] for act in standing(paths)] == [
        ("choose categories", "hep-th; math"),
        ("choose categories", "math; hep-th"),
        ("unfollow category", "cs.LG"),
        ("follow category", "cs.LG"),
        ("follow category", "cs.DC; math"),
    ]
    undo(paths)
    for text in reversed(texts):
        act = undo(paths)
        assert act
        assert (act.is_of_config, act.refused, file.read_text().strip()) == (True, "", text.strip())
    for _ in range(5):
        assert redo(paths)
    assert load(file).arxiv.categories == ("hep-th", "math")


def test_categories_that_arxiv_does_not_have_or_that_are_not_followed_change_nothing(paths: Paths) -> None:
    follow(paths, "categories", ("cs.DC",))
    before = paths.config_file.read_text()
    with pytest.raises(ValueError, match=r"cs\.NOPE"):
        follow(paths, "categories", ("cs.NOPE",))
    with pytest.raises(LookupError, match="'arxtui subscribe' lists what is followed"):
        unfollow(paths, "categories", ("cs.DC", "cs.AI"))
    assert paths.config_file.read_text() == before
    assert len(standing(paths)) == 1


def test_a_category_that_was_added_by_hand_stays_when_another_is_undone(paths: Paths) -> None:
    follow(paths, "categories", ("cs.DC", "math"))
    unfollow(paths, "categories", ("math",))
    paths.config_file.write_text(paths.config_file.read_text().replace('["cs.DC"]', '["cs.dc", "hep-th"] # by hand'))
    undo(paths)
    assert load(paths.config_file).arxiv.categories == ("cs.DC", "math", "hep-th")
    assert "# by hand" in paths.config_file.read_text()


def test_names_that_were_changed_by_hand_since_stay_and_the_others_come_back(own: Paths) -> None:
    unfollow(own, "authors", ("Ada Example",))
    by_hand = own.config_file.read_text().replace('"Björn Måns"', '"Emmy Noether", "Björn Måns"')
    own.config_file.write_text(by_hand)
    act = undo(own)
    assert act
    assert not act.refused
    assert load(own.config_file).follow.authors == ("Ada Example", "Emmy Noether", "Björn Måns")
    assert "# next door" in own.config_file.read_text()


def test_a_name_that_was_written_in_another_spelling_since_is_taken_back_all_the_same(own: Paths) -> None:
    follow(own, "authors", ("Emmy Noether",))
    own.config_file.write_text(own.config_file.read_text().replace('"Emmy Noether"', '"emmy NOETHER", "Zoe Quill"'))
    act = undo(own)
    assert act
    assert not act.refused
    assert load(own.config_file).follow.authors == ("Ada Example", "Björn Måns", "Zoe Quill")


@pytest.mark.parametrize(
    ("change", "words"),
    [
        (lambda paths: follow(paths, "authors", ("Emmy Noether",)), "Emmy Noether is no longer followed"),
        (lambda paths: unfollow(paths, "authors", ("Ada Example",)), "Ada Example is already followed"),
    ],
)
def test_an_undo_of_a_follow_reversed_by_hand_is_refused_and_earlier_acts_can_be_undone(
    own: Paths, change: Callable[[Paths], object], words: str
) -> None:
    config.add_rule(own, Rule("queues", "ti:queue", mute=True))
    before = own.config_file.read_text()
    change(own)
    own.config_file.write_text(before.replace("[ui]", "[ui] # by hand").replace("# next door", "# a friend"))
    act = undo(own)
    assert act
    assert act.refused == words
    undone = undo(own)
    assert undone
    assert (undone.what, undone.refused) == ("make rule", "")


def test_settings_that_cannot_be_read_leave_the_act_in_place(own: Paths) -> None:
    follow(own, "authors", ("Emmy Noether",))
    undo_after_unreadable_settings(own)
    assert own.config_file.read_text() == _OWN


def test_who_cannot_be_written_down_is_not_followed(own: Paths) -> None:
    texts = []

    def follow_many() -> None:
        for number in range(99):  # some acts still fit into the space that the library file already has
            texts.append(own.config_file.read_text())
            follow(own, "keywords", (f"word {number}",))

    with mounted(own.data, "4m") as disk:
        follow(own, "keywords", ("queue",))
        disk.fill()
        with pytest.raises(StoreError):
            follow_many()
        assert own.config_file.read_text() == texts[-1]
        disk.free()
