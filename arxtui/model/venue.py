"""The venue in which a paper was or may be published."""

from __future__ import annotations

from enum import StrEnum

from arxtui.model.frozen import frozen


class VenueStatus(StrEnum):
    """The stage of publication: ``submitted`` promises nothing; ``accepted`` is to appear or was presented."""

    SUBMITTED = "submitted"
    ACCEPTED = "accepted"
    PUBLISHED = "published"


@frozen
class Venue:
    """A journal, a conference or a book. ``name`` is the usual short name if known (``NeurIPS``), otherwise as written;
    ``written`` is the original text; ``year`` is that of the conference or the volume."""

    name: str
    year: int | None
    status: VenueStatus
    written: str
