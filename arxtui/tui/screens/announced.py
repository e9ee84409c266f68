"""Announcement days: from one to another, and along the sections of one."""

from __future__ import annotations

import logging

from arxtui.tui import narrowing
from arxtui.tui.present.days import section_beside, sections_line, step_words
from arxtui.tui.screens.filtering import Filtering

_log = logging.getLogger(__name__)


class Announced(Filtering):
    """The panes, with the days of arXiv's announcements."""

    def action_earlier_day(self) -> None:
        """The announcement day before."""
        self._step_day(-1)

    def action_later_day(self) -> None:
        """The announcement day after."""
        self._step_day(1)

    def action_next_section(self) -> None:
        """The next section of the day."""
        self._step_section(1)

    def action_previous_section(self) -> None:
        """The section before."""
        self._step_section(-1)

    def after_list(self) -> None:
        """A list of one day shows its sections."""
        super().after_list()
        self.sections.display = bool(self.view.listing and self.view.listing.sections)

    def update_bottom(self) -> None:
        """The section of the row under the cursor stands out."""
        super().update_bottom()
        if self.view.listing and self.view.listing.sections:
            line = sections_line(self.view.listing.sections, self.papers.cursor, self.papers.size.width)
            self.sections.show(line)

    def _step_day(self, step: int) -> None:
        query = self.view.asked.whole_query
        day = narrowing.day_of(query)
        try:
            found = self.library.day_beside(day, step)
        except Exception as error:
            _log.exception("the announcement days could not be read")
            self.failed(error)
            return
        words = step_words(found, step, day)
        if found.day is None:
            self.say(words)
            return
        if not (day and self.view.back):  # going on from day to day is one step to Escape
            self.remember()
        self.show_query(narrowing.on_day(query, found.day), said=words)

    def _step_section(self, step: int) -> None:
        listing = self.view.listing
        if not (listing and listing.sections):
            self.say("( and ) go along the sections of a day: [ shows the newest")
            return
        place = section_beside(listing.sections, self.papers.cursor, step)
        if place is not None:
            self.papers.go_high(place)
