"""More like this: tantivy's own query for papers like starred ones, with its defaults and with better settings."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterable, Sequence
from typing import Any

import tantivy

from arxtui.model.paper import Paper
from arxtui.text import fold, readable, words

_IMPROVED: dict[str, Any] = {"min_doc_frequency": 2, "min_term_frequency": 1, "max_query_terms": 100}
"""Use the 100 words of a paper with the highest weight. Tantivy's defaults use 25, of the words that occur twice in the
paper and in five papers, which finds fewer relevant papers."""
_MEMORY = 50_000_000


class MoreLike:
    """An index of title, abstract and authors that finds the papers like a given paper."""

    def __init__(self, papers: Iterable[Paper], arriving: Collection[str]) -> None:
        """Index the papers, by id and oldest first. All ``papers`` determine the weights of words; only those
        ``arriving`` are returned."""
        told = {paper.id: paper for paper in papers}
        self._names = list(told)
        schema = tantivy.SchemaBuilder()
        schema.add_unsigned_field("place", fast=True)
        for field in ("title", "abstract", "authors"):
            schema.add_text_field(field, stored=True, tokenizer_name="whitespace")
        schema.add_text_field("arriving", tokenizer_name="raw")
        index = tantivy.Index(schema.build())
        writer = index.writer(_MEMORY, 1)
        for place, paper in enumerate(told.values()):
            writer.add_document(_document(place, paper, paper.id in arriving))
        writer.commit()
        index.reload()
        self._searcher = index.searcher()
        everything = [address for _, address in self._searcher.search(tantivy.Query.all_query(), len(told)).hits]
        places = self._searcher.fast_field_values("place", everything)
        self._addresses = {
            self._names[int(place or 0)]: address for place, address in zip(places, everything, strict=True)
        }
        self._arriving = tantivy.Query.term_query(index.schema, "arriving", "yes")
        self._newest = [name for name in reversed(self._names) if name in arriving]
        self._held: dict[tuple[str, bool], dict[str, float]] = {}

    def ranked(self, stars: Sequence[str], *, plain: bool = False) -> list[str]:
        """Return the arriving papers by the sum of their scores for all stars; of equal scores the newest first.
        ``plain`` uses tantivy's defaults.

        The largest score instead of the sum, and sums of scores normalized for each star, find fewer relevant papers.
        """
        total: defaultdict[str, float] = defaultdict(float)
        for star in stars:
            for name, score in self._like(star, plain).items():
                total[name] += score
        return sorted(self._newest, key=lambda name: -total[name])

    def _like(self, star: str, plain: bool) -> dict[str, float]:
        if (star, plain) not in self._held:
            alike = tantivy.Query.more_like_this_query(self._addresses[star], **({} if plain else _IMPROVED))
            among = tantivy.Query.const_score_query(self._arriving, 0.0)
            query = tantivy.Query.boolean_query([(tantivy.Occur.Must, alike), (tantivy.Occur.Must, among)])
            hits = self._searcher.search(query, len(self._newest)).hits
            places = self._searcher.fast_field_values("place", [address for _, address in hits])
            self._held[star, plain] = {
                self._names[int(place or 0)]: score for (score, _), place in zip(hits, places, strict=True)
            }
        return self._held[star, plain]


def _document(place: int, paper: Paper, arriving: bool) -> tantivy.Document:
    made = tantivy.Document()
    made.add_unsigned("place", place)
    made.add_text("title", " ".join(words(readable(paper.title))))
    made.add_text("abstract", " ".join(words(readable(paper.abstract))))
    made.add_text("authors", " ".join(fold(author.name).replace(" ", "_") for author in paper.authors))
    made.add_text("arriving", "yes" if arriving else "no")
    return made
