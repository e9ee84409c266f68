"""Taking in what a source told: papers, then the reviews and the announcements that may be of them."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime

from arxtui.model.intake import Intake, Tally
from arxtui.store import announcements, changes, histories, papers, reviews, titles
from arxtui.store.connection import Database


def take(db: Database, intake: Intake, clock: Callable[[], datetime]) -> Tally:
    """All of it, in one transaction, or nothing when this raises. ``clock`` is read under the lock."""
    titles.renew(db)
    found, refused = papers.keyed(intake.papers)
    with db.transaction():
        batch = changes.Batch(db, clock())
        taken = papers.PaperTaker(batch).take(found)
        histories.take_histories(db, intake.histories)
        reviews.adopt(batch, taken.fresh)
        heard = reviews.take_reviews(batch, intake.reviews)
        announced, unnamed = announcements.take_announcements(db, intake.announcements)
        batch.finish()
    outcomes = [outcome for _, outcome in heard]
    return Tally(
        new=taken.new,
        changed=taken.changed,
        same=taken.same,
        reviews_new=outcomes.count("new"),
        reviews_changed=outcomes.count("changed"),
        reviews_same=outcomes.count("same"),
        reviewed_papers=len({key for key, _ in heard}),
        announcements=announced,
        rejected=len(intake.rejects) + refused + unnamed,
    )
