"""Storing reviews: matching a review with its paper, merging it with stored reviews, and moving a waiting review to its
paper."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from itertools import count

from arxtui.light import changed
from arxtui.model.arxiv.ids import PENDING_BIT, ArxivId, is_on_arxiv, is_pending, is_work, pending_key, split_key
from arxtui.model.paper import Paper
from arxtui.model.reviews import Review, merged_card
from arxtui.store.cache.changes import Batch
from arxtui.store.cache.entries import Entry, MatchHashes
from arxtui.store.cache.keys import QUARTER, Aliases, newest_key
from arxtui.store.cache.paper_writer import remove_paper, store_stub
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
_MATCHING = {
    name: f"SELECT key, category FROM paper WHERE {name} = ? AND {QUARTER} IN (SELECT value FROM json_each(?))"  # noqa: S608
    for name in ("abstract_hash", "title_hash")
}
_ALIAS = "INSERT OR REPLACE INTO alias (pending, key, signs) VALUES (?, ?, ?)"
# Values that a later page without them must not erase.
_NEVER_ERASED = ("deck", "abstract", "category", "votes", "comments", "other_counts", "arxiv_id", "version", "url")


def store_reviews(batch: Batch, reviews: Iterable[Review], *, live: bool) -> list[tuple[int, str]]:
    """Match reviews with their papers and store them. Returns (key of the paper, ``new`` | ``changed`` | ``same``) for
    each review.

    A page fetched just now (``live``) overrides what is stored. The age of saved pages is unknown, so their reviews are
    only added.
    """
    named = [(_paper_of(batch, review, live=live), review) for review in reviews]
    aliases, cards = Aliases(batch.db), dict[int, list[Review]]()
    for key, review in named:
        # The link of a later card can have resolved the pending key of an earlier one.
        cards.setdefault(aliases.of(key), []).append(review)
    take = _store_live_cards if live else _store_saved_cards
    return [(key, outcome) for key, of_paper in cards.items() for outcome in take(batch, key, of_paper)]


def attach_waiting(batch: Batch, fresh: Mapping[int, Entry | MatchHashes]) -> None:
    """Move the reviews that wait for one of these papers to it."""
    waiting: dict[int, tuple[str, int, int | None]] = {}
    if fresh and batch.db.row(f"SELECT 1 FROM paper WHERE {_IS_PENDING} LIMIT 1"):  # noqa: S608
        for name in ("abstract_hash", "title_hash"):
            values = (getattr(each, name) for each in fresh.values())
            for key, *rest in batch.db.rows(_WAITING[name], (listed(each for each in values if each is not None),)):
                waiting[key] = tuple(rest)
    for pending, (category, title, abstract) in sorted(waiting.items()):
        if matching := _matching_papers(abstract, title, fresh):
            target = min(matching, key=lambda key: (fresh[key].category != category, _months_between(pending, key)))
            _move_reviews(batch, pending, target)


def _store_saved_cards(batch: Batch, key: int, cards: list[Review]) -> list[str]:
    """Merge the cards of saved pages with the stored ones: equal cards are united, no card replaces a different one."""
    stored = {_identity(review): review for review in _stored_reviews(batch.db, key).values()}
    outcomes = []
    for card in cards:
        before = stored.get(_identity(card))
        stored[_identity(card)] = after = merged_card(before, card) if before else card
        outcomes.append("new" if before is None else "same" if after == before else "changed")
    if any(outcome != "same" for outcome in outcomes):
        _rewrite(batch, key, stored.values())
    return outcomes


def _rewrite(batch: Batch, key: int, reviews: Iterable[Review]) -> None:
    """Rewrite all reviews of a paper, each with the slot that its content gives."""
    batch.db.run("DELETE FROM review WHERE key = ?", (key,))
    placed: dict[int, Review] = {}
    for review in sorted(
        reviews, key=lambda each: (each.listed_on, each.version or 0, each.place, *_identity(each)[:2])
    ):
        slot = _slot(review)
        placed[_free_slot(placed) if slot in placed else slot] = review
    for slot, review in placed.items():
        _put(batch.db, key, slot, review)
    _mark_changed(batch, key)


def _store_live_cards(batch: Batch, key: int, cards: list[Review]) -> list[str]:
    """Store the cards of a page fetched just now; a card replaces the stored card in its slot."""
    stored = _stored_reviews(batch.db, key)
    again = {slot for slot, review in stored.items() if any(_identity(review) == _identity(card) for card in cards)}
    outcomes = [_store_card(batch, key, card, stored, again) for card in cards]
    if any(outcome != "same" for outcome in outcomes):
        _mark_changed(batch, key)
    return outcomes


def _store_card(batch: Batch, key: int, card: Review, stored: dict[int, Review], again: set[int]) -> str:
    """Store a card of a live page in its slot, or in the slot of its stored twin. Returns ``new``, ``changed`` or
    ``same``."""
    slot = _slot(card)
    twin = next((at for at, other in stored.items() if _identity(other) == _identity(card)), None)
    before = stored.get(slot if twin is None else twin)
    if twin is not None and twin < 0 < slot:
        # The stored card came from a page without links; the link of this one gives the version.
        del stored[twin]
        batch.db.run("DELETE FROM review WHERE key = ? AND slot = ?", (key, twin))
    elif twin is not None:
        slot = twin
    elif slot in again:
        # The slot belongs to another card of this page: an older card has dropped off its end, and places have shifted.
        slot, before = _free_slot(stored), None
    merged_card = _with_gaps_filled(before, card)
    if merged_card == before:
        return "same"
    stored[slot] = merged_card
    _put(batch.db, key, slot, merged_card)
    return "new" if before is None else "changed"


def _paper_of(batch: Batch, review: Review, *, live: bool) -> int:
    """Return the key of a review's paper: by its link, by its hashes, or a pending key if the paper is unknown."""
    db = batch.db
    hashes = MatchHashes(review.category, title_hash(review.title), abstract_hash(review.abstract))
    stub = Paper("", review.title, review.abstract, categories=_categories(review), source="pith")
    linked = _linked_id(review)
    if linked is not None:
        key = linked.key
        store_stub(batch, key, stub, live=live)
        attach_waiting(batch, {key: hashes})
    else:
        matching = _match(db, review, hashes)
        if matching is None or is_pending(matching):
            return _store_waiting(batch, review, hashes, stub, matching, live=live)
        key = matching
    # With an earlier cache, the user can have marked the paper under the reserved key, so it must be an alias.
    reserved, leads_to = _reserve(db, review, hashes)
    if leads_to is None:
        db.run(_ALIAS, (reserved, key, hashes.best_hash))
    return key


