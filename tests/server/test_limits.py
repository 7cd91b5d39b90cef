"""Buckets of tokens: a burst, then a pace; one for each address, in bounded memory."""

from __future__ import annotations

import pytest

from fivefold.server.limits import Bucket, Buckets, Pace, network_of

PACE = Pace(burst=3, a_second=2)


def test_after_a_burst_there_is_a_pace() -> None:
    bucket = Bucket(PACE, now=0)
    assert [bucket.take(0) for _ in range(4)] == [0, 0, 0, 0.5]
    assert bucket.take(0.25) == 0.25
    assert bucket.take(0.5) == 0
    assert bucket.take(0.5) == 0.5


def test_no_more_than_the_burst_is_saved_up() -> None:
    bucket = Bucket(PACE, now=0)
    bucket.take(0)
    assert [bucket.take(1000) for _ in range(4)] == [0, 0, 0, 0.5]


def test_something_dear_takes_several_tokens_or_none() -> None:
    bucket = Bucket(PACE, now=0)
    assert bucket.take(0, 2) == 0
    assert bucket.take(0, 2) == 0.5
    assert bucket.take(0, 1) == 0


def test_a_clock_that_goes_back_gives_nothing() -> None:
    bucket = Bucket(PACE, now=10)
    assert [bucket.take(now) for now in (10, 9, 8, 7)] == [0, 0, 0, 0.5]


def test_everybody_has_a_bucket() -> None:
    buckets = Buckets(Pace(1, 1))
    assert [buckets.take(who, 0) for who in ("a", "b", "a", "b")] == [0, 0, 1, 1]


def test_however_many_come_only_so_many_are_kept_and_the_busy_stay() -> None:
    buckets = Buckets(Pace(1, 0.001), most=100)
    buckets.take("busy", 0)
    for number in range(1000):
        buckets.take(f"passer-by {number}", 0)
        assert buckets.take("busy", 0) > 0
    assert len(buckets.buckets) == 100


@pytest.mark.parametrize(
    ("one", "other", "same"),
    [
        ("192.0.2.1", "192.0.2.2", False),
        ("2001:db8::1", "2001:db8::ffff:2", True),
        ("2001:db8::1", "2001:db8:0:1::1", False),
        ("::ffff:192.0.2.1", "192.0.2.1", True),
        ("::ffff:192.0.2.1", "::ffff:192.0.2.2", False),
        ("not an address", "not an address", True),
    ],
)
def test_a_network_counts_as_one_where_everybody_has_a_whole_one(one: str, other: str, same: bool) -> None:
    assert (network_of(one) == network_of(other)) is same
