"""Singular and plural forms of English words, so that a search for one form also matches the other."""

from __future__ import annotations

from functools import lru_cache

_SHORTEST = 3
_SIBILANTS = ("ss", "x", "sh", "ch", "z")
_LONGEST_IE = 4
_LONGEST_NOUN_IN_ED = 4
_SHORTEST_STEM = 2


@lru_cache(maxsize=1 << 14)
def forms(word: str) -> tuple[str, ...]:
    """Return a folded word and its English singular and plural forms, the word first; four forms at most.

    No dictionary is used, so a plural may be one that does not exist; participles have no other form. The relation is
    symmetric: the forms of each result include this word. Words of fewer than three letters, and words with other
    characters than ASCII letters, have no other forms.
    """
    if not _may_vary(word):
        return (word,)
    irregular = _irregular(word)
    if irregular:
        return (word, *irregular)
    other = _singular(word) or _unambiguous_plural(word)
    return (word, other) if other else (word,)


def _may_vary(word: str) -> bool:
    return len(word) >= _SHORTEST and word.isascii() and word.isalpha() and word not in UNCHANGING


def _irregular(word: str) -> tuple[str, ...]:
    """Return the other forms from the tables of irregular nouns; empty if the rules apply."""
    others = IRREGULAR.get(word) or TAILS.get(word)
    if others:
        return others
    for cut in range(_SHORTEST_STEM, len(word) - _SHORTEST):
        tails = TAILS.get(word[cut:])
        if tails:
            return tuple(word[:cut] + tail for tail in tails)
    return ()


def _singular(word: str) -> str | None:
    """Return the singular of a regular plural, or None."""
    stem = _stem(word) if word.endswith("s") else None
    is_regular = stem and _may_vary(stem) and not _irregular(stem) and _plural(stem) == word
    return stem if is_regular else None


def _unambiguous_plural(word: str) -> str | None:
    """Return the regular plural if it reads back as a plural of this word: ``lens`` is not the plural of ``len``."""
    plural = _plural(word)
    is_unambiguous = plural and _may_vary(plural) and not _irregular(plural) and _stem(plural) == word
    return plural if is_unambiguous else None


def _plural(word: str) -> str | None:
    if word.endswith(_SIBILANTS):
        return word + "es"
    if word.endswith("s") or _is_participle(word):
        return None
    if word.endswith("y") and word[-2] not in "aeiou":
        return word[:-1] + "ies"
    return word + "s"


def _is_participle(word: str) -> bool:
    """Whether a word in -ed is a participle and not a noun: ``pruned`` is, ``speed`` and ``testbed`` are not."""
    is_long_enough = len(word) > _LONGEST_NOUN_IN_ED and word.endswith("ed")
    return is_long_enough and not word.endswith("eed") and word not in _COUNTED_IN_ED


def _stem(word: str) -> str | None:
    """Return the singular stem of a word in -s, or None if the -s is not a plural ending."""
    without = word[:-1]
    if word.endswith(("us", "is")):
        return without if without in _VOWEL_ENDED else None
    if word.endswith("ics"):
        return without if without in _COUNTED_IN_IC else None
    if word.endswith("ss"):
        return None
    if word.endswith("ies") and len(word) > _LONGEST_IE:
        return word[:-3] + "y"
    return word[:-2] if word.endswith(("sses", "xes", "shes", "ches", "tzes", "zzes")) else without


_GROUPS = """
apex apices apexes, appendix appendices appendixes, codex codices, cortex cortices, radix radices
axis axes, base bases, basis bases, eigenbasis eigenbases, crisis crises, diagnosis diagnoses, prognosis prognoses
metastasis metastases, neurosis neuroses, oasis oases, stasis stases, symbiosis symbioses, testis testes
addendum addenda, colloquium colloquia, corrigendum corrigenda, curriculum curricula curriculums, erratum errata
extremum extrema extremums, forum forums fora, maximum maxima maximums, medium media mediums
memorandum memoranda memorandums, minimum minima minimums, optimum optima optimums, symposium symposia symposiums
vacuum vacua vacuums, ganglion ganglia, taxon taxa
annulus annuli annuluses, cactus cacti cactuses, calculus calculi calculuses, focus foci focuses, fungus fungi
genus genera, hippocampus hippocampi, locus loci, modulus moduli, rhombus rhombi rhombuses, stimulus stimuli
syllabus syllabi syllabuses, terminus termini, torus tori toruses
abacus abacuses, alias aliases, apparatus apparatuses, atlas atlases, bias biases, bonus bonuses, bus buses
campus campuses, canvas canvases, census censuses, consensus consensuses, gas gases, genius geniuses
hiatus hiatuses, iris irises, octopus octopuses, quiz quizzes, sinus sinuses, status statuses, surplus surpluses
alga algae, larva larvae, lacuna lacunae, vertebra vertebrae, lemma lemmas lemmata, schema schemas schemata
stigma stigmas stigmata, stoma stomata
plateau plateaus plateaux, tableau tableaus tableaux, ansatz ansatzes ansatze, topos toposes topoi
ache aches, avalanche avalanches, cache caches, cliche cliches, headache headaches, niche niches, psyche psyches
calorie calories, cookie cookies, genie genies, movie movies, prairie prairies, selfie selfies, sortie sorties
underlie underlies, untie unties, zombie zombies
buffalo buffaloes, cargo cargoes, domino dominoes, echo echoes, embargo embargoes, hero heroes, mango mangoes
mosquito mosquitoes, polyomino polyominoes polyominos, potato potatoes, tomato tomatoes, tornado tornadoes
torpedo torpedoes, undergo undergoes, forgo forgoes, veto vetoes, volcano volcanoes, zero zeros zeroes
calf calves, dwarf dwarfs dwarves, half halves, hoof hooves, knife knives, leaf leaves, life lives, loaf loaves
scarf scarves, self selves, shelf shelves, thief thieves, wife wives, wolf wolves
foot feet, goose geese, louse lice, man men, mouse mice, person persons people, tooth teeth, woman women
"""

