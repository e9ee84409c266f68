"""Made-up papers in the exact formats of the upstreams."""

from arxtui.demo.wire.atom import PROLOG, answer, error
from arxtui.demo.wire.pith import listing as pith_listing
from arxtui.demo.wire.rss import feed, feed_error

__all__ = ["PROLOG", "answer", "error", "feed", "feed_error", "pith_listing"]
