"""Distributed computing and performance."""

from arxtui.demo.papers.topics.topic import Finding, Topic

DISTRIBUTED = Topic(
    category="cs.DC",
    crosses=("cs.DS", "cs.LG", "cs.PF", "cs.NI", "cs.OS", "cs.DB"),
    subjects=(
        "sharded optimizers",
        "replicated queues",
        "persistent logs",
        "gossip protocols",
        "lease-based locks",
        "geo-replicated stores",
        "stateful functions",
        "barrier-free collectives",
        "work-stealing runtimes",
        "checkpoint pipelines",
        "membership services",
    ),
    settings=(
        "over lossy wide-area links",
        "on heterogeneous clusters",
        "under partial synchrony",
        "at ten thousand nodes",
        "on preemptible machines",
        "across failure domains",
        "with disaggregated memory",
    ),
    methods=("Tidewater", "Quillgate", "Slowpath", "Hearsay", "Lodestone", "Ferryman", "Kelpline", "Drystone"),
    bounds=(
        r"$O(\sqrt{T})$",
        r"$O(n \log n)$",
        r"$O(f \log n)$",
        r"$O(\Delta / \varepsilon)$",
    ),
    forms=(r"$2f+1$",),
    titles=(
        "<m>: Bounded Staleness for <x> <y>",
        "Cheap Snapshots in <x>",
        "A Note on Fairness in <x> <y>",
        "What Do <x> Wait For?",
        "<m>: Rethinking <x> <y>",
        "Tail-Tolerant <x> <y>",
        "Proving <x> Correct <y>",
        "Elastic <x> without Global Coordination",
        "The Hidden Cost of Retries in <x>",
        "[Re] Reproducing the Scaling Claims of <x> <y>",
    ),
    openings=(
        "<X> are the quiet workhorses of large installations, and their behaviour <y> decides whether a service keeps "
        "its promises.",
        "Modern services rely on <x> to hide the failures of single machines, yet most designs assume that a network "
        "is either healthy or gone.",
        "The last decade has moved <x> from research prototypes into the critical path of almost every data centre.",
        "Operators who run <x> <y> report that rare, correlated delays hurt them more than crashes do.",
        "Coordination is expensive, and <x> pay for it on every single operation.",
    ),
    gaps=(
        "Existing protocols bound the delay of the median operation and say nothing about the slowest one percent.",
        "Published evaluations stop at a few dozen nodes, where the effects that dominate <y> cannot be seen.",
        "The usual remedy, a larger timeout, trades one failure mode for another and is tuned by hand.",
        "Proofs of safety abound, while liveness <y> is mostly a matter of hope.",
        "Earlier work [28] treats every replica alike, which wastes the fast ones and overloads the slow ones.",
    ),
    aims=(
        "We present <m>, a design that lets <x> make progress <y> with no more than <b> messages among <c> replicas.",
        "This paper introduces <m>, which separates the decision to wait from the decision to retry.",
        "We revisit the problem from the side of the scheduler and propose <m>, a small layer below <x>.",
        "In this paper we describe <m>, a protocol in which staleness is bounded per shard instead of globally.",
    ),
    means=(
        "<m> keeps a vector of <n> logical clocks per shard and merges them lazily, so that the common case needs a "
        "single round trip.",
        "The key idea is to let a straggler publish what it has, and to charge the difference to the next epoch.",
        "A compact certificate of <k> bytes travels with each request and replaces the second phase of agreement.",
        "We model the system as a timed automaton, check it for up to <n> processes, and prove the general case by "
        "induction on the number of epochs.",
        "Instead of electing a leader, replicas draw from a shared random beacon and step back for a time that grows "
        "with their own load.",
    ),
    findings=(
        Finding(
            "On a cluster of <n>0 machines <m> lowers the 99th percentile of latency by <p>\\% and leaves the median "
            "unchanged.",
            "Slowest requests speed up <p>% with the median untouched",
            "<m> lets stragglers publish partial work, so the tail shrinks on <n>0 machines without extra messages in "
            "the common case of the protocol.",
        ),
        Finding(
            "Under injected loss of <q>\\% of all packets throughput stays within a factor of <f> of the lossless run.",
            "Throughput survives heavy packet loss within a factor of <f>",
            "Charging delayed work to the next epoch keeps the pipeline full when links drop packets.",
        ),
        Finding(
            "We prove that the regret of any schedule that respects the bound is <b>, and that no protocol with fewer "
            "rounds can do better.",
            "A staleness bound per shard matches the best possible regret",
            "The proof charges every stale read to the epoch that caused it and meets a lower bound for all protocols "
            "with fewer rounds of communication.",
        ),
        Finding(
            "Recovery after the loss of a whole failure domain takes <k> seconds, <f> times faster than the best "
            "published system.",
            "Losing a whole failure domain costs only <k> seconds",
            "A lazily merged clock per shard makes recovery <f> times faster than the best published design.",
        ),
        Finding(
            "A replay of <n> days of production traces shows that <p>\\% of all retries were never needed.",
            "Most retries in production traces were never needed",
            "Replaying <n> days of traffic shows that <p>% of all retries could have been dropped unseen.",
        ),
    ),
    closings=(
        "The implementation, the traces and all scripts are available at https://example.org/demo.",
        "Our results suggest that delay, like memory, should be a resource that is accounted for.",
        "We discuss what these findings mean for systems that cannot be changed, and close with open questions.",
        "The approach needs no new hardware and can be adopted one shard at a time.",
        "A short appendix repeats every experiment with the parameters of earlier work.",
    ),
)

