"""The kinds of content on well-known web hosts."""

from __future__ import annotations

from urllib.parse import urlsplit

from arxtui.model.views import LinkKind

_CODE = (
    "github.com gitlab.com bitbucket.org codeberg.org sourceforge.net git.sr.ht huggingface.co crates.io "
    "cran.r-project.org colab.research.google.com anonymous.4open.science code.google.com ascl.net "
    "archive.softwareheritage.org hub.docker.com launchpad.net savannah.gnu.org"
)
_DATA = (
    "zenodo.org figshare.com datadryad.org kaggle.com osf.io data.mendeley.com ieee-dataport.org openneuro.org "
    "physionet.org openml.org dataverse.org dataverse.harvard.edu cdsarc.u-strasbg.fr cdsarc.cds.unistra.fr "
    "vizier.u-strasbg.fr vizier.cds.unistra.fr archive.ics.uci.edu hepdata.net data.caltech.edu materialscloud.org"
)
_PROJECT = (
    "github.io gitlab.io sourceforge.io sites.google.com netlify.app vercel.app readthedocs.io pages.dev herokuapp.com"
)
_PAPER = "arxiv.org doi.org openreview.net biorxiv.org medrxiv.org ssrn.com hal.science aclanthology.org"
_HOSTS = {
    host: kind
    for kind, hosts in (
        (LinkKind.CODE, _CODE),
        (LinkKind.DATA, _DATA),
        (LinkKind.PROJECT, _PROJECT),
        (LinkKind.PAPER, _PAPER),
    )
    for host in hosts.split()
}
_DATA_DOIS = ("10.5281/", "10.6084/", "10.5061/", "10.7910/", "10.17605/", "10.17632/", "10.34740/", "10.17182/")
"""The DOI prefixes of data archives: Zenodo, Figshare, Dryad, Dataverse, OSF, Mendeley, Kaggle, HEPData."""


def kind_of(url: str) -> LinkKind | None:
    """Return the kind of content at an address, by its host, and by its path if the host has several kinds.

    None for an unknown host.
    """
    parts = urlsplit(url)
    labels = (parts.hostname or "").split(".")
    if labels[0] == "gitlab":
        return LinkKind.CODE
    kinds = (_HOSTS.get(".".join(labels[start:])) for start in range(len(labels)))
    kind = next(filter(None, kinds), None)
    if kind is LinkKind.PAPER and parts.path.lstrip("/").startswith(_DATA_DOIS):
        return LinkKind.DATA
    if kind is LinkKind.CODE and labels[-2:] == ["huggingface", "co"]:
        first = parts.path.lstrip("/").partition("/")[0]
        return {"datasets": LinkKind.DATA, "spaces": LinkKind.PROJECT, "papers": LinkKind.PAPER}.get(first, kind)
    return kind
