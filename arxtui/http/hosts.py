"""Whose address a URL names, and how near to this machine it is."""

from __future__ import annotations

import ipaddress
import re
import socket
from enum import IntEnum
from urllib.parse import urlsplit

_PLAIN = re.compile(r"[0-9a-z._-]+|[0-9a-f.]*:[0-9a-f:.]*(?:%[0-9a-z._-]+)?")
"""What stands in the host of a redirect: names as they are sent (RFC 3986 has no others), IPv6 with its zone."""
_NAT64 = ipaddress.ip_network("64:ff9b::/96")
_COMPATIBLE = ipaddress.ip_network("::/96")


class Reach(IntEnum):
    """Where an address leads, the nearer the higher."""

    PUBLIC = 0
    PRIVATE = 1
    """A network of one's own or of one's provider, link-local, multicast, reserved: nowhere in the Internet."""
    LOOPBACK = 2
    """This very machine."""


def host_of(url: str) -> str:
    """The host name of an http or https URL, lower case. ValueError when the URL is none, or its port is none."""
    parts = urlsplit(url)
    # A port that is none raises ValueError as soon as it is looked at, and not before.
    if parts.scheme not in ("http", "https") or not parts.hostname or parts.port == 0:
        raise ValueError(f"not an http or https address: {url!r}")
    return parts.hostname


def is_loopback(url: str) -> bool:
    """Whether the URL names this very machine, by number or as ``localhost``."""
    return reach_of(host_of(url)) is Reach.LOOPBACK


def is_plain(host: str) -> bool:
    """Whether a host is written as it is sent: no percent signs, no letters that a library would turn into others."""
    return _PLAIN.fullmatch(host) is not None


def reach_of(host: str) -> Reach:
    """Where a host leads, as far as its spelling says: a number in any form that a resolver reads (``127.1``,
    ``0x7f000001``, ``::ffff:127.0.0.1``), or ``localhost``; PUBLIC for every other name."""
    name = host.rstrip(".")
    if name == "localhost" or name.endswith(".localhost"):
        return Reach.LOOPBACK
    address = _number(name)
    if address is None:
        return Reach.PUBLIC
    # 0.0.0.0 and :: lead to this machine where they are connected to.
    if address.is_loopback or address.is_unspecified:
        return Reach.LOOPBACK
    is_site_local = isinstance(address, ipaddress.IPv6Address) and address.is_site_local
    return Reach.PUBLIC if address.is_global and not (address.is_multicast or is_site_local) else Reach.PRIVATE


def same_host(one: str, other: str) -> bool:
    """Whether two http or https URLs name the same host and port; the usual ports of both schemes are one."""
    return (host_of(one), urlsplit(one).port) == (host_of(other), urlsplit(other).port)


def is_downgrade(one: str, other: str) -> bool:
    """Whether going from one URL to the other leaves TLS."""
    return urlsplit(one).scheme == "https" and urlsplit(other).scheme == "http"


def _number(host: str) -> ipaddress.IPv4Address | ipaddress.IPv6Address | None:
    """The address that a host is the number of; the IPv4 address within an IPv6 one where it has one."""
    try:
        address = ipaddress.ip_address(host)
    except ValueError:
        try:
            # What getaddrinfo reads as a number beyond the usual form: fewer parts, octal, hexadecimal.
            return ipaddress.IPv4Address(socket.inet_aton(host))
        except (OSError, UnicodeError):
            return None
    return _within(address) or address if isinstance(address, ipaddress.IPv6Address) else address


def _within(address: ipaddress.IPv6Address) -> ipaddress.IPv4Address | None:
    if address in _NAT64 or (address in _COMPATIBLE and int(address) > 0xFFFF):
        return ipaddress.IPv4Address(int(address) & 0xFFFFFFFF)
    return address.ipv4_mapped or address.sixtofour
