"""Checks of client-given addresses before this server sends to them: public hosts, over TLS."""

import ipaddress
import socket
from urllib.parse import urlsplit

HTTPS_PORT = 443
# IPv6 addresses that embed an IPv4 address in the last four bytes (RFC 6052).
TRANSLATED = ipaddress.ip_network("64:ff9b::/96")
# The only block of IPv6 that is routed on the Internet (IANA's registry of unicast addresses). The
# library takes others for global: fec0::/10, 64:ff9b:1::/48, ::/96 and unassigned ones.
ROUTED = ipaddress.ip_network("2000::/3")
# Former relays to 6to4, withdrawn by RFC 7526.
RELAYS = ipaddress.ip_network("192.88.99.0/24")
# Tunnels that embed an IPv4 address (RFC 4380), and ranges for tests and documentation.
NEVER_ROUTED = [
    ipaddress.ip_network(text) for text in ("2001::/23", "2001:db8::/32", "3fff::/20", "5f00::/16")
]


class Forbidden(Exception):
    """An address that is not a push service's, or lies inside a private network."""


def host_of(address: str) -> str:
    """Return the host of an https address, without looking it up; raise Forbidden."""
    try:
        parts = urlsplit(address)
        port = parts.port
    except ValueError as error:
        raise Forbidden(address) from error
    host = parts.hostname or ""
    printable = address.isascii() and address.isprintable() and " " not in address
    if parts.scheme != "https" or not printable or parts.username is not None:
        raise Forbidden(address)
    if port not in (None, HTTPS_PORT) or "." not in host or host.endswith("."):
        raise Forbidden(address)
    try:
        ipaddress.ip_address(host)
    except ValueError:
        return host
    # Push services have names; a bare IP address is not one.
    raise Forbidden(address)


def public_ip(host: str) -> str:
    """Return a public IP address of a host, resolved now. Raises Forbidden where any of its
    addresses is not public, OSError where the name does not resolve.

    The caller connects to this very address: resolved again, the name may lead elsewhere.
    """
    ips = [
        str(info[4][0]) for info in socket.getaddrinfo(host, HTTPS_PORT, type=socket.SOCK_STREAM)
    ]
    if not ips or not all(_is_public(address) for address in ips):
        raise Forbidden(host)
    return ips[0]


def _is_public(text: str) -> bool:
    address = ipaddress.ip_address(text.partition("%")[0])
    if isinstance(address, ipaddress.IPv6Address):
        if address in TRANSLATED:
            return _is_public(str(ipaddress.IPv4Address(address.packed[-4:])))
        inner = address.ipv4_mapped or address.sixtofour
        if inner is not None:
            return _is_public(str(inner))
        if address not in ROUTED or any(address in network for network in NEVER_ROUTED):
            return False
    elif address in RELAYS:
        return False
    return address.is_global and not address.is_multicast
