"""The evaluation of queries: from text to an expression that the index or a set of keys can answer."""

from __future__ import annotations

from array import array
from collections.abc import Callable, Iterable, Sequence
from datetime import date
from functools import partial
from typing import TYPE_CHECKING

from arxtui.library.search.key_sets import key_set
from arxtui.library.search.resolve import IndexQuery, Resolver
from arxtui.light import changed, deferred
from arxtui.model import expr
from arxtui.model.arxiv.ids import key_named
from arxtui.query import parse

with deferred():
    from arxtui.library.rules.results import RuleDependencies, Rules
    from arxtui.library.search.regex import ScanResult, TextSearch, settle, too_large_across
    from arxtui.library.search.similar import SimilarityCache, SimilarKeys

if TYPE_CHECKING:
    from arxtui.library.context import LibraryContext, Stamp
    from arxtui.library.references.graph import CitationGraph
    from arxtui.search.some_words import SomeWords


MAX_SCANNED = 100_000
"""The largest number of papers whose texts are searched for one query."""


class Queries:
    """Parses and resolves queries in one open library. ``unread_too`` returns keys of papers that count as unread
    although they are not in the inbox, ``citations`` the graph of citations."""

    def __init__(
        self,
        context: LibraryContext,
        citations: Callable[[], CitationGraph],
        unread_too: Callable[[], Iterable[int]] | None = None,
    ) -> None:
        self._context = context
        self._cache = context.cache
        self._user_file = context.user_file
        self._citations = citations
        self._unread_too = unread_too
        self._texts: TextSearch | None = None
        self._similarity: SimilarityCache | None = None
        self._cached_states: dict[str, array[int]] = {}
        self._states_stamp: Stamp | None = None
        self._rules: tuple[tuple[date, date], Rules] | None = None

    def parse(self, text: str, *, typing: bool = False) -> expr.Query:
        """Parse a query as of now."""
        return parse(text, typing=typing, now=self._context.now())

    def resolver(self) -> Resolver:
        """Return a resolver of marks, announcements and rules in their present state."""
        # While the user types, every letter requests the same states.
        now = self._context.written()
        marks = now.marks_since(self._states_stamp) if self._states_stamp else None
        if marks is None:
            self._cached_states = {}
        elif marks:
            self._cached_states = {name: keys for name, keys in self._cached_states.items() if name not in marks}
        self._states_stamp = now
        resolver = Resolver(self._cache, self._user_file, self._context.categories, self._cached_states, self.rules())
        if self._unread_too and "unread" not in resolver.cached_states:
            resolver.cached_states["unread"] = array("q", sorted({*resolver.state("unread"), *self._unread_too()}))
        return resolver

    def rules(self) -> Rules | None:
        """Return the rules as of today; None, without importing anything, if there are none."""
        if not self._context.has_rules:
            return None
        days = self._context.today(), self._context.arxiv_day()
        if self._rules is None or self._rules[0] != days:
            self._rules = days, self._rules_now()
        return self._rules[1]

    def rules_or_empty(self) -> Rules:
        """Return the rules as of today; an object without rules if there are none."""
        return self.rules() or self._rules_now()

    def resolve(self, tree: expr.Expr) -> expr.Expr:
        """Return the query in a form that the index can answer."""
        return self.settle(self.resolver().resolve(tree))

    def settle(self, resolved: expr.Expr) -> expr.Expr:
        """Make a resolved query answerable by the index: replace the terms that only keys can answer (``like:``,
        ``cites:``, ``citedby:``, ``some:``, regular expressions)."""
        return self._settle(resolved)[0].tree

    def answered(
        self, tree: expr.Expr, patience: float | None = None, *, looks_up: bool = True
    ) -> tuple[IndexQuery, SomeWords | None]:
        """Return the query in a form that the index can answer with what was not searched for it, and the answer to the
        ``some:`` term that it requires, if any. ``patience`` limits, in seconds, the search for regular expressions and
        the look-up of references in texts that are new, which is only done if ``looks_up``."""
        is_about_texts = looks_up and any(isinstance(term, expr.Cites | expr.Counted) for term in expr.terms_of(tree))
        left = self._citations().update(patience) if is_about_texts else None
        settled, answer = self._settle(self.resolver().resolve(tree), patience)
        if left:
            note = "; ".join(filter(None, (settled.note, left.note, self._citations().shortcoming)))
            settled = changed(settled, note=note, goes_on=settled.goes_on or bool(left.left and not left.reason))
        return settled, answer

    def alike(self, name: str) -> SimilarKeys:
        """Return the papers similar to a named paper."""
        if self._similarity is None:
            papers, user_file = self._cache.papers, self._user_file
            self._similarity = SimilarityCache(self._cache, lambda key: papers.get(key) or user_file.saved_record(key))
        return self._similarity.of(self._context.index(), self._key_of(name))

    def cited(self, name: str) -> Sequence[int]:
        """Return the papers that the stored text of a named paper cites, in the order of its bibliography."""
        return self._citations().cited(self._key_of(name))

    def _key_of(self, name: str) -> int:
        named = key_named(name)
        return self.resolver().known(named) or named

    def _rules_now(self) -> Rules:
        bare = Resolver(self._cache, self._user_file, self._context.categories, {})
        dependencies = RuleDependencies(self._context.written, lambda: self.resolver().kept())
        return Rules.of_settings(
            self._context, bare.is_of_papers, lambda tree: self.resolver().bare(tree), self.settle, dependencies
        )

    def _settle(self, resolved: expr.Expr, patience: float | None = None) -> tuple[IndexQuery, SomeWords | None]:
        known, missed = self._with_citations(resolved)
        known, unlike = self._with_alike(known)
        settled = self._with_matches(known, patience)
        tree, answer = self._with_answers(settled.tree)
        return changed(settled, tree=tree, note="; ".join(filter(None, (missed, unlike, settled.note)))), answer

    def _with_matches(self, tree: expr.Expr, patience: float | None) -> IndexQuery:
        """Replace regular expressions that the index cannot answer by the keys of the papers that match them."""
        if not any(isinstance(term, expr.Regex) for term in expr.terms_of(tree)):
            return IndexQuery(tree)
        if self._texts is None:
            self._texts = TextSearch(self._context.paths)
        across = too_large_across(tree, lambda regex: self._context.index().supports_regex(regex))
        return settle(across, self._newest, partial(self._look, self._texts, patience=patience))

    def _with_citations(self, tree: expr.Expr) -> tuple[expr.Expr, str]:
        """Replace the terms about references by keys. Also returns of which papers the references are not known."""
        unknown: dict[str, None] = {}

        def keys(term: expr.Term) -> expr.Expr:
            match term:
                case expr.Cites(name):
                    return expr.Keys(array("q", sorted(self._citations().citing(self._key_of(name)))))
                case expr.CitedBy(name):
                    key = self._key_of(name)
                    if self._citations().of(key) is None:
                        unknown[self._without_text(name, key)] = None
                    return expr.Keys(array("q", sorted(self._citations().cited(key))))
                case expr.Counted("refs", least, most):
                    return expr.Keys(self._citations().with_references(least, most))
                case expr.Counted("cited", least, most):
                    return expr.Keys(self._citations().with_citations(least, most))
            return term

        return expr.with_terms(tree, keys), "; ".join(unknown)

    def _without_text(self, name: str, key: int) -> str:
        """Say what is known of the references of a paper whose text is not stored."""
        if said := ", ".join(voice.words for voice in self._citations().voices(key) if voice.whole):
            return f"the text of {name} is not stored; these references are those according to {said}"
        return f"the references of {name} are not known, because its text is not stored"

    def _with_alike(self, tree: expr.Expr) -> tuple[expr.Expr, str]:
        """Replace ``like:`` terms by the keys of similar papers. Also returns why some papers may be missing."""
        names = {term.name for term in expr.terms_of(tree) if isinstance(term, expr.Like)}
        if not names:
            return tree, ""
        similar = {name: self.alike(name) for name in sorted(names)}

        def keys(term: expr.Term) -> expr.Expr:
            return expr.Keys(array("q", sorted(similar[term.name].keys))) if isinstance(term, expr.Like) else term

        unknown = [f"{name} is not stored here" for name in similar if self.resolver().known(key_named(name)) is None]
        return expr.with_terms(tree, keys), "; ".join(filter(None, (self._context.shortcoming(), *unknown)))

    def _with_answers(self, tree: expr.Expr) -> tuple[expr.Expr, SomeWords | None]:
        """Replace ``some:`` terms by the keys of the papers found. A term that must match chooses among the papers that
        match the rest of the query; the answer to such a term is returned, too."""
        if not any(isinstance(term, expr.SomeOf) for term in expr.terms_of(tree)):
            return tree, None
        ask = self._context.index().with_some_words

        def alone(term: expr.Term) -> expr.Expr:
            return _sorted(ask(term.question, expr.EVERYTHING)) if isinstance(term, expr.SomeOf) else term

        parts = expr.conjuncts(tree)
        others = tuple(expr.with_terms(part, alone) for part in parts if not isinstance(part, expr.SomeOf))
        answers = [ask(part.question, expr.And(others)) for part in parts if isinstance(part, expr.SomeOf)]
        return expr.And((*map(_sorted, answers), *others)), answers[-1] if answers else None

    def _newest(self, tree: expr.Expr) -> tuple[Sequence[int], int]:
        known = key_set(tree)
        if known is not None:
            keys = known.among(self._cache.month_keys())
            return keys[:MAX_SCANNED], len(keys)
        hits = self._context.index().find(tree, limit=MAX_SCANNED)
        return hits.keys, hits.total if hits.exact else self._context.index().count(tree)

    def _look(
        self, texts: TextSearch, expressions: Sequence[expr.Regex], keys: Sequence[int], patience: float | None
    ) -> ScanResult:
        self._context.go_on()
        return texts.look(expressions, keys, self._cache.data_version(), patience)


def _sorted(answer: SomeWords) -> expr.Keys:
    return expr.Keys(array("q", sorted(answer.keys)))
