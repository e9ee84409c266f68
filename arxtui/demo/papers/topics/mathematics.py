"""Number theory and probability."""

from arxtui.demo.papers.topics.topic import Finding, Topic

NUMBERS = Topic(
    category="math.NT",
    crosses=("math.AG", "math.CO", "math.RT", "math.PR", "math.LO"),
    subjects=(
        "elliptic curves of small conductor",
        "Dirichlet $L$-functions",
        "primes in short intervals",
        "quadratic class groups",
        "modular forms of half-integral weight",
        "$p$-adic heights",
        "sums of three squares",
        "Diophantine approximations",
    ),
    settings=(
        "over function fields",
        "in arithmetic progressions",
        "at the edge of the critical strip",
        "over $\\mathbb{Q}(\\sqrt{-d})$",
        "with prescribed torsion",
        "on average",
    ),
    methods=("the large sieve", "a dispersion argument", "Kuznetsov-type formulas", "descent", 'Gr\\"obner bases'),
    bounds=(
        r"$O(x^{1/2+\varepsilon})$",
        r"$O(x^{5/6})$",
        r"$o(x / \log x)$",
    ),
    forms=(
        r"$\zeta(s)$",
        r"$L(s, \chi)$",
        r"$L(s, E)$",
    ),
    titles=(
        "On <x> <y>",
        "Moments of <x> <y>",
        "A Remark on <x>",
        "<X> and a Question of Density",
        "Effective Bounds for <x> <y>",
        "The Distribution of <x> <y>",
        "Non-vanishing for <x> <y>",
        'An Undecidability Result in the Spirit of G\\"odel for <x>',
    ),
    openings=(
        "Let $K$ be a number field of degree <k>; we study <x> attached to $K$ <y>.",
        "The distribution of <x> is a classical subject with many open ends.",
        "It is expected that <x> <y> behave like a random model predicts.",
        "Questions about <x> go back to the very beginnings of the theory.",
        "We investigate <x> <y>, with a view towards explicit results.",
    ),
    gaps=(
        "Unconditionally, however, only weak bounds of the form <b> are known.",
        "The known proofs depend on an unproved hypothesis about the zeros of <c>.",
        "Numerical experiments suggest a secondary term that theory has not explained.",
        "In the range that matters for applications the trivial bound had not been beaten.",
        "The case of even characteristic has been left aside by most authors.",
    ),
    aims=(
        "We prove an asymptotic formula with a power saving in the error term.",
        "In this paper we obtain the first non-trivial estimate in the range $q \\le x^{4/7}$.",
        "Our main theorem states that a positive proportion of <x> has the expected property <y>.",
        "We give a short proof of a bound that was previously known only for <c>.",
    ),
    means=(
        "The proof combines <m> with a new estimate for bilinear forms with Kloosterman fractions.",
        "The argument rests on <m> and on a careful treatment of the diagonal terms.",
        "We reduce the problem to counting lattice points on <k> explicit surfaces.",
        "The main ingredient is an identity of Vaughan type, applied $<k>$ times.",
        "After a smooth partition of unity the off-diagonal terms are bounded by <m>.",
    ),
    findings=(
        Finding(
            "As a consequence, at least <p>\\% of all such objects, ordered by height, satisfy the conjecture.",
            "At least <p>% of cases satisfy the conjecture unconditionally",
            "Ordering by height and combining <m> with bounds for bilinear forms gives a positive proportion at last.",
        ),
        Finding(
            "The exponent $4/7$ replaces the former $1/2$ and is the limit of the method.",
            "The level of distribution passes the square-root barrier",
            "New bounds for bilinear forms move the exponent from 1/2 to 4/7, where the method itself comes to an end "
            "and new ideas are needed to go on.",
        ),
        Finding(
            "We verify the prediction for all discriminants up to $10^{1<k>}$ and find no counterexample.",
            "No counterexample among all discriminants checked",
            "A computation with certified arithmetic covers every discriminant in the range and supports a secondary "
            "term that was only suspected before.",
        ),
        Finding(
            "We also show that $\\mathbb{Z}/2\\mathbb{Z} \\times \\mathbb{Z}/6\\mathbb{Z}$ occurs infinitely often.",
            "A missing torsion group turns out to occur infinitely often",
            "Rational points on explicit surfaces give infinitely many examples where only sporadic ones were known.",
        ),
    ),
    closings=(
        "An appendix lists all exceptional cases with <n> as a factor of the conductor.",
        "The constants are explicit throughout.",
        "We discuss how far the method can be pushed under the generalised Riemann hypothesis.",
        "All computations can be repeated within an hour on a laptop.",
        "Several related questions are stated at the end.",
    ),
)