def _store_waiting(
    batch: Batch, review: Review, hashes: MatchHashes, stub: Paper, waiting: int | None, *, live: bool
) -> int:
    """Store a review whose paper is unknown, together with the reviews at the pending key ``waiting``: under the first
    of their reserved keys, to which the other keys are aliases."""
    reserved, leads_to = _reserve(batch.db, review, hashes)
    if leads_to not in (None, reserved):
        return leads_to
    if waiting is not None and waiting < reserved:
        if leads_to is None:
            batch.db.run(_ALIAS, (reserved, waiting, hashes.best_hash))
        return waiting
    store_stub(batch, reserved, stub, live=live)
    if waiting not in (None, reserved):
        _move_reviews(batch, waiting, reserved)
    return reserved


def _linked_id(review: Review) -> ArxivId | None:
    try:
        return ArxivId.parse(review.arxiv_id) if review.arxiv_id else None
    except ValueError:
        return None


def _match(db: Database, review: Review, hashes: MatchHashes) -> int | None:
    """Return the best paper with the hashes of a review: not pending, same category, nearest month; None if there is
    none."""
    quarters = listed(range(split_key(newest_key(db))[0] // 3 + 1))
    rows = []
    if hashes.abstract_hash is not None:
        rows = db.rows(_MATCHING["abstract_hash"], (hashes.abstract_hash, quarters))
    if not rows:
        rows = db.rows(_MATCHING["title_hash"], (hashes.title_hash, quarters))
    month = pending_key(review.listed_on, "")
    papers = ((key, category) for key, category in rows if not is_work(key))
    order = {
        key: (is_pending(key), category != review.category, _months_between(month, key)) for key, category in papers
    }
    return min(order, key=lambda key: order[key], default=None)


def _reserve(db: Database, review: Review, hashes: MatchHashes) -> tuple[int, int | None]:
    """Return the pending key reserved for the paper of this review, and the key that this paper has now if the pending
    key is in use for it, otherwise None."""
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
        if taken[1] == hashes.best_hash:
            return key, taken[0]
    raise AssertionError("count() does not end")


def _move_reviews(batch: Batch, pending: int, target: int) -> None:
    """Move the reviews of a pending paper to the real one, delete the pending paper, and make its key an alias."""
    db = batch.db
    hashes = db.value("SELECT coalesce(abstract_hash, title_hash) FROM paper WHERE key = ?", (pending,))
    stored = {_identity(review): review for review in _stored_reviews(db, target).values()}
    for review in _stored_reviews(db, pending).values():
        before = stored.get(_identity(review))
        stored[_identity(review)] = merged_card(before, review) if before else review
    _rewrite(batch, target, stored.values())
    db.run("DELETE FROM review WHERE key = ?", (pending,))
    db.run("UPDATE alias SET key = ? WHERE key = ?", (target, pending))
    db.run(_ALIAS, (pending, target, hashes))
    remove_paper(batch, pending)


def _mark_changed(batch: Batch, key: int) -> None:
    """Give the paper the next change number, and record Pith as one of its sources."""
    values = (batch.number(), 1 << PITH, key)
    batch.db.run("UPDATE paper SET change = ?, sources = sources | ? WHERE key = ?", values)


def _matching_papers(abstract: int | None, title: int, fresh: Mapping[int, Entry | MatchHashes]) -> list[int]:
    """Return the papers with the abstract hash or, if there are none, with the title hash; only those on arXiv."""
    matching = [key for key, hashes in fresh.items() if abstract is not None and hashes.abstract_hash == abstract]
    matching = matching or [key for key, hashes in fresh.items() if hashes.title_hash == title]
    return [key for key in matching if is_on_arxiv(key)]


def _slot(review: Review) -> int:
    """Return the review's version, or a negative number made from its place on the page."""
    return review.version or -1 - review.place


def _free_slot(used: dict[int, Review]) -> int:
    return min(0, *used) - 1


def _identity(review: Review) -> tuple[object, ...]:
    """Return the identity of a card, by which it is recognised on any page and at any place."""
    return (review.headline, review.deck, review.listed_on)


def _with_gaps_filled(before: Review | None, review: Review) -> Review:
    """Return a review with its missing values taken from the stored review."""
    if before is None:
        return review
    gaps = {name: getattr(before, name) for name in _NEVER_ERASED if getattr(review, name) in (None, "", ())}
    gaps["place"] = before.place
    if "deck" in gaps:
        gaps["deck_truncated"] = before.deck_truncated
    return changed(review, **gaps)


def _stored_reviews(db: Database, key: int) -> dict[int, Review]:
    rows = db.rows("SELECT slot, headline, listed_on, theorem_links, body FROM review WHERE key = ?", (key,))
    return {slot: unpack_review(*rest) for slot, *rest in rows}


def _put(db: Database, key: int, slot: int, review: Review) -> None:
    row = (key, slot, review.listed_on.toordinal(), review.theorem_links, review.headline, pack_review(review))
    db.run(_PUT, row)


def _categories(review: Review) -> tuple[str, ...]:
    return (review.category,) if review.category else ()


def _months_between(one: int, other: int) -> int:
    return abs(split_key(one)[0] - split_key(other)[0])
