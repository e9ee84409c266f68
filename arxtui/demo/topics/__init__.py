"""What the made-up papers are about: sentences per field, with places for what differs from paper to paper."""

from arxtui.demo.topics.algorithms import DATA_STRUCTURES
from arxtui.demo.topics.learning import LEARNING, STATISTICS
from arxtui.demo.topics.mathematics import NUMBERS, PROBABILITY
from arxtui.demo.topics.physics import PARTICLES, QUANTUM
from arxtui.demo.topics.systems import DISTRIBUTED, PERFORMANCE
from arxtui.demo.topics.topic import Finding, Topic

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
