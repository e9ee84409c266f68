"""The context of commands: the parts of the reader, wired together once."""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING

from arxtui.light import deferred
from arxtui.tui.services.background.jobs import Jobs
from arxtui.tui.services.background.programs import OwnCommands, Programs
from arxtui.tui.services.background.upstream import FirstHour, Upstream
from arxtui.tui.services.browser import Browser
from arxtui.tui.services.configuration import Configuration
from arxtui.tui.services.exports import Exports
from arxtui.tui.services.facet_counts import FacetCounts
from arxtui.tui.services.for_you import ForYou
from arxtui.tui.services.fulltexts import Fulltexts
from arxtui.tui.services.library_threads import Housekeeping, LibraryThreads, Opener
from arxtui.tui.services.marker import Marker, Passes
from arxtui.tui.services.navigator import Navigator
from arxtui.tui.services.notifications import Notifications
from arxtui.tui.services.overlays import Overlays
from arxtui.tui.services.own_bibliography import OwnBibliography
from arxtui.tui.services.panes import Panes
from arxtui.tui.services.poller import Poller
from arxtui.tui.services.questions import Questions
from arxtui.tui.services.related import Related
from arxtui.tui.services.reopening import Reopening
from arxtui.tui.services.search import Search
from arxtui.tui.services.selector import Selector
from arxtui.tui.services.status_bar import StatusBar
from arxtui.tui.services.tour import GuidedTour

with deferred():
    from arxtui.tui.notes.notes import Notes
    from arxtui.tui.services.citations import Citations
    from arxtui.tui.services.rules import Rules

if TYPE_CHECKING:
    from arxtui.config.paths import Paths
    from arxtui.library.facade import Library
    from arxtui.tui.widgets.panes import PanesScreen


class Context:
    """The parts of the reader. ``screen`` has the panes, ``session`` the state. Every other part has one job, and
    learns of changes in the other parts through their signals. Parts that the first screen does not need are imported
    on their first use."""

    def __init__(self, screen: PanesScreen, library: Library, opener: Opener, paths: Paths) -> None:
        self.screen = screen
        self.paths = paths
        self.session = session = screen.session
        self.status = status = StatusBar(screen)
        self.panes = panes = Panes(screen, status, paths.pane_sizes)
        self.threads = threads = LibraryThreads(screen, status, library, opener)
        self.navigator = navigator = Navigator(screen, status, threads)
        self.reopening = Reopening(screen.papers, session, status, navigator, paths.last_place)
        self.poller = poller = Poller(screen, status, threads, navigator, paths.cache_db)
        self.housekeeping = Housekeeping(screen, threads)
        self.counts = FacetCounts(screen, status, threads)
        self.search: Search = Search(screen, status, navigator, panes, paths.search_history)
        self.questions: Questions = Questions(screen, panes)
        self.selector: Selector = Selector(screen, status, self.questions)
        self.marker = Marker(screen, status, threads, navigator, self.selector, poller)
        self.passes = Passes(screen, status, threads, self.marker)
        self.jobs = jobs = Jobs(screen, status, poller, paths)
        self.upstream = Upstream(screen, status, navigator, jobs)
        self.first_hour = FirstHour(screen, threads, navigator, jobs, self.upstream)
        self.notifications = Notifications(screen)
        self.overlays = Overlays(screen, status)
        self.browser = Browser(screen, status, threads, self.questions, self.selector)
        self.fulltexts = Fulltexts(screen, status, threads, navigator, self.marker, jobs)
        self.exports = Exports(screen, status, threads, self.questions, self.selector, jobs, self.marker.outside, paths)
        self.programs = Programs(status, threads, self.overlays, jobs)
        self.own_commands = OwnCommands(screen, status, self.selector, self.programs, paths)
        self.configuration = Configuration(screen, status, threads, navigator, poller, paths.config_file)
        self.own_bibliography = OwnBibliography(screen, threads)
        self.related = Related(screen, threads)
        self.for_you = ForYou(screen, status, threads, navigator, jobs)
        self.tour = GuidedTour(screen, status, paths.tour_offer)
        self._connect()

    @cached_property
    def notes(self) -> Notes:
        """Notes on papers."""
        return Notes(self.screen, self.status, self.threads, self.marker, self.paths)

    @cached_property
    def citations(self) -> Citations:
        """References and citations."""
        return Citations(
            self.screen,
            self.status,
            self.threads,
            self.navigator,
            self.panes,
            self.overlays,
            self.fulltexts,
            self.jobs,
            self.marker,
            self.poller.counted,
        )

    @cached_property
    def rules(self) -> Rules:
        """Rules, and what is followed."""
        return Rules(
            self.screen,
            self.status,
            self.threads,
            self.navigator,
            self.panes,
            self.overlays,
            self.questions,
            self.marker,
            self.configuration,
            self.paths,
        )

    def _connect(self) -> None:
        """Subscribe the parts to each other's signals. The order of the subscriptions is the order of the calls."""
        navigator = self.navigator
        navigator.listed.subscribe(lambda _: self.counts.count_list())
        navigator.listed.subscribe(self.status.show_sections)
        navigator.listed.subscribe(lambda _: self.selector.leave_list())
        navigator.listed.subscribe(lambda _: self.panes.leave_empty_detail())
        navigator.listed.subscribe(self.for_you.train_if_due)
        navigator.grown.subscribe(self.selector.resolve_all)
        navigator.grown.subscribe(self.counts.count_complete)
        navigator.paper_shown.subscribe(self.related.look_up_soon)
        navigator.paper_shown.subscribe(self.for_you.explain)
        self.screen.bar.when_resized = self.status.update
        self.poller.counted.subscribe(self.counts.count_news)
        self.poller.counted.subscribe(self.reopening.announce)
        self.poller.counted.subscribe(self.first_hour.look)
        self.jobs.progressed.subscribe(self.first_hour.look)
        self.poller.counted.subscribe(self.notifications.show)
        self.poller.counted.subscribe(lambda _: self.screen.release_kept())
        self.poller.counted.subscribe(lambda _: self.own_bibliography.look())
        self.poller.polled.subscribe(self.configuration.look)
        self.poller.polled.subscribe(self.own_bibliography.look)
        self.poller.counting.subscribe(self.exports.sync_files)
        self.search.kept.subscribe(self.tour.search_kept)
        self.marker.acting.subscribe(self.passes.flush)
        self.marker.config_changed.subscribe(self.configuration.read_again)
        self.marker.views_changed.subscribe(self.counts.count_views)

    def begin(self) -> None:
        """Start all parts once the screen is mounted: list papers, look for news, send requests to upstream."""
        self.reopening.begin()
        self.poller.begin()
        self.housekeeping.begin()
        self.jobs.begin()
        self.first_hour.begin()
        self.notifications.begin()
        self.upstream.begin()
        self.tour.begin()

    def end(self) -> None:
        """Stop all parts when the screen is closed."""
        self.panes.end()
        self.passes.flush()
        self.reopening.end()
        self.programs.end()
        self.exports.end()
        self.notifications.end()
