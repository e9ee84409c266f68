"""``arxtui subscribe`` and ``arxtui unsubscribe``."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.cli.command import objects
from tests.cli.conftest import Call


@pytest.mark.usefixtures("home")
def test_categories_are_followed_listed_and_dropped(call: Call) -> None:
    assert call("subscribe") == (0, "", "no categories are followed; 'arxtui subscribe cs.DC' follows one\n")
    said = call("subscribe", "cs.dc", "math")
    assert said == (0, "cs.DC  Distributed, Parallel, and Cluster Computing\nmath   Mathematics\n", "")
    assert call("subscribe").out == said.out
    assert objects(call("subscribe", "--json", "hep-th").out)[2] == {
        "code": "hep-th",
        "name": "High Energy Physics - Theory",
    }
    assert call("unsubscribe", "MATH", "hep-th").out == "cs.DC  Distributed, Parallel, and Cluster Computing\n"


def test_the_settings_keep_their_comments(call: Call, home: Path) -> None:
    file = home / "config/config.toml"
    file.parent.mkdir(parents=True)
    file.write_text('# mine\n[arxiv]\ncategories = ["cs.PF"] # the day job\n')
    call("subscribe", "cs.DC")
    assert file.read_text() == '# mine\n[arxiv]\ncategories = ["cs.PF", "cs.DC"] # the day job\n'


@pytest.mark.usefixtures("home")
def test_an_unknown_category_is_a_bad_command_line_with_a_guess(call: Call) -> None:
    code, out, err = call("subscribe", "cs.DC", "cs.XG")
    assert (code, out) == (2, "")
    assert err.startswith("arxtui: arXiv has no category 'cs.XG'; did you mean cs.")
    assert call("subscribe").out == ""


@pytest.mark.parametrize(
    ("typed", "hint"),
    [
        ("machine learning", "; did you mean cs.LG or stat.ML?"),
        ("machin lerning", "; did you mean cs.LG or stat.ML?"),
        ("xyzzy", "; codes look like cs.DC, or cs for a whole archive"),
    ],
)
@pytest.mark.usefixtures("home")
def test_the_name_of_a_category_is_answered_with_its_code(call: Call, typed: str, hint: str) -> None:
    assert call("subscribe", typed) == (2, "", f"arxtui: arXiv has no category {typed!r}{hint}\n")


@pytest.mark.usefixtures("home")
def test_unsubscribing_from_a_category_that_is_not_followed_is_an_error(call: Call) -> None:
    call("subscribe", "cs.DC")
    assert call("unsubscribe", "cs.DC", "cs.PF") == (
        1,
        "",
        "arxtui: \"cs.PF\" is not followed; 'arxtui subscribe' lists what is followed\n",
    )
    assert call("subscribe").out.startswith("cs.DC")


def test_a_faulty_configuration_is_one_sentence(call: Call, home: Path) -> None:
    file = home / "config/config.toml"
    file.parent.mkdir(parents=True)
    file.write_text("[arxiv]\ncolour = 1\n")
    for verb in ("list", "subscribe", "stats", "refresh"):
        said = call(verb)
        assert (said.code, said.out) == (1, "")
        assert said.err.startswith(f"arxtui: {file}, line 2: unknown key 'colour' in [arxiv]; known are ")
        assert said.err.count("\n") == 1