PERFORMANCE = Topic(
    category="cs.PF",
    crosses=("cs.DC", "cs.AR", "cs.OS", "cs.DB", "cs.SE"),
    subjects=(
        "set-associative caches",
        "hardware prefetchers",
        "queueing networks",
        "sampling profilers",
        "storage hierarchies",
        "memory allocators",
        "microbenchmarks",
        "power governors",
        "branch predictors",
    ),
    settings=(
        "on many-core processors",
        "in shared environments",
        "under bursty load",
        "at saturation",
        "in virtual machines",
        "with tiered memory",
    ),
    methods=("Plumbline", "Tally", "Whetstone Two", "Coldstart", "Gauge", "Ledgerline"),
    bounds=(
        r"$\rho = 0.9$",
        r"$\rho = 0.95$",
        r"$95\,\%$ load",
    ),
    forms=(r"$M/G/k$",),
    titles=(
        "Why <x> Lie: An Empirical Study <y>",
        "<m>: Honest Measurements of <x> <y>",
        "A Second Look at <x> <y>",
        "Modelling <x> with Few Counters",
        "The Warm-Up Problem for <x>",
        "How Much Noise Do <x> Add <y>?",
        "Sizing <x> <y> from a Single Trace",
    ),
    openings=(
        "Measurements of <x> are quoted to three digits and rarely repeated.",
        "Anyone who has tuned <x> <y> knows that the second run is never like the first.",
        "Performance models of <x> are simple, and <y> they are simply wrong.",
        "The behaviour of <x> is documented in outline only, so engineers infer the rest from experiments.",
        "Capacity planning depends on how <x> respond when the load comes close to what the machine can do.",
    ),
    gaps=(
        "Most studies report means, although the distributions <y> have several modes.",
        "Interference from neighbours is commonly treated as noise and averaged away.",
        "Counters that would settle the question exist, but reading them changes what is being measured.",
        "Classical results hold for <c> queues as $\\rho \\to 1$ and are silent about the first minutes of a run.",
        "It is not known how many repetitions are enough, and five is a custom rather than a result.",
    ),
    aims=(
        "We introduce <m>, a method that tells real changes from artefacts with <n> short runs.",
        "This paper derives a closed form for <x> <y> and tests it on <k> machines.",
        "We report on a controlled study of <x> that varies one factor at a time.",
        "We propose <m>, an open tool that records the state of the machine beside every figure it prints.",
    ),
    means=(
        "It interleaves the variants in random order, pairs neighbouring runs, and looks at ratios only.",
        "The model has <k> parameters, all of which can be read off a trace of <n> thousand accesses.",
        "We pin frequency and memory placement, flush what can be flushed, and record what cannot.",
        "A change-point detector splits each run into phases, and only steady phases are compared.",
        "Service times are fitted by a phase-type distribution, which keeps the analysis exact up to <b>.",
    ),
    findings=(
        Finding(
            "Of <n> published speed-ups that we could repeat, <p>\\% vanish once the order of the runs is randomised.",
            "Randomising run order erases many published speed-ups",
            "Of <n> repeated results, <p>% disappear when variants are interleaved instead of run one after another on "
            "the same warm machine.",
        ),
        Finding(
            "The model predicts the latency at 90\\% utilisation with an error below <k>\\%.",
            "A handful of parameters predict latency near saturation",
            "Everything the model needs can be read off one short trace, and the error stays below <k>%.",
        ),
        Finding(
            "Page placement alone explains a factor of <f> between two runs of the same binary.",
            "Page placement alone makes one binary <f> times slower",
            "Two runs of the same program differ by more than most optimisations gain; pinning memory removes it.",
        ),
        Finding(
            "Turning the prefetcher off costs <p>\\% on average, and gains <q>\\% on pointer-chasing programs.",
            "Prefetching hurts programs that chase pointers",
            "Switching it off costs <p>% on average but gains <q>% where the next address depends on the last load.",
        ),
        Finding(
            "Half of the variance is gone after <n> seconds of warm-up, the other half never goes away.",
            "Half of the noise in benchmarks never goes away",
            "Warm-up of <n> seconds removes one half of the variance; the rest comes with the machine and has to be "
            "reported with every figure that is published.",
        ),
    ),
    closings=(
        "All raw measurements are published with the paper.",
        "We end with a checklist of one page that fits beside any terminal.",
        "The lesson is old and bears repeating: compare ratios within one run.",
        "Code and data are available at https://example.org/demo.",
        "We argue that a figure without its distribution should not be printed.",
    ),
)
