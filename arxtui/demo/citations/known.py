"""What the demo's papers cite, as the made-up sources know it, and the limits that sources set."""

from __future__ import annotations

import json
import time
from collections import deque
from collections.abc import Callable, Mapping, Sequence
from functools import cached_property
from typing import Any

from arxtui.demo.messages import Reply
from arxtui.demo.papers.manuscripts import cited_papers
from arxtui.model.paper import Paper

ARXIV_DOI = "10.48550/arXiv."
Clock = Callable[[], float]
"""Returns the seconds of a clock that is never set."""


class KnownCitations:
    """The papers of the demo with their citations, and for each an article that is not on arXiv and that it cites."""

    def __init__(self, papers: Sequence[Paper]) -> None:
        self.papers = {each.id: each for each in papers}

    def cited(self, paper: Paper) -> list[Paper]:
        """Return the papers that a paper cites."""
        return cited_papers(paper, tuple(self.papers.values()))

    def citing(self, paper: Paper) -> list[Paper]:
        """Return the papers that cite one, newest first."""
        return self._citing.get(paper.id, [])

    def named(self, doi: str) -> Paper | None:
        """Return the paper with a DOI, that of arXiv or of a journal."""
        return self._by_doi.get(doi.lower())

    @cached_property
    def _citing(self) -> dict[str, list[Paper]]:
        citing: dict[str, list[Paper]] = {}
        for each in sorted(self.papers.values(), key=lambda paper: paper.id, reverse=True):
            for cited in self.cited(each):
                citing.setdefault(cited.id, []).append(each)
        return citing

    @cached_property
    def _by_doi(self) -> dict[str, Paper]:
        by_doi = {f"{ARXIV_DOI}{each.id}".lower(): each for each in self.papers.values()}
        return by_doi | {each.doi.lower(): each for each in self.papers.values() if each.doi}


class Limit:
    """A limit of ``requests`` in so many ``seconds``; refused requests count, too."""

    def __init__(self, requests: int, seconds: float, clock: Clock = time.monotonic) -> None:
        self._times: deque[float] = deque(maxlen=requests)
        self._seconds = seconds
        self._clock = clock

    def is_exceeded(self) -> bool:
        """Count a request, and return whether it is too many."""
        now = self._clock()
        is_full = len(self._times) == self._times.maxlen and now - self._times[0] < self._seconds
        self._times.append(now)
        return is_full


def number_of(paper: Paper) -> int:
    """Return a number for a paper."""
    return int(paper.id.replace(".", "")) % 9_000_000


def lecture_doi(paper: Paper) -> str:
    """Return the DOI of an article that a paper cites and that is not on arXiv."""
    return f"10.1000/lectures.{number_of(paper)}"


def lecture_title(paper: Paper) -> str:
    """Return the title of that article."""
    return f"Lectures before {paper.title}"


def year_of(paper: Paper) -> int:
    """Return the year of a paper."""
    return paper.published.year if paper.published else 2026


def as_json(data: object, status: int = 200, headers: Mapping[str, str] | None = None) -> Reply:
    """Return a response in JSON."""
    return Reply(status, json.dumps(data).encode(), "application/json", dict(headers or {}))


Fields = dict[str, Any]
