"""UTF-8 that was decoded as windows-1253 is restored, and real Greek is left alone."""

from __future__ import annotations

from pathlib import Path

import pytest

from arxtui.text.greek import has_greek_damage, repair_greek


@pytest.mark.parametrize(
    ("seen", "meant", "count"),
    [
        ("full archive β†’ Β· search", "full archive → · search", 2),
        ("the live ι“Ύ.", "the live 链.", 1),
        ("a 1–4Γ— gain", "a 1–4× gain", 1),
        ("13 ΞΌs", "13 μs", 1),
    ],
)
def test_damaged_runs_are_restored(seen: str, meant: str, count: int) -> None:
    assert repair_greek(seen) == (meant, count)


@pytest.mark.parametrize("sound", ["β-VAE and Γ-convergence", "Ελληνικά", "μ ğ ö ı 链 ×", "plain"])
def test_sound_text_stays(sound: str) -> None:
    assert repair_greek(sound) == (sound, 0)


def test_only_damaged_furniture_opens_the_gate() -> None:
    assert has_greek_damage("browse all of cs.DC β†’ full archive Β· search")
    assert not has_greek_damage("browse all of cs.DC → full archive · search, Γ–convergence of β-VAE")


def test_the_listing_seed_is_repaired_in_six_places(shared: Path) -> None:
    page = (shared / "seeds/001_37170d3f66719629.txt").read_text(encoding="utf-8")
    mended, count = repair_greek(page)
    assert has_greek_damage(page)
    assert count == 6
    assert {"链", "×", "μ", "→"} <= set(mended)
    assert not has_greek_damage(mended)


def test_the_sound_seed_is_not_touched(shared: Path) -> None:
    page = (shared / "seeds/000_030dc2998e7f1b9b.txt").read_text(encoding="utf-8")
    assert not has_greek_damage(page)
