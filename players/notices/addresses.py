"""Which addresses that a client gives may be asked by this server: public hosts, over TLS."""

import ipaddress
import socket
from urllib.parse import urlsplit

HTTPS_PORT = 443
# What leads to addresses of the old kind (RFC 6052); the last four bytes are one of those.
TRANSLATED = ipaddress.ip_network("64:ff9b::/96")
# The only block of IPv6 that is routed on the Internet (IANA's registry of unicast addresses). The
# library takes others for global: fec0::/10, 64:ff9b:1::/48, ::/96 and all that is not assigned.
ROUTED = ipaddress.ip_network("2000::/3")
# Former relays to 6to4, which RFC 7526 takes back.
RELAYS = ipaddress.ip_network("192.88.99.0/24")
# Tunnels that carry an address of the old kind (RFC 4380), and ranges for tests and documents.
NEVER_ROUTED = [
    ipaddress.ip_network(text) for text in ("2001::/23", "2001:db8::/32", "3fff::/20", "5f00::/16")
]


class Forbidden(Exception):
    """An address that no push service has, or that lies inside of somebody's network."""


def host_of(address: str) -> str:
    """The host of an https address, without looking it up; Forbidden."""
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
    # Push services have names; a number is somebody's machine.
    raise Forbidden(address)


def public_ip(host: str) -> str:
    """An address of a host that lies in the open Internet, asked now; Forbidden where any of its
    addresses does not, OSError where nobody knows it.

    Whoever connects takes this very address: asked again, a name may lead elsewhere.
    """
    found = [
        str(each[4][0]) for each in socket.getaddrinfo(host, HTTPS_PORT, type=socket.SOCK_STREAM)
    ]
    if not found or not all(_is_public(address) for address in found):
        raise Forbidden(host)
    return found[0]


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
