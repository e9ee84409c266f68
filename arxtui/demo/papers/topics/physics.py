"""Particle physics and quantum information."""

from arxtui.demo.papers.topics.topic import Finding, Topic

PARTICLES = Topic(
    category="hep-ph",
    crosses=("hep-ex", "hep-th", "hep-lat", "astro-ph.CO", "nucl-th"),
    subjects=(
        "vector-like leptons",
        "axion-like particles",
        "heavy neutral leptons",
        "Higgs pair processes",
        "jet substructure observables",
        "dark photons",
        "charmed baryon decays",
        "sterile neutrino searches",
        "electroweak showers",
    ),
    settings=(
        "at $\\sqrt{s}=13$ TeV",
        "at future muon colliders",
        "in the forward region",
        "at next-to-next-to-leading order",
        "in beam-dump experiments",
        "beyond the narrow-width approximation",
    ),
    methods=("a profile likelihood", "threshold resummation", "dispersive bounds", "a Monte Carlo reweighting"),
    bounds=(
        r"$\alpha_s^2$",
        r"$\alpha_s^3$",
        r"$\alpha\,\alpha_s$",
    ),
    forms=(
        r"$139\,\mathrm{fb}^{-1}$",
        r"$300\,\mathrm{fb}^{-1}$",
        r"$3\,\mathrm{ab}^{-1}$",
    ),
    titles=(
        "Constraints on <x> <y>",
        "<X> <y>: Status and Prospects",
        "Resummed Predictions for <x> <y>",
        "Hunting for <x> <y>",
        "Precision Tests with <x> <y>",
        "Global Fits of <x>",
        "Interference Effects in <x> <y>",
    ),
    openings=(
        "<X> appear in many extensions of the Standard Model and leave distinctive traces <y>.",
        "The data collected so far, <c>, allow for precise statements about <x>.",
        "Theoretical uncertainties have become the limiting factor in the interpretation of <x> <y>.",
        "We revisit <x> in the light of recent measurements and improved parton distributions.",
        "Searches for <x> have so far relied on simplified models with a single free coupling.",
    ),
    gaps=(
        "Existing limits assume prompt decays and lose sensitivity for lifetimes above <k> mm.",
        "Fixed-order predictions suffer from large logarithms close to threshold.",
        "The interference with the background is commonly neglected, although it can reach <p>\\%.",
        "A consistent treatment of correlated systematic uncertainties has been missing.",
        "Published analyses cannot be reinterpreted without access to the full likelihood.",
    ),
    aims=(
        "We compute the production of <x> <y> including corrections of order <b>.",
        "We derive new limits on <x> from a reinterpretation of <n> public analyses.",
        "In this article we present a global analysis of <x> in an effective field theory with <k> operators.",
        "We propose a search strategy for <x> that is based on timing and displaced vertices.",
    ),
    means=(
        "The calculation employs <m> and is implemented in a publicly available program.",
        "Detector effects are modelled by a fast simulation that we validate against published efficiencies.",
        "Scale uncertainties are estimated by the usual seven-point variation and, independently, by <m>.",
        "We marginalise over <n> nuisance parameters and report the full covariance matrix.",
        "Signal and background are separated by two angular variables that are insensitive to pile-up.",
    ),
    findings=(
        Finding(
            "Masses below <n>0 GeV are excluded at 95\\% confidence level for all mixing angles considered.",
            "Masses below <n>0 GeV are ruled out at every mixing angle",
            "Public analyses already exclude the light region once displaced decays are put back into the signal model "
            "with realistic efficiencies.",
        ),
        Finding(
            "The scale uncertainty shrinks from <q>\\% to <k>\\%, and the central value moves up by <f>\\%.",
            "Scale uncertainty shrinks from <q>% to <k>%",
            "Resumming threshold logarithms stabilises the prediction and moves it closer to the measured rate.",
        ),
        Finding(
            "We find a mild tension of <f>$\\sigma$ with the Standard Model, driven by a single bin.",
            "A mild tension with the Standard Model hangs on one bin",
            "Dropping a single bin brings the global fit back to agreement; the covariance is published in full.",
        ),
        Finding(
            "With <c> the reach extends to couplings that are smaller by a factor of <n>.",
            "Timing information extends the reach <n>-fold",
            "Displaced vertices with a time stamp are nearly free of background, so that the reach grows with the data "
            "taken and not only with its square root.",
        ),
    ),
    closings=(
        "All likelihoods are provided in machine-readable form.",
        "Implications for model building are briefly discussed.",
        "We encourage the experimental collaborations to publish the proposed distributions.",
        "Our conclusions do not depend on the choice of the parton distributions.",
        "The code can be obtained from https://example.org/demo.",
    ),
)

