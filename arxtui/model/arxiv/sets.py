"""arXiv's OAI-PMH sets: ``group``, ``group:archive`` and ``group:archive:CLASS``, and the ways to write them."""

from __future__ import annotations

from functools import cache

from arxtui.model.arxiv.taxonomy import ARCHIVES, CANONICAL, CATEGORIES, archive_of

_PHYSICS = frozenset(
    "astro-ph cond-mat gr-qc hep-ex hep-lat hep-ph hep-th math-ph nlin nucl-ex nucl-th physics quant-ph".split()
)


def set_spec(text: str) -> str:
    """The setSpec of ``cs``, ``cs.DC``, ``cs:cs.DC``, ``cs:cs:DC``, ``hep-th`` or ``physics:hep-th``, in any case.
    ValueError where there is none."""
    spelt = text.strip().lower()
    known = _spellings()
    if spelt in known:
        return known[spelt]
    if today := next((today for code, today in CANONICAL.items() if code.lower() == spelt), None):
        raise ValueError(f"arXiv has no set {text!r} any more: its papers are in {today}")
    raise ValueError(f"arXiv has no set {text!r}")


def set_name(spec: str) -> str:
    """A setSpec as people write it: ``cs``, ``cs.DC``, ``hep-th``; ``physics:physics`` stays, to tell it from the
    group."""
    group, *rest = spec.split(":")
    return ".".join(rest) if rest and rest != [group] else spec


def set_specs() -> tuple[str, ...]:
    """Every set."""
    return tuple(dict.fromkeys(_spellings().values()))


@cache
def _spellings() -> dict[str, str]:
    """The ways to write each set, in lower case. A bare ``physics`` is the group."""
    found: dict[str, str] = {}
    for code in (*ARCHIVES, *CATEGORIES):
        archive = archive_of(code)
        group = "physics" if archive in _PHYSICS else archive
        spec = ":".join((group, *code.split(".")))
        found |= {spec.lower(): spec, f"{group}:{code}".lower(): spec}
        found.setdefault(group, group)
        found.setdefault(code.lower(), spec)
    return found
