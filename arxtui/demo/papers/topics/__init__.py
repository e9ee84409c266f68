"""The topics of the made-up papers: sentences for each field, with placeholders for words that vary between papers."""

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
