"""The program's own parsers read the full texts of the made-up upstream."""

from __future__ import annotations

from arxtui.demo.fulltexts import has_html
from arxtui.demo.upstream import Upstream
from arxtui.figures.text import figure_text
from arxtui.model.document import Equation, Float, Group, Heading, Origin, Source
from arxtui.reader.figures import captioned_pictures, mentions
from arxtui.sources.arxiv.api.atom import parse_answer
from arxtui.sources.latexml import page_drawings, parse_document
from arxtui.sources.pdf import pdf_refusal, pdf_texts
from arxtui.sources.pictures import picture_base, picture_type
from tests.demo.conftest import Get


def _papers(upstream: Upstream, digit: str) -> list[str]:
    return [paper.id for paper in upstream.papers if paper.id.endswith(digit)]


def test_a_paper_as_html_is_whole_and_holds_nothing_unknown(upstream: Upstream, get: Get) -> None:
    paper = next(paper for paper in upstream.papers if has_html(paper.id))
    status, _, body = get(f"/html/{paper.arxiv_id}")
    document = parse_document(body)
    assert (status, document.unknown, document.faults) == (200, (), ())
    headings = [block.number for block in document.blocks if isinstance(block, Heading)]
    assert [number.strip() for number in headings] == ["1", "2", "3", "4", "Appendix A", ""]
    kinds = {block.kind for block in document.blocks if isinstance(block, Group | Float)}
    assert {"definition", "theorem", "proof", "table", "figure", "algorithm"} <= kinds
    assert any(isinstance(block, Equation) for block in document.blocks)
    assert sum(isinstance(block, Source) for block in document.blocks) == 6
    assert get(f"/html/{paper.arxiv_id}")[2] == body


def test_its_figure_is_a_picture_where_the_page_says(upstream: Upstream, get: Get) -> None:
    paper = next(paper for paper in upstream.papers if has_html(paper.id))
    page = get(f"/html/{paper.id}")[2]
    base = picture_base(page, f"http://127.0.0.1/html/{paper.id}")
    assert base == f"http://127.0.0.1/html/{paper.arxiv_id}/"
    status, headers, body = get(f"/html/{paper.arxiv_id}/x1.png")
    assert (status, headers["Content-Type"], picture_type(body)) == (200, "image/png", "image/png")
    assert get(f"/html/{paper.arxiv_id}/x2.png")[0] == 404


def test_some_papers_are_on_ar5iv_alone_and_some_nowhere_but_as_pdf(upstream: Upstream, get: Get) -> None:
    [on_ar5iv, *_], [nowhere, *_] = _papers(upstream, "7"), _papers(upstream, "3")
    status, _, body = get(f"/html/{on_ar5iv}")
    assert status == 404
    assert b"No HTML for" in body
    assert parse_document(get(f"/ar5iv/{on_ar5iv}")[2]).origin is Origin.AR5IV
    assert (get(f"/html/{nowhere}v1")[0], get(f"/ar5iv/{nowhere}")[0]) == (404, 307)
    pdf = get(f"/pdf/{nowhere}")[2]
    assert pdf_refusal(pdf) == ""
    assert len(pdf_texts(pdf)) > 1


def test_a_paper_that_is_not_converted_yet_has_html_nowhere(upstream: Upstream, get: Get) -> None:
    paper = next(paper for paper in upstream.papers if has_html(paper.id))
    upstream.unconverted.add(paper.id)
    assert get(f"/html/{paper.arxiv_id}")[0] == 404
    status, headers, _ = get(f"/ar5iv/{paper.id}")
    assert (status, headers["Location"]) == (307, f"/abs/{paper.id}")
    upstream.unconverted.clear()
    assert get(f"/html/{paper.arxiv_id}")[0] == 200


def test_versions_that_there_are_not_have_no_text(upstream: Upstream, get: Get) -> None:
    paper = next(paper for paper in upstream.papers if has_html(paper.id))
    assert get(f"/html/{paper.id}v99")[0] == 404
    assert get(f"/pdf/{paper.id}v99")[0] == 404


def test_papers_cite_older_ones_of_their_field_some_by_their_ids(upstream: Upstream, get: Get) -> None:
    newest = max((paper for paper in upstream.papers if has_html(paper.id)), key=lambda paper: paper.id)
    works = [block.work for block in parse_document(get(f"/html/{newest.id}")[2]).blocks if isinstance(block, Source)]
    known = {paper.title: paper for paper in upstream.corpus.papers}
    cited = [(work, known[work.title]) for work in works if work and work.title in known]
    assert len(cited) == 4
    assert [work.arxiv for work, _ in cited] == [cited[0][1].id, "", cited[2][1].id, ""]
    assert all(paper.id < newest.id and paper.primary_category == newest.primary_category for _, paper in cited)


def test_each_cites_one_paper_that_only_arxiv_has(upstream: Upstream, get: Get) -> None:
    paper = next(each for each in upstream.papers if has_html(each.id))
    works = [block.work for block in parse_document(get(f"/html/{paper.id}")[2]).blocks if isinstance(block, Source)]
    last = works[-1]
    assert last
    assert last.arxiv not in {each.id for each in upstream.corpus.papers}
    [record] = parse_answer(get(f"/api/query?id_list={last.arxiv},2001.99999")[2]).intake.papers
    named = tuple(each.name for each in record.authors)
    assert (record.id, record.title, named) == (last.arxiv, last.title, last.authors)
    assert f"{record.published:%Y}" == last.year


def test_a_paper_of_distributed_computing_has_a_plot_a_diagram_and_a_map(upstream: Upstream, get: Get) -> None:
    paper = next(each for each in upstream.papers if "cs.DC" in each.categories and has_html(each.id))
    document = parse_document(get(f"/html/{paper.arxiv_id}")[2])
    assert (document.unknown, document.faults) == ((("svg", 1),), ())  # the diagram
    pictures = [(each.picture.address, each.caption) for each in captioned_pictures(document)]
    assert [(address, caption[:8]) for address, caption in pictures] == [
        ("x1.png", "Figure 1"),
        ("delay.svg", "Figure 2"),
        ("#S3.F3.pic1", "Figure 3"),
        ("sites.svg", "Figure 4"),
    ]
    (diagram,) = page_drawings(get(f"/html/{paper.arxiv_id}")[2]).values()
    assert figure_text(diagram).lines() == ["Text: replica 1; write; client; leader; replica 2; replica 2f"]
    assert all(len(mentions(document.blocks, (f"S3.F{number}",))) == 2 for number in (2, 3, 4))
    status, headers, body = get(f"/html/{paper.arxiv_id}/delay.svg")
    assert (status, headers["Content-Type"], picture_type(body)) == (200, "image/svg+xml", "image/svg+xml")
    x, y, *legend = figure_text(body).lines()
    assert x == "x: time since the failover [s], −20, −10, 0, 10, 20, 30, 40"
    assert y == "y: change of the delay [%], −40, −20, 0, 20, 40, 60, 80"
    assert [line.partition(" (")[2] for line in legend] == ["blue line)", "red dashed line)", "green circle)"]
    scale, words = figure_text(get(f"/html/{paper.arxiv_id}/sites.svg")[2]).lines()
    assert scale == "y: round trip [ms], 0, 40, 80, 120, 160"
    assert {"Harbour", "20°W", "0°", "10°E", "55°N"} <= {*words.removeprefix("Text: ").split("; ")}
    other = next(each for each in upstream.papers if "cs.DC" not in each.categories and has_html(each.id))
    assert get(f"/html/{other.arxiv_id}/delay.svg")[0] == 404
