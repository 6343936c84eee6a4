"""Addresses of clients, for limits and bans."""

from __future__ import annotations

from collections import OrderedDict
from functools import lru_cache
from ipaddress import IPv6Address, IPv6Network, ip_address

KNOWN = 50_000
"""Clients whose addresses are remembered."""


@lru_cache(4096)
def network(address: str) -> str:
    """What counts as one address: for IPv6 the /64 network, because providers give a whole one to each customer.

    A text that is not an address, such as the name of a local socket, is returned as it is, at most 64 characters.
    """
    try:
        parsed = ip_address(address.partition("%")[0])
    except ValueError:
        return address[:64]
    if not isinstance(parsed, IPv6Address):
        return str(parsed)
    if parsed.ipv4_mapped is not None:
        return str(parsed.ipv4_mapped)
    return str(IPv6Network((parsed, 64), strict=False))


class Origins:
    """The address at which each client was last seen."""

    def __init__(self) -> None:
        self._seen: OrderedDict[str, str] = OrderedDict()

    def note(self, client: str, address: str) -> None:
        """Records that a client (a token's player or an address) was seen at an address."""
        self._seen[client] = address
        self._seen.move_to_end(client)
        if len(self._seen) > KNOWN:
            self._seen.popitem(last=False)

    def of(self, client: str) -> str:
        """The address of a client. Clients not seen since the start share an empty one."""
        return self._seen.get(client, "")

    def all(self) -> list[tuple[str, str]]:
        """Every client with its address."""
        return list(self._seen.items())
