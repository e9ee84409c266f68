"""Whose address a URL names."""

from __future__ import annotations

import ipaddress
from urllib.parse import urlsplit


def host_of(url: str) -> str:
    """The host name of an http or https URL, lower case. ValueError when the URL is none."""
    parts = urlsplit(url)
    if parts.scheme not in ("http", "https") or not parts.hostname:
        raise ValueError(f"not an http or https address: {url!r}")
    return parts.hostname


def is_loopback(url: str) -> bool:
    """Whether the URL names this very machine, by number or as ``localhost``."""
    host = host_of(url)
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return host == "localhost"


def same_host(one: str, other: str) -> bool:
    """Whether two http or https URLs name the same host and port; the usual ports of both schemes are one."""
    return (host_of(one), urlsplit(one).port) == (host_of(other), urlsplit(other).port)
