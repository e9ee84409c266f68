"""What the documentation site takes from outside ``docs/``: the pictures, and the pages of the repository's root."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

from mkdocs.structure.files import File, Files

_ROOT = Path(__file__).resolve().parents[1]
_PAGES = ("CHANGELOG.md", "CONTRIBUTING.md")
_OUTSIDE = re.compile(rf"\]\((?P<up>(?:\.\./)*)\.\./(?={'|'.join(map(re.escape, ('screenshots/', *_PAGES)))})")


def on_files(files: Files, config: Any) -> Files:
    """Add them to the site."""
    for file in (*sorted((_ROOT / "screenshots").glob("*.svg")), *(_ROOT / name for name in _PAGES)):
        files.append(File.generated(config, file.relative_to(_ROOT).as_posix(), abs_src_path=str(file)))
    return files


def on_page_markdown(markdown: str, page: Any, **_: Any) -> str:
    """Address everything as it lies in the site."""
    if page.file.src_uri in _PAGES:
        return markdown.replace("](docs/", "](")
    return _OUTSIDE.sub(r"](\g<up>", markdown)