_TAIL_GROUPS = """
matrix matrices matrixes, vertex vertices vertexes, vortex vortices vortexes, index indices indexes
simplex simplices simplexes, helix helices helixes, esis eses, ysis yses
spectrum spectra spectrums, momentum momenta, equilibrium equilibria equilibriums, continuum continua continuums
bacterium bacteria, stratum strata, quorum quorums quora
hedron hedra hedrons, criterion criteria, phenomenon phenomena, automaton automata automatons
nucleus nuclei, radius radii, corpus corpora corpuses, virus viruses, lens lenses
formula formulas formulae, nova novae novas, antenna antennas antennae, nebula nebulae nebulas
halo halos haloes, sheaf sheaves, child children
"""


def _related_forms(groups: str) -> dict[str, tuple[str, ...]]:
    """Map each word of the groups to the other words of its groups."""
    related: dict[str, tuple[str, ...]] = {}
    for group in groups.strip().replace("\n", ",").split(","):
        members = group.split()
        for word in members:
            others = tuple(other for other in members if other != word)
            related[word] = related.get(word, ()) + others
    return related


TAILS = _related_forms(_TAIL_GROUPS)
"""Like :data:`IRREGULAR`, but for word endings: the entries also apply to submatrix, polyhedron, hypothesis, analysis,
supernova.
"""

IRREGULAR = _related_forms(_GROUPS)
"""A word to its other forms."""

_VOWEL_ENDED = frozenset(
    "alibi api bci bureau cpu emoji emu gnu gpgpu gpu gui guru imu menu mri npu poi qpu relu roi ski taxi tpu tsunami "
    "wiki".split()
)
"""Singulars in -u and -i, whose plural ends in -us or -is as other singulars do."""

_COUNTED_IN_IC = frozenset(
    "academic antibiotic caustic ceramic characteristic clinic comic conic critic cubic dielectric diacritic epic "
    "epidemic fabric ferroelectric generic harmonic heuristic infographic logic lyric metaheuristic metric mimic "
    "mosaic multiferroic nematic organic pandemic psychedelic quadratic quadric quartic quintic relic rubric "
    "schematic sextic statistic tactic thermoelectric topic".split()
)
"""Words in -ic that have a plural; physics, dynamics and other names of fields are not plurals."""

_COUNTED_IN_ED = frozenset(
    "biped embed hundred imbed kindred moped oled parallelepiped parallelopiped quadruped qled seabed sewershed shred "
    "testbed watershed".split()
)
"""Words in -ed that have a form in -s; all other words in -ed of more than four letters count as participles and have
none.
"""

UNCHANGING = frozenset(
    """
    about above across after afterwards all along also although always among and any are backwards because been
    before being below besides between both but can could did does downwards during each even for forwards from goes
    had has have hence her here hers his how however indoors into inwards its itself just less may might more most
    much must news nor not nowadays only onto others ours ourselves outdoors outwards over overseas per perhaps plus
    shall should since some sometimes such than that the their theirs them themselves then there therefore these
    they this those though through thus towards under until upon upwards very via was were what when where whereas
    whether which while who whom whose why will with within without would yes you your yours yourselves
    alas algaas arpes asbestos barracks bfgs caries chaos christmas cityscapes cmos corps cosmos crossroads diabetes
    ethos facies gaas gflops gmres harps headquarters herpes https ingaas interspecies intraspecies iras kudos ldots
    lpips maths mcts molasses multispecies neurips nuscenes otimes outskirts pancreas pathos quasispecies rabies
    rixs rkhs rtimes sans series species subseries subspecies timeseries trans veritas
    adams ahlfors andrews barnes bayes brans brats burgers collins connes cummings daubechies davies descartes
    devries douglas edwards elkies erdos evans fuchs gennes gibbons gibbs hans hastings hawkes hermes higgs
    hipparcos hughes huygens james jaynes jeans jones kramers lanczos langlands lucas mars mills mises moses myers
    netherlands peierls peres phillips potts ramses reeves reynolds rogers sachs scholes simons stieltjes stokes
    texas thames thomas ulysses vegas vries waals wales williams yves
    """.split()
)
"""Words that are neither singular nor plural of another word: function words, names, and words that only end in -s."""
