"""Dumps of dblp with made-up records, in the form of the real ones."""

from __future__ import annotations

import gzip
from collections.abc import Iterable
from pathlib import Path

HEAD = '<?xml version="1.0" encoding="ISO-8859-1"?>\n<!DOCTYPE dblp SYSTEM "dblp-2026-11-01.dtd">\n<dblp>\n'
LOCKS = """<inproceedings mdate="2026-10-02" key="conf/madeup/ExampleM24">
<author orcid="0000-0001-2345-6789">Ada Example 0002</author>
<author>Bo M&aring;ns</author>
<title>Sharded Locks of a <i>Long</i> Queue with O(n<sup>2</sup>) &amp; More.</title>
<pages>1-12</pages>
<year>2024</year>
<booktitle>MadeUp</booktitle>
<ee type="oa">https://doi.org/10.1145/1234567.ABC</ee>
<ee>https://example.org/locks.pdf</ee>
<crossref>conf/madeup/2024</crossref>
<url>db/conf/madeup/madeup2024.html#ExampleM24</url>
</inproceedings>"""
PREPRINT = """<article publtype="informal" key="journals/corr/abs-2301-00042" mdate="2023-02-01">
<author>Chiara Prova</author>
<title>Clocks that Nobody Waits for.</title>
<year>2023</year>
<volume>abs/2301.00042</volume>
<journal>CoRR</journal>
<ee type="oa">https://doi.org/10.48550/arXiv.2301.00042</ee>
</article>"""
JOURNAL = """<article key="journals/madeup/Prova25" mdate="2025-12-24">
<author>Chiara Prova</author>
<title>Clocks That Nobody Waits For</title>
<year>2025</year>
<volume>7</volume>
<journal>J. Made-up Clocks</journal>
<ee>https://doi.org/10.1000/clocks.7</ee>
</article>"""
EDITORIAL = """<article key="journals/madeup/Prova20" mdate="2020-12-24"><author>Chiara Prova</author>
<title>Editorial.</title><year>2020</year><journal>J. Made-up Clocks</journal></article>"""
WITHDRAWN = """<article publtype="withdrawn" key="journals/madeup/Prova21" mdate="2021-12-24">
<author>Chiara Prova</author><title>Clocks that are taken back by everybody.</title><year>2021</year>
<journal>J. Made-up Clocks</journal></article>"""
PERSON = (
    """<www key="homepages/1/2" mdate="2026-12-31"><author>Ada Example 0002</author><title>Home Page</title></www>"""
)
RECORDS = (PERSON, LOCKS, PREPRINT, JOURNAL, EDITORIAL, WITHDRAWN)


def dump(records: Iterable[str] = RECORDS, end: str = "</dblp>\n") -> bytes:
    """Return a dump with these records."""
    return f"{HEAD}{''.join(records)}\n{end}".encode()


def write_dump(path: Path, records: Iterable[str] = RECORDS) -> Path:
    """Write a dump, packed."""
    path.write_bytes(gzip.compress(dump(records)))
    return path