PROBABILITY = Topic(
    category="math.PR",
    crosses=("math-ph", "math.CO", "math.ST", "math.AP", "cs.DM"),
    subjects=(
        "branching random walks",
        "critical percolation clusters",
        "exclusion processes",
        "random recursive trees",
        "Gaussian free fields",
        "mean-field spin glasses",
        "reflected diffusions",
        "self-avoiding polygons",
    ),
    settings=(
        "in random environments",
        "near criticality",
        "on hyperbolic lattices",
        "with heavy tails",
        "in two dimensions",
        "with long-range interactions",
    ),
    methods=("a spine decomposition", "the lace expansion", "a coupling from the past", "Stein's method", "duality"),
    bounds=(
        r"$n^{2/3}$",
        r"$\sqrt{\log n}$",
        r"$n^{1/3}$",
        r"$\log n$",
    ),
    forms=(
        r"$\sqrt{n}$",
        r"$\log\log n$",
        r"$n^{1/4}$",
    ),
    titles=(
        "Scaling Limits of <x> <y>",
        "Mixing Times for <x> <y>",
        "Large Deviations of <x> <y>",
        "<X> and the Maximum at Time $t$",
        "A Central Limit Theorem for <x> <y>",
        "Sharp Thresholds in <x>",
        "The Shape of <x> <y>",
    ),
    openings=(
        "We study <x> <y> and describe their behaviour as the system grows.",
        "<X> are a simple model of a complicated phenomenon, and even the simple model is not fully understood.",
        "It has long been predicted by physicists that <x> <y> fluctuate on the scale <b>.",
        "Consider <x> started from a typical configuration.",
        "This paper is about rare events of <x>, and about what the system looks like when they happen.",
    ),
    gaps=(
        "Rigorous results were confined to integrable cases, where exact formulas are at hand.",
        "The second moment method fails here, since correlations decay too slowly <y>.",
        "Neither monotonicity nor a positive correlation inequality is available.",
        "Below the upper critical dimension even the order of magnitude was unknown.",
        "Earlier arguments need an exponential moment that is not there with heavy tails.",
    ),
    aims=(
        "We prove convergence to a limit that is explicit up to one constant.",
        "Our main result identifies the order of the fluctuations as <b>.",
        "We determine the mixing time up to a window of order <c>.",
        "We show that the critical value is strictly positive and continuous in all parameters.",
    ),
    means=(
        "The proof uses <m> together with a multiscale argument in the spirit of renormalisation.",
        "By <m> the problem reduces to a random walk that is conditioned to stay positive.",
        "We compare the process with an exactly solvable one and control the error by <m>.",
        "A key step is a quenched estimate that holds for all but <k> of the scales.",
        "The environment is revealed gradually, which makes the increments nearly independent.",
    ),
    findings=(
        Finding(
            "In particular the limit does not depend on the law of the environment beyond its variance.",
            "The limit forgets everything about the environment but its variance",
            "A comparison with a solvable process shows universality without any assumption on exponential moments.",
        ),
        Finding(
            "The cutoff phenomenon occurs with an explicit profile.",
            "The chain mixes abruptly, with a profile that can be written down",
            "Up to a window of lower order nothing is mixed, and shortly after everything is; the profile follows from "
            "a conditioned random walk and can be computed.",
        ),
        Finding(
            "For $d \\ge 7$ the exponents take their mean-field values, with logarithmic corrections in $d = 6$.",
            "Mean-field exponents hold from dimension seven",
            "The expansion converges once every bubble is small, which certified numerics confirm in all dimensions "
            "from seven upwards.",
        ),
        Finding(
            "Conditioned on the rare event, the system is atypical only in a ball of radius <b>.",
            "Rare events happen locally, in one small ball",
            "Outside of a ball the conditioned system looks typical, so that one local deviation explains it all.",
        ),
    ),
    closings=(
        "Several extensions and a conjecture about the case $\\alpha = 1$ are discussed.",
        "Simulations with $10^<k>$ steps illustrate the result.",
        "The method is robust and applies to a class of related models.",
        "This answers a question that was raised in [28].",
    ),
)
