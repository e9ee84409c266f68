"""Metadata that depends on where a release is published: project URLs, and a README whose links work elsewhere.

The environment variable ``ARXTUI_PROJECT_URL`` is the address of the repository; the release workflow sets it. Nothing
is published without it: then there are no URLs and the links of the README stay relative.
"""

from __future__ import annotations

import os
import re
from pathlib import Path
from typing import Any

from hatchling.metadata.plugin.interface import MetadataHookInterface

_LINK = re.compile(r"(!?)(\[[^\]]*\])\((?!https?://|#)([^)]+)\)")


class ProjectMetadata(MetadataHookInterface):
    """The metadata hook that sets the dynamic fields ``readme`` and ``urls``."""

    def update(self, metadata: dict[str, Any]) -> None:
        """Set the fields."""
        url = os.environ.get("ARXTUI_PROJECT_URL", "").rstrip("/")
        readme = Path(self.root, "README.md").read_text(encoding="utf-8")
        tag = f"v{metadata['version']}"
        metadata["urls"] = project_urls(url, tag) if url else {}
        metadata["readme"] = {
            "content-type": "text/markdown",
            "text": with_absolute_links(readme, url, tag) if url else readme,
        }


def project_urls(url: str, tag: str) -> dict[str, str]:
    """Return the project URLs that a package index shows."""
    return {
        "Homepage": url,
        "Documentation": f"{url}/tree/{tag}/docs",
        "Changelog": f"{url}/blob/{tag}/CHANGELOG.md",
        "Issues": f"{url}/issues",
    }


def with_absolute_links(readme: str, url: str, tag: str) -> str:
    """Return the README with absolute links to its pictures and pages at ``tag``."""
    return _LINK.sub(
        lambda found: f"{found[1]}{found[2]}({url}/{'raw' if found[1] else 'blob'}/{tag}/{found[3]})", readme
    )
