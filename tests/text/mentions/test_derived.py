"""What is derived from texts is stored: whoever changes a result here raises ``MENTIONS_VERSION``, and
``SCHEMA_VERSION`` of the index."""

from __future__ import annotations

import pytest

from arxtui.model.paper import Paper
from arxtui.text.mentions import MENTIONS_VERSION
from arxtui.text.mentions.derived import derive

VERSION = 1
FOUND = {
    "Accepted at ICS 2026, 12 pages": "ICS 2026 accepted",
    "NeurIPS 2025 workshop on queues": "NeurIPS workshop 2025 accepted",
    "to appear in Phys. Rev. D": "Phys. Rev. D None accepted",
    "submitted to MNRAS": "MNRAS None submitted",
    "Proceedings of the 31st Conference on Queues (2024)": "Conference on Queues 2024 published",
    "Accepted at ICML 2026, submitted to JMLR": "ICML 2026 accepted, JMLR None submitted",
    "not accepted at CVPR 2024": "",
    "Code: https://github.com/example/queues": "link, code",
    "see www.example.org/data/ and doi:10.5281/zenodo.1": "link",
    "extends arXiv:2605.00001, https://arxiv.org/abs/2605.00002": "",
    "Our code is publicly available.": "code",
    "\\url{https://example.org/~queues}": "link",
}


@pytest.mark.parametrize("comment", FOUND)
def test_comments_are_read_by_the_rules_of_this_version(comment: str) -> None:
    derived = derive(Paper("", "", comment=comment))
    found = [f"{venue.name} {venue.year} {venue.status}" for venue in derived.venues]
    found += ["link"] * derived.has_links + ["code"] * derived.has_code
    assert (MENTIONS_VERSION, ", ".join(found)) == (VERSION, FOUND[comment])
