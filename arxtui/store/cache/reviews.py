"""Reviews: which paper they are of, what is new in them, and the move of a waiting one to its paper."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from itertools import count

from arxtui.model.arxiv.ids import PENDING_BIT, ArxivId, is_pending, pending_key, split_key
from arxtui.model.frozen import changed
from arxtui.model.paper import Paper
from arxtui.model.reviews.review import Review
from arxtui.model.reviews.union import merged_card
from arxtui.store.cache.aliases import Aliases
from arxtui.store.cache.changes import Batch
from arxtui.store.cache.entries import Entry, Signs
from arxtui.store.cache.paper_taker import remove_paper, take_stub
from arxtui.store.sqlite.codec import abstract_hash, pack_review, title_hash, unpack_review
from arxtui.store.sqlite.codes import PITH
from arxtui.store.sqlite.connection import Database, listed
from arxtui.text import fingerprint, title_key

_PUT = "INSERT OR REPLACE INTO review (key, slot, listed_on, theorem_links, headline, body) VALUES (?, ?, ?, ?, ?, ?)"
_IS_PENDING = f"source < 4 AND source = {PITH} AND key & {PENDING_BIT}"
_WAITING = {
    name: f"SELECT key, category, title_hash, abstract_hash FROM paper WHERE {_IS_PENDING} "  # noqa: S608
    f"AND {name} IN (SELECT value FROM json_each(?))"
    for name in ("abstract_hash", "title_hash")
}
# The indexes of the hashes go by month first, so that what is written together stands together.
_WITH = {
    name: f"SELECT key, category FROM paper WHERE {name} = ? AND key >> 32 IN (SELECT value FROM json_each(?))"  # noqa: S608
    for name in ("abstract_hash", "title_hash")
}
_ALIAS = "INSERT OR REPLACE INTO alias (pending, key, signs) VALUES (?, ?, ?)"
# What a later, less talkative page must not erase.
_LASTING = ("deck", "abstract", "category", "votes", "comments", "other_counts", "arxiv_id", "version", "url")


def take_reviews(batch: Batch, reviews: Iterable[Review], *, live: bool) -> list[tuple[int, str]]:
    """Find the reviews' papers and write the reviews; (the paper's key, ``new`` | ``changed`` | ``same``) of each.

    A page that was fetched just now (``live``) is believed over what is held; of saved ones nobody knows the age.
    """
    named = [(_paper_of(batch, review, live=live), review) for review in reviews]
    aliases, cards = Aliases(batch.db), dict[int, list[Review]]()
    for key, review in named:
        # A later card's link may have told what paper a waiting one is of.
        cards.setdefault(aliases.of(key), []).append(review)
    take = _take_of_paper if live else _add_to_paper
    return [(key, outcome) for key, told in cards.items() for outcome in take(batch, key, told)]


def adopt(batch: Batch, fresh: Mapping[int, Entry | Signs]) -> None:
    """Let the reviews that wait for one of these papers find it."""
    waiting: dict[int, tuple[str, int, int | None]] = {}
    if fresh and batch.db.row(f"SELECT 1 FROM paper WHERE {_IS_PENDING} LIMIT 1"):  # noqa: S608
        for name in ("abstract_hash", "title_hash"):
            signs = (getattr(sign, name) for sign in fresh.values())
            for key, *rest in batch.db.rows(_WAITING[name], (listed(sign for sign in signs if sign is not None),)):
                waiting[key] = tuple(rest)
    for pending, (category, title, abstract) in sorted(waiting.items()):
        if found := _paper_with(abstract, title, fresh):
            target = min(found, key=lambda key: (fresh[key].category != category, _months_off(pending, key)))
            _move(batch, pending, target)


def _add_to_paper(batch: Batch, key: int, cards: list[Review]) -> list[str]:
    """Put the cards of saved pages beside those that are held: what is the same is united, nothing takes the place of
    something else."""
    held = {_told(review): review for review in _held(batch.db, key).values()}
    outcomes = []
    for card in cards:
        before = held.get(_told(card))
        held[_told(card)] = after = merged_card(before, card) if before else card
        outcomes.append("new" if before is None else "same" if after == before else "changed")
    if any(outcome != "same" for outcome in outcomes):
        _write_anew(batch, key, held.values())
    return outcomes


def _write_anew(batch: Batch, key: int, reviews: Iterable[Review]) -> None:
    """Write all reviews of a paper, each under the slot that it has by what it says."""
    batch.db.run("DELETE FROM review WHERE key = ?", (key,))
    placed: dict[int, Review] = {}
    for review in sorted(reviews, key=lambda each: (each.listed_on, each.version or 0, each.place, *_told(each)[:2])):
        slot = _slot(review)
        placed[_free_slot(placed) if slot in placed else slot] = review
    for slot, review in placed.items():
        _put(batch.db, key, slot, review)
    _touch(batch, key)


def _take_of_paper(batch: Batch, key: int, cards: list[Review]) -> list[str]:
    held = _held(batch.db, key)
    again = {slot for slot, review in held.items() if any(_told(review) == _told(card) for card in cards)}
    outcomes = [_take_card(batch, key, card, held, again) for card in cards]
    if any(outcome != "same" for outcome in outcomes):
        _touch(batch, key)
    return outcomes


def _take_card(batch: Batch, key: int, card: Review, held: dict[int, Review], again: set[int]) -> str:
    slot = _slot(card)
    twin = next((at for at, other in held.items() if _told(other) == _told(card)), None)
    before = held.get(slot if twin is None else twin)
    if twin is not None and twin < 0 < slot:
        # Known from a page without links; this link gives the version.
        del held[twin]
        batch.db.run("DELETE FROM review WHERE key = ? AND slot = ?", (key, twin))
    elif twin is not None:
        slot = twin
    elif slot in again:
        # That place is of another card of this page: an older one has left the page's end, and places have moved up.
        slot, before = _free_slot(held), None
    kept = _kept(before, card)
    if kept == before:
        return "same"
    held[slot] = kept
    _put(batch.db, key, slot, kept)
    return "new" if before is None else "changed"


def _paper_of(batch: Batch, review: Review, *, live: bool) -> int:
    db = batch.db
    signs = Signs(review.category, title_hash(review.title), abstract_hash(review.abstract))
    stub = Paper("", review.title, review.abstract, categories=_categories(review), source="pith")
    linked = _linked(review)
    if linked is not None:
        key = linked.key
        take_stub(batch, key, stub, live=live)
        adopt(batch, {key: signs})
    else:
        found = _match(db, review, signs)
        if found is None or is_pending(found):
            return _wait(batch, review, signs, stub, found, live=live)
        key = found
    # Marks may have been made under the reserved key, in an earlier cache: it must lead here.
    reserved, leads_to = _reserve(db, review, signs)
    if leads_to is None:
        db.run(_ALIAS, (reserved, key, signs.name))
    return key


def _wait(batch: Batch, review: Review, signs: Signs, stub: Paper, found: int | None, *, live: bool) -> int:
    """Let a review wait for its paper beside those that do so as ``found``: under the first of the keys that are
    reserved for them, to which the others lead."""
    reserved, leads_to = _reserve(batch.db, review, signs)
    if leads_to not in (None, reserved):
        return leads_to
    if found is not None and found < reserved:
        if leads_to is None:
            batch.db.run(_ALIAS, (reserved, found, signs.name))
        return found
    take_stub(batch, reserved, stub, live=live)
    if found not in (None, reserved):
        _move(batch, found, reserved)
    return reserved


def _linked(review: Review) -> ArxivId | None:
    try:
        return ArxivId.parse(review.arxiv_id) if review.arxiv_id else None
    except ValueError:
        return None


def _match(db: Database, review: Review, signs: Signs) -> int | None:
    months = listed(range(1, split_key(db.value("SELECT max(key) FROM paper") or 0)[0] + 1))
    rows = []
    if signs.abstract_hash is not None:
        rows = db.rows(_WITH["abstract_hash"], (signs.abstract_hash, months))
    if not rows:
        rows = db.rows(_WITH["title_hash"], (signs.title_hash, months))
    month = pending_key(review.listed_on, "")
    order = {key: (is_pending(key), category != review.category, _months_off(month, key)) for key, category in rows}
    return min(order, key=lambda key: order[key], default=None)


def _reserve(db: Database, review: Review, signs: Signs) -> tuple[int, int | None]:
    """The key for a paper that only this review tells of; when it is taken by this very paper, the key that the paper
    has now, else None."""
    name = fingerprint(review.abstract) if review.abstract else title_key(review.title)
    for attempt in count():
        key = pending_key(review.listed_on, f"{name} {attempt}" if attempt else name)
        taken = db.row(
            "SELECT key, signs FROM alias WHERE pending = ? "
            "UNION ALL SELECT key, coalesce(abstract_hash, title_hash) FROM paper WHERE key = ?",
            (key, key),
        )
        if taken is None:
            return key, None
        if taken[1] == signs.name:
            return key, taken[0]
    raise AssertionError("count() does not end")


def _move(batch: Batch, pending: int, target: int) -> None:
    db = batch.db
    signs = db.value("SELECT coalesce(abstract_hash, title_hash) FROM paper WHERE key = ?", (pending,))
    held = {_told(review): review for review in _held(db, target).values()}
    for review in _held(db, pending).values():
        before = held.get(_told(review))
        held[_told(review)] = merged_card(before, review) if before else review
    _write_anew(batch, target, held.values())
    db.run("DELETE FROM review WHERE key = ?", (pending,))
    db.run("UPDATE alias SET key = ? WHERE key = ?", (target, pending))
    db.run(_ALIAS, (pending, target, signs))
    remove_paper(batch, pending)


def _touch(batch: Batch, key: int) -> None:
    values = (batch.number(), 1 << PITH, key)
    batch.db.run("UPDATE paper SET change = ?, sources = sources | ? WHERE key = ?", values)


def _paper_with(abstract: int | None, title: int, fresh: Mapping[int, Entry | Signs]) -> list[int]:
    found = [key for key, signs in fresh.items() if abstract is not None and signs.abstract_hash == abstract]
    found = found or [key for key, signs in fresh.items() if signs.title_hash == title]
    return [key for key in found if not is_pending(key)]


def _slot(review: Review) -> int:
    return review.version or -1 - review.place


def _free_slot(held: dict[int, Review]) -> int:
    return min(0, *held) - 1


def _told(review: Review) -> tuple[object, ...]:
    """By what a card is known again, whatever page it stands on, and wherever there."""
    return (review.headline, review.deck, review.listed_on)


def _kept(before: Review | None, review: Review) -> Review:
    if before is None:
        return review
    gaps = {name: getattr(before, name) for name in _LASTING if getattr(review, name) in (None, "", ())}
    gaps["place"] = before.place
    if "deck" in gaps:
        gaps["deck_truncated"] = before.deck_truncated
    return changed(review, **gaps)


def _held(db: Database, key: int) -> dict[int, Review]:
    rows = db.rows("SELECT slot, headline, listed_on, theorem_links, body FROM review WHERE key = ?", (key,))
    return {slot: unpack_review(*rest) for slot, *rest in rows}


def _put(db: Database, key: int, slot: int, review: Review) -> None:
    row = (key, slot, review.listed_on.toordinal(), review.theorem_links, review.headline, pack_review(review))
    db.run(_PUT, row)


def _categories(review: Review) -> tuple[str, ...]:
    return (review.category,) if review.category else ()


def _months_off(one: int, other: int) -> int:
    return abs(split_key(one)[0] - split_key(other)[0])
