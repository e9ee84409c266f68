"""arXiv's category taxonomy: codes and names (https://arxiv.org/category_taxonomy), and its OAI-PMH sets (``group``,
``group:archive`` and ``group:archive:CLASS``) with their spellings."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache

CATEGORIES: dict[str, str] = {
    "astro-ph.CO": "Cosmology and Nongalactic Astrophysics",
    "astro-ph.EP": "Earth and Planetary Astrophysics",
    "astro-ph.GA": "Astrophysics of Galaxies",
    "astro-ph.HE": "High Energy Astrophysical Phenomena",
    "astro-ph.IM": "Instrumentation and Methods for Astrophysics",
    "astro-ph.SR": "Solar and Stellar Astrophysics",
    "cond-mat.dis-nn": "Disordered Systems and Neural Networks",
    "cond-mat.mes-hall": "Mesoscale and Nanoscale Physics",
    "cond-mat.mtrl-sci": "Materials Science",
    "cond-mat.other": "Other Condensed Matter",
    "cond-mat.quant-gas": "Quantum Gases",
    "cond-mat.soft": "Soft Condensed Matter",
    "cond-mat.stat-mech": "Statistical Mechanics",
    "cond-mat.str-el": "Strongly Correlated Electrons",
    "cond-mat.supr-con": "Superconductivity",
    "cs.AI": "Artificial Intelligence",
    "cs.AR": "Hardware Architecture",
    "cs.CC": "Computational Complexity",
    "cs.CE": "Computational Engineering, Finance, and Science",
    "cs.CG": "Computational Geometry",
    "cs.CL": "Computation and Language",
    "cs.CR": "Cryptography and Security",
    "cs.CV": "Computer Vision and Pattern Recognition",
    "cs.CY": "Computers and Society",
    "cs.DB": "Databases",
    "cs.DC": "Distributed, Parallel, and Cluster Computing",
    "cs.DL": "Digital Libraries",
    "cs.DM": "Discrete Mathematics",
    "cs.DS": "Data Structures and Algorithms",
    "cs.ET": "Emerging Technologies",
    "cs.FL": "Formal Languages and Automata Theory",
    "cs.GL": "General Literature",
    "cs.GR": "Graphics",
    "cs.GT": "Computer Science and Game Theory",
    "cs.HC": "Human-Computer Interaction",
    "cs.IR": "Information Retrieval",
    "cs.IT": "Information Theory",
    "cs.LG": "Machine Learning",
    "cs.LO": "Logic in Computer Science",
    "cs.MA": "Multiagent Systems",
    "cs.MM": "Multimedia",
    "cs.MS": "Mathematical Software",
    "cs.NA": "Numerical Analysis",
    "cs.NE": "Neural and Evolutionary Computing",
    "cs.NI": "Networking and Internet Architecture",
    "cs.OH": "Other Computer Science",
    "cs.OS": "Operating Systems",
    "cs.PF": "Performance",
    "cs.PL": "Programming Languages",
    "cs.RO": "Robotics",
    "cs.SC": "Symbolic Computation",
    "cs.SD": "Sound",
    "cs.SE": "Software Engineering",
    "cs.SI": "Social and Information Networks",
    "cs.SY": "Systems and Control",
    "econ.EM": "Econometrics",
    "econ.GN": "General Economics",
    "econ.TH": "Theoretical Economics",
    "eess.AS": "Audio and Speech Processing",
    "eess.IV": "Image and Video Processing",
    "eess.SP": "Signal Processing",
    "eess.SY": "Systems and Control",
    "gr-qc": "General Relativity and Quantum Cosmology",
    "hep-ex": "High Energy Physics - Experiment",
    "hep-lat": "High Energy Physics - Lattice",
    "hep-ph": "High Energy Physics - Phenomenology",
    "hep-th": "High Energy Physics - Theory",
    "math-ph": "Mathematical Physics",
    "math.AC": "Commutative Algebra",
    "math.AG": "Algebraic Geometry",
    "math.AP": "Analysis of PDEs",
    "math.AT": "Algebraic Topology",
    "math.CA": "Classical Analysis and ODEs",
    "math.CO": "Combinatorics",
    "math.CT": "Category Theory",
    "math.CV": "Complex Variables",
    "math.DG": "Differential Geometry",
    "math.DS": "Dynamical Systems",
    "math.FA": "Functional Analysis",
    "math.GM": "General Mathematics",
    "math.GN": "General Topology",
    "math.GR": "Group Theory",
    "math.GT": "Geometric Topology",
    "math.HO": "History and Overview",
    "math.IT": "Information Theory",
    "math.KT": "K-Theory and Homology",
    "math.LO": "Logic",
    "math.MG": "Metric Geometry",
    "math.MP": "Mathematical Physics",
    "math.NA": "Numerical Analysis",
    "math.NT": "Number Theory",
    "math.OA": "Operator Algebras",
    "math.OC": "Optimization and Control",
    "math.PR": "Probability",
    "math.QA": "Quantum Algebra",
    "math.RA": "Rings and Algebras",
    "math.RT": "Representation Theory",
    "math.SG": "Symplectic Geometry",
    "math.SP": "Spectral Theory",
    "math.ST": "Statistics Theory",
    "nlin.AO": "Adaptation and Self-Organizing Systems",
    "nlin.CD": "Chaotic Dynamics",
    "nlin.CG": "Cellular Automata and Lattice Gases",
    "nlin.PS": "Pattern Formation and Solitons",
    "nlin.SI": "Exactly Solvable and Integrable Systems",
    "nucl-ex": "Nuclear Experiment",
    "nucl-th": "Nuclear Theory",
    "physics.acc-ph": "Accelerator Physics",
    "physics.ao-ph": "Atmospheric and Oceanic Physics",
    "physics.app-ph": "Applied Physics",
    "physics.atm-clus": "Atomic and Molecular Clusters",
    "physics.atom-ph": "Atomic Physics",
    "physics.bio-ph": "Biological Physics",
    "physics.chem-ph": "Chemical Physics",
    "physics.class-ph": "Classical Physics",
    "physics.comp-ph": "Computational Physics",
    "physics.data-an": "Data Analysis, Statistics and Probability",
    "physics.ed-ph": "Physics Education",
    "physics.flu-dyn": "Fluid Dynamics",
    "physics.gen-ph": "General Physics",
    "physics.geo-ph": "Geophysics",
    "physics.hist-ph": "History and Philosophy of Physics",
    "physics.ins-det": "Instrumentation and Detectors",
    "physics.med-ph": "Medical Physics",
    "physics.optics": "Optics",
    "physics.plasm-ph": "Plasma Physics",
    "physics.pop-ph": "Popular Physics",
    "physics.soc-ph": "Physics and Society",
    "physics.space-ph": "Space Physics",
    "q-bio.BM": "Biomolecules",
    "q-bio.CB": "Cell Behavior",
    "q-bio.GN": "Genomics",
    "q-bio.MN": "Molecular Networks",
    "q-bio.NC": "Neurons and Cognition",
    "q-bio.OT": "Other Quantitative Biology",
    "q-bio.PE": "Populations and Evolution",
    "q-bio.QM": "Quantitative Methods",
    "q-bio.SC": "Subcellular Processes",
    "q-bio.TO": "Tissues and Organs",
    "q-fin.CP": "Computational Finance",
    "q-fin.EC": "Economics",
    "q-fin.GN": "General Finance",
    "q-fin.MF": "Mathematical Finance",
    "q-fin.PM": "Portfolio Management",
    "q-fin.PR": "Pricing of Securities",
    "q-fin.RM": "Risk Management",
    "q-fin.ST": "Statistical Finance",
    "q-fin.TR": "Trading and Market Microstructure",
    "quant-ph": "Quantum Physics",
    "stat.AP": "Applications",
    "stat.CO": "Computation",
    "stat.ME": "Methodology",
    "stat.ML": "Machine Learning",
    "stat.OT": "Other Statistics",
    "stat.TH": "Statistics Theory",
}
"""The active categories, code to name."""

RETIRED: dict[str, str] = {
    "acc-phys": "Accelerator Physics",
    "adap-org": "Adaptation, Noise, and Self-Organizing Systems",
    "alg-geom": "Algebraic Geometry",
    "ao-sci": "Atmospheric-Oceanic Sciences",
    "astro-ph": "Astrophysics",
    "atom-ph": "Atomic, Molecular and Optical Physics",
    "bayes-an": "Bayesian Analysis",
    "chao-dyn": "Chaotic Dynamics",
    "chem-ph": "Chemical Physics",
    "cmp-lg": "Computation and Language",
    "comp-gas": "Cellular Automata and Lattice Gases",
    "cond-mat": "Condensed Matter",
    "dg-ga": "Differential Geometry",
    "funct-an": "Functional Analysis",
    "mtrl-th": "Materials Theory",
    "patt-sol": "Pattern Formation and Solitons",
    "plasm-ph": "Plasma Physics",
    "q-alg": "Quantum Algebra and Topology",
    "q-bio": "Quantitative Biology",
    "solv-int": "Exactly Solvable and Integrable Systems",
    "supr-con": "Superconductivity",
}
"""Categories of old papers that no new paper gets."""

ARCHIVES: dict[str, str] = {
    "astro-ph": "Astrophysics",
    "cond-mat": "Condensed Matter",
    "cs": "Computer Science",
    "econ": "Economics",
    "eess": "Electrical Engineering and Systems Science",
    "gr-qc": "General Relativity and Quantum Cosmology",
    "hep-ex": "High Energy Physics - Experiment",
    "hep-lat": "High Energy Physics - Lattice",
    "hep-ph": "High Energy Physics - Phenomenology",
    "hep-th": "High Energy Physics - Theory",
    "math": "Mathematics",
    "math-ph": "Mathematical Physics",
    "nlin": "Nonlinear Sciences",
    "nucl-ex": "Nuclear Experiment",
    "nucl-th": "Nuclear Theory",
    "physics": "Physics",
    "q-bio": "Quantitative Biology",
    "q-fin": "Quantitative Finance",
    "quant-ph": "Quantum Physics",
    "stat": "Statistics",
}
"""The active archives, code to name."""

CANONICAL: dict[str, str] = {
    "acc-phys": "physics.acc-ph",
    "adap-org": "nlin.AO",
    "alg-geom": "math.AG",
    "ao-sci": "physics.ao-ph",
    "atom-ph": "physics.atom-ph",
    "bayes-an": "physics.data-an",
    "chao-dyn": "nlin.CD",
    "chem-ph": "physics.chem-ph",
    "cmp-lg": "cs.CL",
    "comp-gas": "nlin.CG",
    "cs.NA": "math.NA",
    "cs.SY": "eess.SY",
    "dg-ga": "math.DG",
    "funct-an": "math.FA",
    "math.IT": "cs.IT",
    "math.MP": "math-ph",
    "mtrl-th": "cond-mat.mtrl-sci",
    "patt-sol": "nlin.PS",
    "plasm-ph": "physics.plasm-ph",
    "q-alg": "math.QA",
    "q-fin.EC": "econ.GN",
    "solv-int": "nlin.SI",
    "stat.TH": "math.ST",
    "supr-con": "cond-mat.supr-con",
}
"""Aliases and subsumed archives, with the present category of each."""

OTHER_NAMES: dict[str, tuple[str, ...]] = {
    "astro-ph": ("astronomy",),
    "cond-mat": ("solid state physics",),
    "cs.CL": ("natural language processing", "NLP", "LLM", "large language models"),
    "cs.CR": ("cybersecurity",),
    "cs.DC": ("cloud computing", "HPC"),
    "cs.HC": ("HCI",),
    "cs.LG": ("deep learning", "ML"),
    "cs.NE": ("neural networks",),
    "gr-qc": ("gravity", "black holes"),
    "hep-ex": ("particle physics",),
    "hep-lat": ("lattice QCD",),
    "hep-ph": ("particle physics",),
    "hep-th": ("string theory",),
    "math.CO": ("graph theory",),
    "math.PR": ("stochastic processes",),
    "physics.chem-ph": ("chemistry",),
    "q-bio.NC": ("neuroscience",),
    "quant-ph": ("quantum computing", "quantum information"),
    "stat.ML": ("ML",),
}
"""Common names of a category's field that do not occur in arXiv's name of the category."""


_BY_LOWER = {code.lower(): code for code in (*CATEGORIES, *ARCHIVES, *RETIRED, *CANONICAL)}
_ALIASES = {code: alias for alias, code in CANONICAL.items() if alias in CATEGORIES}
"""The active alias of each category that has one."""
_PHYSICS = frozenset(
    "astro-ph cond-mat gr-qc hep-ex hep-lat hep-ph hep-th math-ph nlin nucl-ex nucl-th physics quant-ph".split()
)


def canonical_case(code: str) -> str:
    """Return the code as arXiv writes it (``cs.lg`` to ``cs.LG``); an unknown code is returned unchanged."""
    return _BY_LOWER.get(code.lower(), code)


def canonical(code: str) -> str:
    """Return the present code of a category, as arXiv writes it (``math.na`` and ``cs.NA`` to ``math.NA``)."""
    cased = canonical_case(code)
    return CANONICAL.get(cased, cased)


def codes_of(code: str) -> tuple[str, ...]:
    """Return all codes of a category, the given one first: ``cs.NA`` and ``math.NA``. An old archive is not a code of
    the category that it became a part of."""
    other = _ALIASES.get(code) or (CANONICAL.get(code) if code in CATEGORIES else None)
    return (code, other) if other else (code,)


def listed_under(categories: Iterable[str]) -> tuple[str, ...]:
    """Return the codes under which arXiv lists a paper of these categories, whichever of them its record names: also
    the other code of each, and the present category of an old archive (``cs.CL`` for ``cmp-lg``)."""
    return tuple(dict.fromkeys(code for each in categories for code in (each, *codes_of(CANONICAL.get(each, each)))))


def category_name(code: str) -> str:
    """Return the name of a category or archive; the code itself if it is unknown."""
    return CATEGORIES.get(code) or RETIRED.get(code) or ARCHIVES.get(code) or code


def archive_of(code: str) -> str:
    """Return the archive part of a category code: ``cs`` of ``cs.LG``, ``hep-th`` of ``hep-th``."""
    return code.split(".", 1)[0]


def covers(subscription: str, category: str) -> bool:
    """Whether a subscription (a category, or an archive for all of its categories) includes a category."""
    return subscription in (category, archive_of(category))


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
