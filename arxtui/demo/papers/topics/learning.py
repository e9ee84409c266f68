"""Machine learning and statistics."""

from arxtui.demo.papers.topics.topic import Finding, Topic

LEARNING = Topic(
    category="cs.LG",
    crosses=("stat.ML", "cs.AI", "cs.CL", "cs.DC", "cs.CV", "cs.NE"),
    subjects=(
        "sparse mixtures of experts",
        "graph neural networks",
        "federated learners",
        "diffusion samplers",
        "tabular foundation models",
        "recurrent state-space models",
        "reward models",
        "contrastive encoders",
        "neural operators",
        "low-rank adapters",
    ),
    settings=(
        "over lossy links",
        "with few labels",
        "under distribution shift",
        "at long context",
        "on irregular time series",
        "with noisy feedback",
        "beyond the training horizon",
    ),
    methods=("Gradient Gossip", "Patchwork", "SlowBurn", "Marginalia", "TwinTape", "Halfstep", "Seedbed"),
    bounds=(
        r"$O(1/\sqrt{T})$",
        r"$O(1/T)$",
        r"$O(\log T / T)$",
        r"$\mathcal{O}(d \log T / T)$",
    ),
    forms=(
        r"$\ell_2$",
        r"$\ell_1$",
        r"$\mathrm{KL}(p \,\|\, q)$",
        r"$W_2$",
    ),
    titles=(
        "<m>: Training <x> <y>",
        "When Do <x> Generalise <y>?",
        "Calibrated <x> <y>",
        "Forgetting Is Cheap: <x> <y>",
        "<m> for <x>",
        "Scaling Laws of <x> <y>",
        "On the Implicit Bias of <x>",
        "Pruning <x> without Regret",
        "[Re] A Careful Replication of <x> <y>",
    ),
    openings=(
        "<X> have become a default choice, often before anyone has asked what they learn <y>.",
        "Training <x> <y> is still more of a craft than a science.",
        "The success of <x> rests on data that are plentiful, clean and close to what the model will meet.",
        "Recent <x> reach impressive averages while their worst cases remain largely unexplored.",
        "Practitioners adapt <x> to new tasks every day, usually by trial and error.",
    ),
    gaps=(
        "Theory covers models that are too small, and experiments cover models that are too large to understand.",
        "Confidence is reported by few papers and calibrated <y> by almost none.",
        "The dominant recipe needs <n> times more memory at training time than the model needs afterwards.",
        "Ablations change several things at once, so it remains unclear which of them matters.",
        "Common benchmarks reward memorisation, as was observed for earlier models [12, 28].",
    ),
    aims=(
        "We propose <m>, a training scheme that updates <n>\\% of the parameters in each step.",
        "In this work we study <x> <y> in a setting that is small enough to be solved exactly.",
        "We introduce <m>, which couples two copies of the model through their disagreement alone.",
        "This paper asks how little supervision <x> need <y>, and gives a quantitative answer.",
    ),
    means=(
        "At its core is a regulariser that penalises the <c> distance between successive representations.",
        "Each worker sends a sketch of <k> kilobytes in place of its gradient and corrects the error it made in the "
        "next step.",
        "We derive the update from a variational bound and show that it needs no second backward pass.",
        "A curriculum orders the examples by how often the model changes its mind about them.",
        "Our analysis follows the singular values of the weights through training.",
    ),
    findings=(
        Finding(
            "Across <k> public benchmarks <m> improves accuracy by <f> points on average and never loses more than "
            "half a point.",
            "Small, steady gains on every benchmark that was tried",
            "<m> adds <f> points on average over <k> public data sets and never costs more than half a point anywhere.",
        ),
        Finding(
            "We show convergence at the rate <b> without assuming bounded gradients.",
            "Convergence no longer needs bounded gradients",
            "A potential argument replaces the usual assumption and keeps the familiar rate, also where workers report "
            "late or not at all in some of the rounds of training.",
        ),
        Finding(
            "The same accuracy is reached with <p>\\% fewer labels and a <f>-fold smaller peak memory.",
            "Same accuracy with <p>% fewer labels and far less memory",
            "Ordering examples by how often the model changes its mind makes most labels redundant.",
        ),
        Finding(
            "Expected calibration error falls from <q>\\% to <k>\\% and stays there when the data drift.",
            "Calibration holds up when the data drift",
            "Disagreement between two coupled copies is a better confidence score than the softmax of either, and it "
            "survives a shift of the inputs.",
        ),
        Finding(
            "Surprisingly, a linear probe on the second layer explains <p>\\% of the gain.",
            "A linear probe explains most of the improvement",
            "Most of what the method gains is already visible in the second layer, where <p>% of it can be read off.",
        ),
    ),
    closings=(
        "We release code, checkpoints and the full log of every run, failed ones included.",
        "These results hold for models of up to <n> million parameters; we make no claim beyond that.",
        "We hope that the negative results in the appendix spare others the same detours.",
        "The method adds <k> lines to an existing training loop.",
        "An interactive version of the main figure is available at https://example.org/demo.",
    ),
)

