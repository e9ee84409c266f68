"""The messages of a harvest."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date

from arxtui.model.arxiv.taxonomy import set_name
from arxtui.model.counted import counted
from arxtui.model.harvest import Order, Place
from arxtui.model.paper import Deletion
from arxtui.sources.arxiv.oai.xml import OaiError

_NAMED = 20
_EVERYTHING = "all of arXiv"
_REFUSALS = {
    "badArgument": "arXiv does not accept the request ({message})",
    "badVerb": "arXiv does not know the operation ({message}); does [arxiv] oai_url name an OAI-PMH service?",
    "badResumptionToken": "arXiv does not know the resumption token ({message})",
    "cannotDisseminateFormat": "arXiv does not offer its records in the format {format} ({message})",
    "idDoesNotExist": "arXiv does not know the record ({message})",
    "noMetadataFormats": "arXiv has no format for the records ({message})",
    "noSetHierarchy": "the service has no sets ({message}); without --set everything is harvested",
}
_REASON = "Reason: "


def name_of(order: Order) -> str:
    """Return what an order harvests, in a few words."""
    return set_name(order.spec) or _EVERYTHING


def command(order: Order) -> str:
    """Return the command line of an order."""
    parts = ["arxtui harvest"]
    parts += [f"--set {set_name(order.spec)}"] if order.spec else []
    parts += [f"--from {order.first}"] if order.first else []
    parts += [f"--until {order.last}"] if order.last else []
    parts += [f"--format {order.format}"] if order.format != Order().format else []
    return " ".join(parts)


def refusal(error: OaiError, order: Order) -> str:
    """Return what an error of the protocol (OAI-PMH 2.0, §3.6) means, with the service's own words."""
    words = _REFUSALS.get(error.code, f"arXiv refused the request as {error.code} ({{message}})")
    message = error.message.rpartition(_REASON)[2].rstrip(".") or "no reason given"
    return words.format(message=message, format=order.format)


def beginning(place: Place) -> str:
    """Return where a harvest begins or resumes."""
    if place.pages:
        return f"continues after {counted(place.records, 'record')}"
    return f"what has changed since {place.first}" if place.first else "from the beginning"


def starting_over(place: Place) -> str:
    """Return where a harvest continues after it has lost its resumption token."""
    if place.records:
        return f"datestamps were ascending, so it continues from the last one, {place.since}"
    since = f"from {place.since}" if place.since else "from the beginning"
    return f"the datestamps were not ascending, so the harvest starts again {since}; stored records take little time"


def progress(place: Place, left: float | None) -> str:
    """Return how far a harvest is. ``left`` is the remaining time in seconds, None if unknown."""
    if place.size is None:
        return f"{counted(place.records, 'record')}" + (f", changed up to {place.newest}" if place.newest else "")
    ended = "" if left is None else f", {duration(left)} left"
    return f"{place.records:,} of {counted(max(place.size, place.records), 'record')}{ended}"


def duration(seconds: float) -> str:
    """Return a duration as ``41 min``, ``2 h 05 min`` or ``20 s``."""
    if seconds < 60:
        return f"{max(round(seconds), 1)} s"
    hours, minutes = divmod(round(seconds / 60), 60)
    return f"{hours} h {minutes:02} min" if hours else f"{minutes} min"


def outcome(place: Place, rejected: int) -> str:
    """Return how many records and pages arrived."""
    if not place.records:
        return "nothing has changed"
    refused = f", {rejected:,} rejected" if rejected else ""
    return f"{counted(place.records, 'record')} in {counted(place.pages, 'page')}{refused}"


def deletions(deleted: Sequence[Deletion]) -> str:
    """Return which records of a page arXiv has deleted."""
    named = ", ".join(each.id for each in deleted[:_NAMED])
    more = f" and {len(deleted) - _NAMED:,} more" if len(deleted) > _NAMED else ""
    records = counted(len(deleted), "record")
    return f"arXiv has deleted {records}; stored data of the papers is kept: {named}{more}"


def short(place: Place) -> str:
    """Return that a list ended with fewer records than it announced."""
    return f"arXiv announced {counted(place.size or 0, 'record')}, but the list ended after {place.records:,}"


def beyond(place: Place) -> str:
    """Return that a list has more records than it announced."""
    return f"arXiv announced {counted(place.size or 0, 'record')}, and the list goes on after {place.records:,}"


def restart_hint(order: Order) -> str:
    """Return what to do after a list that was incomplete."""
    return f"the received records are stored; '{command(order)}' fetches everything again"


def completed(order: Order, reached: date, harvested: date) -> str:
    """Return what was harvested, and what the next harvest will fetch."""
    if harvested == reached:
        since = f"from {order.first} " if order.first else ""
        again = f"'{_again(order)}' fetches later changes"
        return f"{name_of(order)} has been harvested {since}up to {reached}; {again}"
    return f"harvested as requested; '{_again(order)}' continues from {harvested}; everything before was harvested"


def _again(order: Order) -> str:
    return command(Order(order.format, order.spec))


def resume_hint(order: Order) -> str:
    """Return how to resume a harvest that ended early."""
    return f"'{command(order)}' continues from here"
