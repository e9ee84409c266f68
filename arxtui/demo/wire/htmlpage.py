"""The frame of arXiv's HTML pages of 2026, reduced to the parts that a parser must skip, and its error pages."""

from __future__ import annotations

from collections.abc import Iterable
from html import escape

_HEAD = """<!DOCTYPE html>
<html lang="en">

<head><script>document.documentElement.classList.add('js');</script>  <title>{title}</title>
  <meta name="viewport" content="width=device-width, initial-scale=1">
</head>

<body ><div class="flex-wrap-footer">
    <a href="#content" class="ds-skip-link">Skip to main content</a>
<header class="ds-site-header">
  <nav class="ds-site-header-nav" id="ds-site-header-nav" aria-label="Main navigation">
    <a href="https://arxiv.org/login" class="ds-site-header-login">Log in</a>
  </nav>
</header>
    <main>
      <div id="content">
"""
_FOOT = """      </div>
    </main>

<footer class="ds-site-footer">
  <nav class="ds-site-footer-links" aria-label="Site navigation">
    <a href="https://info.arxiv.org/about">About</a>
  </nav>
</footer>  </div>
</body>

</html>
"""


def page(title: str, lines: Iterable[str]) -> bytes:
    """Return a page with these lines, which are HTML, as its content; the title is plain text."""
    return (_HEAD.replace("{title}", escape(title)) + "\n".join(lines) + _FOOT).encode()


def bad_request(message: str) -> bytes:
    """Return the page for status 400."""
    return page(
        message,
        (
            "",
            f"<h1>{escape(message)}</h1>",
            "<p>What was asked for cannot be understood. Please look at the address and try again.</p>",
            "",
        ),
    )


def no_html(name: str) -> bytes:
    """Return the page for status 404 for a paper without HTML."""
    return page(
        f"No HTML for '{name}'",
        (
            f"<h1>No HTML for '{escape(name)}'</h1>",
            "<p>This paper was not converted, or not yet. Its PDF is there.</p>",
        ),
    )


def not_found() -> bytes:
    """Return the page for status 404."""
    return page(
        "404 Not Found",
        (
            '<div class="has-text-centered">',
            '  <h1 class="title is-size-1">',
            "Not Found  </h1>",
            '  <p class="is-size-5">There is nothing at this address.</p>',
            "</div>",
        ),
    )
