"""What the made-up papers are about: sentences per field, with places for what differs from paper to paper."""

from arxtui.demo.papers.topics.algorithms import DATA_STRUCTURES
from arxtui.demo.papers.topics.learning import LEARNING, STATISTICS
from arxtui.demo.papers.topics.mathematics import NUMBERS, PROBABILITY
from arxtui.demo.papers.topics.physics import PARTICLES, QUANTUM
from arxtui.demo.papers.topics.systems import DISTRIBUTED, PERFORMANCE
from arxtui.demo.papers.topics.topic import Finding, Topic

TOPICS: tuple[Topic, ...] = (
    DISTRIBUTED,
    LEARNING,
    PERFORMANCE,
    NUMBERS,
    DATA_STRUCTURES,
    PARTICLES,
    STATISTICS,
    QUANTUM,
    PROBABILITY,
)

__all__ = ["TOPICS", "Finding", "Topic"]