QUANTUM = Topic(
    category="quant-ph",
    crosses=("cs.IT", "cond-mat.stat-mech", "math-ph", "cs.CC", "cs.DS"),
    subjects=(
        "surface-code decoders",
        "bosonic codes",
        "variational circuits",
        "trapped-ion gates",
        "random-circuit experiments",
        "entanglement witnesses",
        "stabiliser simulators",
        "quantum random walks",
        "magic-state factories",
    ),
    settings=(
        "with biased noise",
        "below threshold",
        "at finite temperature",
        "with leakage",
        "under measurement back-action",
        "on near-term hardware",
    ),
    methods=("Larkspur", "soft matching", "shadow stitching", "a tensor-network ansatz", "echoed pulses"),
    bounds=(
        r"$10^{-3}$",
        r"$4 \times 10^{-3}$",
        r"$0.7\,\%$",
    ),
    forms=(
        r"$\mathbb{Z}_2$",
        r"$\mathrm{U}(1)$",
        r"$\mathbb{Z}_2 \times \mathbb{Z}_2$",
    ),
    titles=(
        "Fast <x> <y>",
        "<X> <y>",
        "Certifying <x> <y>",
        "Error Budgets of <x> <y>",
        "Overhead-Free <x> through <m>",
        "Classical Limits of <x>",
        "How Noise Helps <x>",
        "Benchmarking <x> <y>",
    ),
    openings=(
        "<X> are a central ingredient of fault-tolerant architectures, and their cost <y> dominates many estimates.",
        "Noise in present devices is neither independent nor identical, and <x> feel the difference.",
        "Claims about <x> are easy to state and hard to certify <y>.",
        "We consider <x> for systems with a dominant error channel.",
        "Whether <x> offer an advantage depends on what the best classical algorithm can do.",
    ),
    gaps=(
        "Decoding in real time requires an answer within a microsecond, which rules out exact methods.",
        "Idealised thresholds do not take leakage into account and are off by a factor of <f>.",
        "Tomography scales exponentially and is out of reach beyond <k> qubits.",
        "The energy landscape is known to be flat almost everywhere.",
        "Published error rates average over qubits that differ by an order of magnitude.",
    ),
    aims=(
        "We introduce <m>, which runs in time $O(d^3)$ and uses the analogue information of each measurement.",
        "Here we show that <x> tolerate error rates of up to <b> <y>.",
        "We report a certification protocol for <x> that needs a constant number of settings.",
        "We present a classical algorithm that simulates <x> <y> in polynomial time.",
    ),
    means=(
        "The protocol needs only Pauli measurements and a classical post-processing step that is linear in the data.",
        "We map the problem to a statistical model with <c> symmetry and solve it by Monte Carlo sampling.",
        "Pulses are shaped such that the leading error cancels, as confirmed by randomised benchmarking over <n> days.",
        "Correlated faults are represented by hyperedges, and <m> resolves them locally.",
        "Our bounds follow from a convexity argument and hold for any number of parties.",
    ),
    findings=(
        Finding(
            "The logical error rate falls by a factor of <f> with every step in the code distance.",
            "Each step in distance cuts logical errors by a factor of <f>",
            "Using the analogue value of every measurement instead of a bit makes the suppression steeper at no cost "
            "in hardware.",
        ),
        Finding(
            "Decoding takes <n>0 nanoseconds per round on a small programmable chip.",
            "Decoding keeps up with the hardware at <n>0 nanoseconds",
            "Local resolution of hyperedges fits on a small chip and leaves room for a second pass.",
        ),
        Finding(
            "We certify genuine entanglement of <n> qubits with a confidence of 99.<k>\\%.",
            "Entanglement of <n> qubits certified with few settings",
            "A constant number of measurement settings suffices, whatever the number of qubits may be, and the test "
            "makes no assumption about the noise in the device.",
        ),
        Finding(
            "Below a noise level of <b> the classical simulation fails, which locates the possible advantage.",
            "A sharp noise level separates simulable from hard",
            "Above it a polynomial algorithm reproduces every output; below it all known methods break down.",
        ),
        Finding(
            "Compared with the standard layout the overhead in qubits is reduced by <p>\\%.",
            "<p>% fewer qubits for the same logical error rate",
            "A layout that follows the bias of the noise saves qubits without a longer computation.",
        ),
    ),
    closings=(
        "Experimental data and decoder are available at https://example.org/demo.",
        "The scheme is compatible with existing control electronics.",
        "We conclude that bias is a resource, not only a nuisance.",
        "Our findings apply to other codes of the family with small changes.",
    ),
)
