"""IP addresses in one canonical form, and the bucket of each for rate limits."""

from ipaddress import IPv4Address, IPv6Address, IPv6Network, ip_address

# The part of an IPv6 address that a provider gives to one customer.
CUSTOMER_BITS = 64


def parsed(text: str) -> str | None:
    """Return the canonical form of an address; None for anything else.

    An IPv4 address mapped to IPv6 (``::ffff:203.0.113.7``) becomes the IPv4 address.
    """
    address = _read(text)
    return None if address is None else str(address)


def bucket(text: str) -> str:
    """Return the bucket of a client's attempts: an IPv4 address, or the /64 of an IPv6 one."""
    address = _read(text)
    if isinstance(address, IPv6Address):
        return str(IPv6Network((int(address), CUSTOMER_BITS), strict=False).network_address)
    return text if address is None else str(address)


def _read(text: str) -> IPv4Address | IPv6Address | None:
    try:
        address = ip_address(text)
    except ValueError:
        # A proxy on the same machine has none, and another may send anything.
        return None
    return getattr(address, "ipv4_mapped", None) or address
