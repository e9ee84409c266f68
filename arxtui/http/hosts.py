"""The host of a URL, and how near to this machine its address is."""

from __future__ import annotations

import ipaddress
import re
import socket
from enum import IntEnum
from urllib.parse import urlsplit

_PLAIN_HOST = re.compile(r"[0-9a-z._-]+|[0-9a-f.]*:[0-9a-f:.]*(?:%[0-9a-z._-]+)?")
"""The characters of a host in a redirect: names as they are sent (RFC 3986 allows no others), and IPv6 addresses with
their zone.
"""
_NAT64 = ipaddress.ip_network("64:ff9b::/96")
_COMPATIBLE = ipaddress.ip_network("::/96")


class Reach(IntEnum):
    """The network that an address belongs to; a higher value is nearer to this machine."""

    PUBLIC = 0
    PRIVATE = 1
    """Not on the public Internet: the user's or the provider's own network, link-local, multicast and reserved
    addresses.
    """
    LOOPBACK = 2
    """This machine itself."""


def host_of(url: str) -> str:
    """Return the host name of an http or https URL, in lower case.

    Raises ValueError if the URL or its port is invalid.
    """
    parts = urlsplit(url)
    # An invalid port raises ValueError only when ``port`` is read.
    if parts.scheme not in ("http", "https") or not parts.hostname or parts.port == 0:
        raise ValueError(f"not an http or https address: {url!r}")
    return parts.hostname


def is_loopback(url: str) -> bool:
    """Whether the URL names this machine, by address or as ``localhost``."""
    return reach_of(host_of(url)) is Reach.LOOPBACK


def is_plain(host: str) -> bool:
    """Whether a host is in the form in which it is sent: no percent signs, no letters that a library would convert."""
    return _PLAIN_HOST.fullmatch(host) is not None


def reach_of(host: str) -> Reach:
    """Return the network that a host belongs to, judged by its spelling.

    Recognized are IP addresses in any form that a resolver accepts (``127.1``, ``0x7f000001``, ``::ffff:127.0.0.1``)
    and ``localhost``; any other name is PUBLIC.
    """
    name = host.rstrip(".")
    if name == "localhost" or name.endswith(".localhost"):
        return Reach.LOOPBACK
    address = _ip_address(name)
    if address is None:
        return Reach.PUBLIC
    # A connection to 0.0.0.0 or :: reaches this machine.
    if address.is_loopback or address.is_unspecified:
        return Reach.LOOPBACK
    is_site_local = isinstance(address, ipaddress.IPv6Address) and address.is_site_local
    return Reach.PUBLIC if address.is_global and not (address.is_multicast or is_site_local) else Reach.PRIVATE


def same_host(first: str, second: str) -> bool:
    """Whether two http or https URLs have the same host and explicit port; URLs without a port are equal in both
    schemes.
    """
    return (host_of(first), urlsplit(first).port) == (host_of(second), urlsplit(second).port)


def is_downgrade(first: str, second: str) -> bool:
    """Whether the first URL uses TLS and the second does not."""
    return urlsplit(first).scheme == "https" and urlsplit(second).scheme == "http"


def _ip_address(host: str) -> ipaddress.IPv4Address | ipaddress.IPv6Address | None:
    """Return the IP address that a host is written as, or None.

    For an IPv6 address that embeds an IPv4 address, return the embedded one.
    """
    try:
        address = ipaddress.ip_address(host)
    except ValueError:
        try:
            # Other numeric forms that getaddrinfo accepts: fewer parts, octal, hexadecimal.
            return ipaddress.IPv4Address(socket.inet_aton(host))
        except (OSError, UnicodeError):
            return None
    return _embedded_ipv4(address) or address if isinstance(address, ipaddress.IPv6Address) else address


def _embedded_ipv4(address: ipaddress.IPv6Address) -> ipaddress.IPv4Address | None:
    if address in _NAT64 or (address in _COMPATIBLE and int(address) > 0xFFFF):
        return ipaddress.IPv4Address(int(address) & 0xFFFFFFFF)
    return address.ipv4_mapped or address.sixtofour
