"""How often somebody may do something: buckets of tokens, by address or player, in bounded memory."""

from __future__ import annotations

import ipaddress
from collections import OrderedDict
from dataclasses import dataclass

IPV6_NETWORK = 64
"""A household has so many addresses of this version that only their network counts."""


@dataclass(frozen=True)
class Pace:
    """So many at once, and so many a second from then on."""

    burst: float
    a_second: float


class Bucket:
    """One bucket: it is full at first, and fills again as time goes by. Times are in seconds.

    >>> bucket = Bucket(Pace(burst=1, a_second=2), now=0)
    >>> bucket.take(0), bucket.take(0), bucket.take(0.5)
    (0.0, 0.5, 0.0)
    """

    __slots__ = ("at", "left", "pace")

    def __init__(self, pace: Pace, now: float) -> None:
        self.pace, self.left, self.at = pace, pace.burst, now

    def take(self, now: float, tokens: float = 1) -> float:
        """Takes tokens, and returns 0; or takes none, and returns the seconds until there will be enough."""
        self.left = min(self.pace.burst, self.left + max(0.0, now - self.at) * self.pace.a_second)
        self.at = now
        if self.left >= tokens:
            self.left -= tokens
            return 0.0
        return (tokens - self.left) / self.pace.a_second


class Buckets:
    """A bucket for whoever comes. At most so many are kept: those not used for longest are forgotten first, which have
    filled up again unless very many come at once."""

    def __init__(self, pace: Pace, most: int = 20_000) -> None:
        self.pace, self.most = pace, most
        self.buckets: OrderedDict[str, Bucket] = OrderedDict()

    def take(self, who: str, now: float, tokens: float = 1) -> float:
        """Takes tokens for somebody, and returns 0; or the seconds to wait."""
        bucket = self.buckets.get(who)
        if bucket is None:
            bucket = self.buckets[who] = Bucket(self.pace, now)
            if len(self.buckets) > self.most:
                self.buckets.popitem(last=False)
        else:
            self.buckets.move_to_end(who)
        return bucket.take(now, tokens)


def network_of(address: str) -> str:
    """Whom an address stands for.

    >>> network_of("192.0.2.7"), network_of("2001:db8:1:2:3:4:5:6"), network_of("::ffff:192.0.2.7")
    ('192.0.2.7', '2001:db8:1:2::', '192.0.2.7')
    """
    try:
        known = ipaddress.ip_address(address)
    except ValueError:
        return address
    if isinstance(known, ipaddress.IPv4Address):
        return str(known)
    if known.ipv4_mapped:
        return str(known.ipv4_mapped)
    return str(ipaddress.ip_network((known.packed, IPV6_NETWORK), strict=False).network_address)
