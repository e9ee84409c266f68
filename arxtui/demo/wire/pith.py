"""Pith's pages as HTML. The site's markup is not public; this markup is made up, but has the text in Pith's order."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from html import escape
from itertools import groupby

from arxtui.model.arxiv.taxonomy import category_name
from arxtui.model.reviews import FullReview, Part, Review, Section

_STYLE = "body{font-family:serif;max-width:46rem;margin:auto}.deck{color:#555}"


def listing(reviews: Sequence[Review], category: str) -> bytes:
    """Return the listing of a category: one card per review, in the order given."""
    name = category_name(category)
    lines = [
        "<!DOCTYPE html>",
        f'<html lang="en"><head><meta charset="utf-8"><title>{category} · Pith</title><style>{_STYLE}</style></head>',
        "<body>",
        "<header><p>pith. machine review for the scientific record. <a href='/signin'>sign in</a></p></header>",
        f"<main><h1>{category}</h1>",
        f"<h2>{escape(name)}</h2>",
        f"<p class='blurb'>Made-up reviews of made-up papers in {escape(name)}.</p>",
        *(line for review in reviews for line in _card(review)),
        "</main>",
        f"<footer><p>browse all of {category} → <a href='/archive/{category}'>full archive</a> · "
        "<a href='/search'>search</a> · <a href='/categories'>sub-categories</a></p></footer>",
        "</body></html>",
        "",
    ]
    return "\n".join(lines).encode()


def _card(review: Review) -> Iterator[str]:
    badge = f" <span class='badge'>{review.badge}</span>" if review.badge else ""
    where = f"/paper/{review.arxiv_id}v{review.version}"
    yield "<article class='card'>"
    yield f"<div class='votes'>{review.votes}</div>"
    yield f"<div class='meta'>{review.category} <time>{review.listed_on}</time>{badge}</div>"
    yield f"<h3><a href='{where}'>{escape(review.headline)}</a></h3>"
    yield f"<p class='title'>{escape(review.title)}</p>"
    yield f"<p class='deck'>{escape(review.deck)}</p>"
    if review.has_figure:
        yield f"<figure><a href='{where}#figure'>Figure from the paper <span>full image</span></a></figure>"
    yield "<details><summary>abstract <span>click to expand</span></summary>"
    yield f"<p>{escape(review.abstract)}</p></details>"
    yield f"<div class='counts'>{review.comments}</div>"
    yield "</article>"


def review_page(review: FullReview) -> bytes:
    """Return the page of a paper with its whole review."""
    version, at = review.version, review.reviewed_at
    extra = dict(review.extra)
    lines = [
        "<!DOCTYPE html>",
        f'<html lang="en"><head><meta charset="utf-8"><title>{escape(review.title)} · Pith Review</title>',
        f"<style>{_STYLE}</style></head><body>",
        "<nav><a href='/'>pith.</a> machine review for the scientific record. <a href='/signin'>sign in</a></nav>",
        f"<p class='meta'>arxiv: <a href='https://arxiv.org/abs/{review.arxiv_id}v{version}'>{review.arxiv_id}</a> "
        f"· v{version} · submitted {at:%Y-%m-%d} · {review.category}</p>",
        f"<p>Recognition: {review.recognition}</p>",
        f"<h1>{escape(review.title)}</h1>",
        "<p>Authors on Pith no claims yet</p>",
        f"<p>Pith reviewed <time datetime='{at:%Y-%m-%d}'>{at:%Y-%m-%d %H:%M} UTC</time> · model {review.model}</p>",
        f"<p>classification {review.category}</p>",
        f"<p>keywords {escape(extra.get('keywords', ''))}</p>",
        "<div class='votes'>0</div><div class='counts'>0 comments <button>X</button></div>",
        *(line for section in review.sections for line in _section(section)),
        "<footer><p>This review is made up.</p></footer></body></html>",
        "",
    ]
    return "\n".join(lines).encode()


def _section(section: Section) -> Iterator[str]:
    if section.part is Part.READING:
        yield "<p class='about'>A machine-rendered reading of the paper's core claim, the machinery that carries it, "
        yield "and where it could break.</p>"
    else:
        yield f"<h2>{escape(section.heading)}</h2>"
    for listed, passages in groupby(section.passages, key=lambda passage: passage.listed):
        tag = "li" if listed else "p"
        yield "<ul>" if listed else "<div>"
        yield from (f"<{tag}>{escape(passage.text)}</{tag}>" for passage in passages)
        yield "</ul>" if listed else "</div>"
