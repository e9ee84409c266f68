"""Made-up full texts in LaTeXML's HTML, seeded: a thesis of 300 pages, and a paper with 3,000 formulas."""

from __future__ import annotations

import random

_SYLLABLES = tuple("ba co de fi gra ho in ju kel lo mi nor op pa qui ra ste tu ul vor wen xi yo zet an der mon".split())
_CHAPTERS, _SECTIONS, _PARAGRAPHS = 10, 6, 21
_WORDS = 95
"""Words of a paragraph; together with the rest of the thesis, a page has about 400."""
_SOURCES = 400


def thesis(seed: int = 1) -> bytes:
    """Return about 120,000 words in ten chapters, with formulas, tables, figures, lists, code and 400 sources."""
    writer = _Writer(seed)
    return writer.page("A Made-Up Thesis", *(writer.chapter(number) for number in range(1, _CHAPTERS + 1)))


def paper_of_formulas(formulas: int = 3_000, seed: int = 1) -> bytes:
    """Return a paper with this many formulas between few words, every tenth of them displayed."""
    writer = _Writer(seed)
    steps = (writer.step(number) for number in range(formulas // 10))
    return writer.page("A Paper of Formulas", _tag("section", "section", writer.title("section", "1", "h2"), *steps))


def _tag(name: str, classes: str, *content: str, **attributes: str) -> str:
    """Return an element with LaTeXML's classes, and with a line end where a page has one."""
    told = "".join(f' {key}="{value}"' for key, value in attributes.items())
    written = " ".join(f"ltx_{each}" for each in classes.split())
    end = "\n" if name in ("div", "p", "table", "tr", "figure", "li", "section") else ""
    return f'<{name}{told} class="{written}">{"".join(content)}</{name}>{end}'


class _Writer:
    def __init__(self, seed: int) -> None:
        self.chance = random.Random(seed)
        syllables = self.chance.choices
        self.vocabulary = ["".join(syllables(_SYLLABLES, k=self.chance.randint(1, 4))) for _ in range(6_000)]

    def page(self, title: str, *parts: str) -> bytes:
        name = _tag("span", "personname", "Ada Example")
        head = _tag("h1", "title title_document", title)
        authors = _tag("div", "authors", _tag("span", "creator role_author", name))
        abstract = _tag("div", "abstract", _tag("h6", "title title_abstract", "Abstract"), self.paragraph("abstract"))
        article = _tag("article", "document", head, authors, abstract, *parts, self.sources())
        page = (
            f'<!DOCTYPE html><html lang="en"><head><meta charset="utf-8"><title>{title}</title></head><body>{article}'
        )
        return f"{page}</body></html>".encode()

    def words(self, count: int) -> str:
        return " ".join(self.chance.choices(self.vocabulary, k=count))

    def chapter(self, number: int) -> str:
        sections = (self.section(f"Ch{number}.S{place}", f"{number}.{place}") for place in range(1, _SECTIONS + 1))
        title = self.title("chapter", f"Chapter {number}", "h2")
        return _tag("section", "chapter", title, *sections, id=f"Ch{number}")

    def section(self, name: str, number: str) -> str:
        parts = [self.paragraph(f"{name}.p{place}") for place in range(_PARAGRAPHS)]
        for place, make in enumerate((self.equation, self.items, self.table, self.figure, self.listing, self.theorem)):
            parts.insert(3 * place + 2, make(name))
        return _tag("section", "section", self.title("section", number, "h3"), *parts, id=name)

    def title(self, kind: str, number: str, name: str) -> str:
        return _tag(name, f"title title_{kind}", _tag("span", f"tag tag_{kind}", f"{number} "), self.words(5))

    def paragraph(self, name: str) -> str:
        """Return a paragraph with two formulas, an emphasis, and a citation, a footnote or a reference."""
        source = str(self.chance.randint(1, _SOURCES))
        cited = _tag("a", "ref", source, href=f"#bib.bib{source}", title="")
        section = name.partition(".p")[0]
        referred = _tag("a", "ref", "1", href=f"#{section}.E1")
        joints = (
            self.formula(),
            _tag("cite", "cite citemacro_cite", "[", cited, "]"),
            _tag("em", "emph font_italic", self.words(2)) + " " + self.formula(),
            self.footnote(name) if self.chance.random() < 0.1 else referred,
        )
        text = "".join(f"{self.words(_WORDS // 5)} {joint} " for joint in joints) + self.words(_WORDS // 5)
        return _tag("div", "para", _tag("p", "p", text, ".", id=f"{name}.1"), id=name)

    def footnote(self, name: str) -> str:
        mark = _tag("sup", "note_mark", "1")
        content = _tag("span", "note_content", mark, _tag("span", "tag tag_note", "1"), self.words(12))
        return _tag("span", "note role_footnote", mark, _tag("span", "note_outer", content), id=f"{name}.fn")

    def formula(self, display: str = "inline") -> str:
        """Return a sum of powers as MathML with its TeX."""
        terms = [(self.chance.choice("abcxyz"), self.chance.randint(2, 9)) for _ in range(self.chance.randint(1, 5))]
        tex = "+".join(f"{name}_{{i}}^{{{power}}}" for name, power in terms)
        drawn = "<mo>+</mo>".join(
            f'<msubsup id="m.{name}{power}"><mi>{name}</mi><mi>i</mi><mn>{power}</mn></msubsup>'
            for name, power in terms
        )
        kept = f'<annotation encoding="application/x-tex">{tex}</annotation>'
        semantics = f"<semantics><mrow>{drawn}</mrow>{kept}</semantics>"
        return _tag("math", "Math", semantics, id="m", alttext=tex, display=display)

    def equation(self, name: str) -> str:
        cells = (
            _tag("td", "eqn_cell eqn_center_padleft"),
            _tag("td", "eqn_cell align_center", self.formula("block")),
            _tag("td", "eqn_cell eqn_center_padright"),
            _tag("td", "eqn_cell eqn_eqno", _tag("span", "tag tag_equation", "(1)")),
        )
        return _tag("table", "equation eqn_table", _tag("tr", "equation eqn_row", *cells), id=f"{name}.E1")

    def items(self, name: str) -> str:
        mark = _tag("span", "tag tag_item", "•")
        items = (
            _tag("li", "item", mark, _tag("div", "para", _tag("p", "p", self.words(15))), id=f"{name}.i{place}")
            for place in range(4)
        )
        return _tag("ul", "itemize", *items, id=f"{name}.I1")

    def table(self, name: str) -> str:
        def row() -> str:
            return _tag("tr", "tr", *(_tag("td", "td align_center border_t", self.words(1)) for _ in range(6)))

        table = _tag("table", "tabular align_middle", *(row() for _ in range(10)))
        return _tag("figure", "table", self.caption("Table"), table, id=f"{name}.T1")

    def figure(self, name: str) -> str:
        image = f'<img src="{name}.png" class="ltx_graphics" width="300" height="200" alt="Refer to caption">'
        return _tag("figure", "figure", image, self.caption("Figure"), id=f"{name}.F1")

    def caption(self, kind: str) -> str:
        return _tag("figcaption", "caption", _tag("span", f"tag tag_{kind.lower()}", f"{kind} 1: "), self.words(12))

    def listing(self, name: str) -> str:
        def line(number: int) -> str:
            blank = _tag("span", "text lst_space", "\xa0")
            words = (_tag("span", "text lst_identifier", word) + blank for word in self.words(6).split())
            return _tag("div", "listingline", _tag("span", "tag tag_listingline", f"{number}"), *words)

        return _tag("div", "listing lstlisting", *map(line, range(1, 9)), id=f"{name}.lst")

    def theorem(self, name: str) -> str:
        title = _tag("h6", "title runin title_theorem", _tag("span", "tag tag_theorem", "Theorem 1"), ".")
        return _tag("div", "theorem theorem_theorem", title, self.paragraph(f"{name}.Thm1.p1"), id=f"{name}.Thm1")

    def step(self, number: int) -> str:
        line = "".join(f"{self.words(3)} {self.formula()} " for _ in range(9))
        return _tag("div", "para", _tag("p", "p", line), self.equation(f"S1.{number}"))

    def sources(self) -> str:
        def item(number: int) -> str:
            label = _tag("span", "tag tag_bibitem", f"[{number}]")
            where = _tag("span", "bibblock", _tag("em", "emph", self.words(4)), ".")
            return _tag(
                "li", "bibitem", label, _tag("span", "bibblock", self.words(8), "."), where, id=f"bib.bib{number}"
            )

        title = _tag("h2", "title title_bibliography", "References")
        return _tag(
            "section", "bibliography", title, _tag("ul", "biblist", *map(item, range(1, _SOURCES + 1))), id="bib"
        )
