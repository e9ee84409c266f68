"""``arxtui add`` and the import of full texts, with a made-up arXiv server on the loopback address."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import date
from pathlib import Path
from urllib.parse import parse_qs, urlsplit

import pytest

from arxtui.demo.papers.corpus import make
from arxtui.demo.upstream import Upstream, settings_toml
from arxtui.model.events import EventKind
from tests.cli.command import events_of, objects, run_here


@pytest.fixture(scope="module")
def upstream() -> Iterator[Upstream]:
    with Upstream(make(date(2026, 5, 13))) as answering:
        yield answering


@pytest.fixture
def asking(home: Path, upstream: Upstream) -> Path:
    """A home that is configured to use the made-up arXiv server."""
    (home / "config").mkdir(parents=True)
    (home / "config/config.toml").write_text(settings_toml(upstream.url, []))
    return home


def disconnect(home: Path, upstream: Upstream) -> None:
    config = home / "config/config.toml"
    config.write_text(config.read_text().replace(upstream.url, "http://127.0.0.1:9"))


def asked(upstream: Upstream, since: int) -> list[list[str]]:
    """Return the identifiers of each request after the first ``since`` requests."""
    return [parse_qs(urlsplit(hit.path).query).get("id_list", [""])[0].split(",") for hit in upstream.log[since:]]


def test_papers_are_named_in_any_form_and_listed_in_that_order(asking: Path, upstream: Upstream) -> None:
    before = len(upstream.log)
    first, second, third, *_ = (paper.id for paper in upstream.papers)
    said = run_here(
        asking, "add", f"https://arxiv.org/pdf/{third}v1.pdf", f"arXiv:{first}", f"10.48550/arXiv.{second}", "--json"
    )
    assert said.returncode == 0
    assert [paper["id"] for paper in objects(said.stdout)] == [third, first, second]
    assert asked(upstream, before) == [[third, first, second]]
    assert objects(run_here(asking, "list", "is:unread", "--json").stdout) == []


def test_one_argument_may_mention_several_papers_and_each_is_listed_once(asking: Path, upstream: Upstream) -> None:
    published = next(paper for paper in upstream.papers if paper.doi)
    first, second = [paper.id for paper in upstream.papers if paper is not published][:2]
    said = run_here(asking, "add", f"{first}, arXiv:{second}v1", published.id, f"doi:{published.doi}", "--json")
    assert [paper["id"] for paper in objects(said.stdout)] == [first, second, published.id]


def test_a_version_names_its_paper(asking: Path, upstream: Upstream) -> None:
    revised = next(paper for paper in upstream.papers if paper.version == 2)
    [paper] = objects(run_here(asking, "add", f"{revised.id}v1", "--json").stdout)
    assert paper["version"] == 2


def test_a_doi_of_a_publisher_is_looked_for_once(asking: Path, upstream: Upstream) -> None:
    published = next(paper for paper in upstream.papers if paper.doi)
    said = run_here(asking, "add", f"https://doi.org/{published.doi}")
    assert said.returncode == 0
    assert said.stdout.split()[0].startswith(published.id)
    before = len(upstream.log)
    assert run_here(asking, "add", f"doi:{published.doi}").stdout == said.stdout
    assert len(upstream.log) == before


def test_add_names_the_identifiers_and_dois_unknown_to_arxiv(asking: Path, upstream: Upstream) -> None:
    known = upstream.papers[0].id
    said = run_here(asking, "add", known, "2605.99998", "10.5555/nowhere")
    assert said.returncode == 1
    assert "arXiv does not know 2605.99998, 10.5555/nowhere" in said.stderr
    assert said.stdout.startswith(known)


@pytest.mark.parametrize("text", ["nothing", "2513.00001", "12345", ""])
def test_an_argument_without_a_valid_identifier_or_doi_is_refused_without_a_request(
    asking: Path, upstream: Upstream, text: str
) -> None:
    before = len(upstream.log)
    said = run_here(asking, "add", text)
    assert (said.returncode, said.stdout) == (2, "")
    assert said.stderr.startswith(f"arxtui: no identifier, address or DOI in '{text}'")
    assert len(upstream.log) == before


def test_standard_input_is_any_text(asking: Path, upstream: Upstream) -> None:
    first, second = (paper.id for paper in upstream.papers[:2])
    mail = f"Subject: Papers\nMIME-Version: 1.0\n\nsee https://arxiv.org/abs/{first}, arXiv:{second}, 2605.99998\n"
    said = run_here(asking, "add", "-", stdin=mail.encode())
    assert (said.returncode, len(said.stdout.splitlines())) == (0, 2)
    assert run_here(asking, "add", "-", stdin=b"nothing").stderr == "arxtui: standard input names no arXiv paper\n"
    assert run_here(asking, "add", "-", stdin=b"%PDF-1.7").stderr.startswith(
        "arxtui: standard input is a PDF, not text"
    )


def test_offline_the_names_are_kept_and_come_with_the_next_refresh(asking: Path, upstream: Upstream) -> None:
    wanted = upstream.papers[5].id
    config = (asking / "config/config.toml").read_text()
    disconnect(asking, upstream)
    said = run_here(asking, "add", wanted)
    assert (said.returncode, said.stdout) == (4, "")
    assert said.stderr.splitlines() == [
        "1 paper is still missing and will come with the next refresh",
        "offline: 127.0.0.1 cannot be reached; everything cached still works",
    ]
    (asking / "config/config.toml").write_text(config)
    assert run_here(asking, "refresh").returncode == 0
    assert run_here(asking, "show", wanted).returncode == 0


def test_events_are_objects_on_standard_output(asking: Path, upstream: Upstream) -> None:
    events = events_of(asking, "add", upstream.papers[0].id, "2605.99998")
    assert [event.kind for event in events] == [
        EventKind.STARTED, EventKind.SOURCE, EventKind.PAGE, EventKind.PAGE, EventKind.DONE, EventKind.FINISHED
    ]  # fmt: skip
    assert (events[-2].reason, events[-1].exit_code) == ("arXiv does not know 2605.99998", 1)


def test_importing_a_text_counts_its_arxiv_ids_and_fetches_the_unknown_papers(
    asking: Path, upstream: Upstream, tmp_path: Path
) -> None:
    papers = [paper.id for paper in upstream.papers[:15]]
    run_here(asking, "add", *papers[:3])
    notes = tmp_path / "notes.bib"
    notes.write_text("".join(f"@misc{{key, eprint = {{{each}}}, archivePrefix = {{arXiv}}}}\n" for each in papers))
    before = len(upstream.log)
    said = run_here(asking, "import", str(notes))
    assert (said.returncode, said.stdout) == (0, f"{notes}: 15 arXiv ids, 3 of them known\n")
    assert said.stderr == "arXiv papers: 12 new, 0 changed, 0 same\n"
    assert asked(upstream, before) == [papers[3:]]
    again = run_here(asking, "import", str(notes), "--json")
    [report] = objects(again.stdout)
    assert (again.returncode, report["named"], report["known"], report["error"]) == (0, 15, 15, None)
    assert len(upstream.log) == before + 1


def test_a_file_that_fails_beside_a_text_makes_the_status_1(asking: Path, upstream: Upstream, tmp_path: Path) -> None:
    notes = tmp_path / "notes.txt"
    notes.write_text(f"arXiv:{upstream.papers[0].id}")
    assert run_here(asking, "import", str(notes), str(tmp_path / "missing")).returncode == 1
    assert run_here(asking, "import", str(notes)).returncode == 0


def test_several_texts_are_fetched_together(asking: Path, upstream: Upstream, tmp_path: Path) -> None:
    files = [tmp_path / f"{number}.txt" for number in range(3)]
    for file, paper in zip(files, upstream.papers, strict=False):
        file.write_text(f"see https://arxiv.org/abs/{paper.id}v1 or arXiv:2605.99998")
    before = len(upstream.log)
    said = run_here(asking, "import", *map(str, files))
    assert said.returncode == 1
    assert [len(ids) for ids in asked(upstream, before)] == [4, 1], "what does not arrive is requested once more"
    assert "3 new, 0 changed, 0 same (arXiv does not know 2605.99998)" in said.stderr


def test_a_text_imported_offline_is_kept(asking: Path, upstream: Upstream, tmp_path: Path) -> None:
    disconnect(asking, upstream)
    notes = tmp_path / "notes.txt"
    notes.write_text(f"arXiv:{upstream.papers[0].id}")
    said = run_here(asking, "import", str(notes))
    assert (said.returncode, said.stdout) == (4, f"{notes}: 1 arXiv id, 0 of them known\n")
    assert said.stderr.startswith("1 paper is still missing and will come with the next refresh\n")


def test_a_file_that_names_nothing_is_refused_as_before(asking: Path, tmp_path: Path) -> None:
    for name, data, words in (
        ("a.txt", b"Nothing.", "it names no arXiv paper either"),
        ("a.pdf", b"%PDF-1.4\n", "a PDF, not text"),
        ("a.png", b"\x89PNG\r\n\x1a\n\0\0", "binary data, not text"),
    ):
        (tmp_path / name).write_bytes(data)
        said = run_here(asking, "import", str(tmp_path / name))
        assert (said.returncode, said.stderr) == (1, "")
        assert words in said.stdout