STATISTICS = Topic(
    category="stat.ML",
    crosses=("cs.LG", "stat.ME", "math.ST", "stat.CO", "econ.EM"),
    subjects=(
        "Gaussian process surrogates",
        "conformal prediction sets",
        "kernel two-sample tests",
        "Bayesian additive trees",
        "optimal transport maps",
        "sequential Monte Carlo samplers",
        "debiased estimators",
        "sparse precision matrices",
    ),
    settings=(
        "under covariate shift",
        "in high dimension",
        "with dependent data",
        "from censored observations",
        "under model misspecification",
        "with adaptive designs",
    ),
    methods=("split calibration", 'K\\"ording weighting', "double anchoring", "lazy annealing", "profile folding"),
    bounds=(
        r"$n^{-1/3}$",
        r"$n^{-1/2} \log n$",
        r"$s \log p / n$",
    ),
    forms=(
        r"$W_2(\mu_n, \mu)$",
        r"$\sup_f |P_n f - P f|$",
        r"$\|\hat{\Sigma} - \Sigma\|$",
    ),
    titles=(
        "Valid Inference with <x> <y>",
        "Adaptive <x> <y>",
        "Minimax Rates for <x> <y>",
        "<X> at the $n^{-1/3}$ Barrier",
        "A Bootstrap for <x>",
        "On the Robustness of <x> <y>",
        "Fast <x> through <m>",
    ),
    openings=(
        "<X> promise guarantees without a model, and keep that promise only as long as the data are exchangeable.",
        "The use of <x> <y> has outrun what is known about their sampling error.",
        "Estimating uncertainty is harder than estimating a mean, in particular <y>.",
        "Many scientific pipelines end in <x>, whose output is then treated as if it were observed.",
        "We consider <x> from the point of view of a statistician who gets to see each observation once.",
    ),
    gaps=(
        "Known rates require tuning parameters that depend on the unknown smoothness.",
        "The standard bootstrap fails at the rate <b>, and subsampling is wasteful.",
        "Available corrections assume a density ratio that is bounded and known.",
        "Coverage is guaranteed on average over all groups, which may hide that one group is never covered.",
        "Existing bounds grow with the ambient dimension even where the data lie on a line.",
    ),
    aims=(
        "We construct <x> that remain valid <y> and adapt to the local noise.",
        "We establish matching upper and lower bounds for <x> <y>.",
        "This article proposes <m>, a one-step correction that needs no density ratio.",
        "We develop a theory of <x> whose constants can be computed from the sample.",
    ),
    means=(
        "The construction reweights residuals by an estimate of the shift and inflates the threshold by its own error.",
        "Our proof combines a peeling argument with a concentration inequality for <c>.",
        "It suffices to solve <k> small linear systems, so that the cost is dominated by sorting.",
        "A leave-one-out coupling decouples the tuning step from the final estimate.",
        "The procedure runs in two passes and keeps <n> numbers in memory.",
    ),
    findings=(
        Finding(
            "We prove that conditional coverage is attained up to a term of order <b>, which cannot be improved.",
            "Coverage within each group at the best possible rate",
            "Reweighted residuals give conditional coverage up to a term that, as a matching lower bound shows, no "
            "procedure of this kind can avoid at any sample size.",
        ),
        Finding(
            "In simulations the intervals are <p>\\% shorter than those of the best competitor at the same level.",
            "Intervals shrink by <p>% and keep their level",
            "Estimating the shift and its own error at once avoids the slack that earlier corrections carry along.",
        ),
        Finding(
            "On <n> real data sets nominal coverage of 90\\% is missed only twice.",
            "Nominal coverage holds on almost all real data sets",
            "Among <n> public data sets the sets fall short of 90% only twice, both times for fewer than fifty points.",
        ),
        Finding(
            "The estimator is asymptotically normal even though its nuisance parameters converge at the slow rate "
            "$n^{-1/4}$.",
            "Normal limits survive slowly estimated nuisances",
            "A leave-one-out coupling removes the first-order effect of tuning, so that the usual tables apply.",
        ),
    ),
    closings=(
        "An R package accompanies the paper.",
        "The proofs are self-contained and collected in a supplement.",
        "We illustrate the method on a public survey and on a simulated clinical trial.",
        "Extensions to streaming data are discussed briefly.",
    ),
)
