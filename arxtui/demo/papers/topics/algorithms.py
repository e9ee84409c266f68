"""Data structures and algorithms."""

from arxtui.demo.papers.topics.topic import Finding, Topic

DATA_STRUCTURES = Topic(
    category="cs.DS",
    crosses=("cs.DM", "math.CO", "cs.CC", "cs.CG", "cs.DB", "cs.DC"),
    subjects=(
        "persistent priority queues",
        "dynamic spanning forests",
        "succinct dictionaries",
        "suffix arrays",
        "quantile sketches",
        "interval trees",
        "learned Bloom filters",
        "chordal completions",
        "online matchings",
        "range-minimum structures",
    ),
    settings=(
        "in external memory",
        "in the streaming model",
        "on planar graphs",
        "under adversarial updates",
        "in the cell-probe model",
        "with predictions",
    ),
    methods=("lazy halving", "stacked sampling", "mirror trees", "the echo argument", "two-finger hashing"),
    bounds=(
        r"$O(\log n)$",
        r"$O(\log^2 n)$",
        r"$O(\log n / \log\log n)$",
        r"$\tilde{O}(n^{1/3})$",
        r"$O(\sqrt{n})$",
    ),
    forms=(
        r"$\Omega(\log\log n)$",
        r"$\Omega(\sqrt{\log n / \log\log n})$",
    ),
    titles=(
        "Faster <x> <y>",
        "Near-Optimal <x> <y>",
        "<X> in $O(n \\log n)$ Time",
        "Simple <x> through <m>",
        "A Lower Bound for <x> <y>",
        "Deterministic <x> <y>",
        "Counting with <x>",
        "Practical <x> <y>",
    ),
    openings=(
        "<X> are among the oldest objects of the field, and their exact cost <y> has been open for some time.",
        "We consider <x> <y>, where each update may change <b> pointers in the worst case.",
        "A classical result states that <x> can be maintained in amortised time <b>.",
        "The study of <x> has seen steady progress since the first non-trivial bounds.",
        "How fast can <x> be if randomness is not allowed?",
    ),
    gaps=(
        "The best deterministic bound has stood still, while randomised algorithms kept improving.",
        "Known structures are optimal in theory and slow in practice because of constants of the order of <n>.",
        "It was conjectured that the logarithmic factor is necessary <y>.",
        "All previous constructions break down when the adversary sees the coins of the algorithm.",
        "The gap between the upper bound <b> and the lower bound <c> has resisted all attempts.",
    ),
    aims=(
        "We close this gap with a structure that supports updates and queries in <b> worst-case time.",
        "In this paper we give a simple algorithm for <x> <y> that is based on <m>.",
        "We show how to maintain <x> under insertions and deletions in <b> time per operation.",
        "This note contains a short proof that <x> need $\\Omega(n \\log n)$ space, even where answers may be off by a "
        "constant factor.",
    ),
    means=(
        "The main tool is <m>, which trades a logarithm in the query time for a linear term that is paid once.",
        "We decompose the input into <k> levels, rebuild the lower ones eagerly and the upper ones in the background.",
        "Our reduction preserves sparsity, so that hardness transfers without a loss in the exponent.",
        "A potential function that counts inversions twice makes the amortisation work.",
        "The analysis is elementary and avoids the heavy machinery of earlier proofs.",
    ),
    findings=(
        Finding(
            "This improves on the previous bound by a factor of $\\log\\log n$ and is tight up to constants.",
            "A doubly logarithmic factor goes, and the bound is now tight",
            "Paying one linear term in advance removes the factor that separated upper and lower bounds <y>.",
        ),
        Finding(
            "As a corollary we obtain the first deterministic structure with update time <b>.",
            "First deterministic structure to match randomised update times",
            "Rebuilding lower levels eagerly and upper ones in the background takes the place of random sampling in "
            "all of the earlier structures of this family.",
        ),
        Finding(
            "An implementation of <n>0 lines beats the standard library by a factor of <f> on a million keys.",
            "Short code beats the standard library by a factor of <f>",
            "The structure is simple enough for <n>0 lines and keeps its lead from a thousand keys to many millions.",
        ),
        Finding(
            "Under a widely believed hypothesis, no algorithm can save a further factor of $n^{\\varepsilon}$.",
            "Hardness rules out any further polynomial savings",
            "A reduction that preserves sparsity carries a standard hypothesis over without loss in the exponent.",
        ),
    ),
    closings=(
        "The result extends to weighted inputs with integer weights.",
        "We conclude with <k> open problems.",
        "Along the way we correct a small gap in an earlier proof.",
        "Source code and inputs are available at https://example.org/demo.",
        "The same idea applies to several neighbouring problems, which we sketch.",
    ),
)
