"""arXiv's OAI-PMH sets (``group``, ``group:archive`` and ``group:archive:CLASS``) and their spellings."""

from __future__ import annotations

from functools import cache

from arxtui.model.arxiv.taxonomy import ARCHIVES, CANONICAL, CATEGORIES, archive_of

_PHYSICS = frozenset(
    "astro-ph cond-mat gr-qc hep-ex hep-lat hep-ph hep-th math-ph nlin nucl-ex nucl-th physics quant-ph".split()
)


def set_spec(text: str) -> str:
    """Return the setSpec for ``cs``, ``cs.DC``, ``cs:cs.DC``, ``cs:cs:DC``, ``hep-th`` or ``physics:hep-th``, in any
    case. Raises ValueError if there is no such set."""
    spelt = text.strip().lower()
    known = _spellings()
    if spelt in known:
        return known[spelt]
    if today := CANONICAL.get(spelt):  # an old archive; other aliases are sets
        raise ValueError(f"arXiv has no set {text!r} any more: its papers are in {today}")
    raise ValueError(f"arXiv has no set {text!r}")


def set_name(spec: str) -> str:
    """Return a setSpec in its usual short form: ``cs``, ``cs.DC``, ``hep-th``. ``physics:physics`` is not shortened,
    because ``physics`` is the group."""
    group, *rest = spec.split(":")
    return ".".join(rest) if rest and rest != [group] else spec


def set_specs() -> tuple[str, ...]:
    """Return every setSpec."""
    return tuple(dict.fromkeys(_spellings().values()))


@cache
def _spellings() -> dict[str, str]:
    """Return the setSpec for each spelling, in lower case. A bare ``physics`` is the group."""
    specs: dict[str, str] = {}
    for code in (*ARCHIVES, *CATEGORIES):
        archive = archive_of(code)
        group = "physics" if archive in _PHYSICS else archive
        spec = ":".join((group, *code.split(".")))
        specs |= {spec.lower(): spec, f"{group}:{code}".lower(): spec}
        specs.setdefault(group, group)
        specs.setdefault(code.lower(), spec)
    return specs
