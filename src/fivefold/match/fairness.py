"""Shuffles that nobody can have chosen, and that everybody can check afterwards (docs/fairness.md).

Before a match a seed is drawn, and its hash, the commitment, is shown to all. Then each player's client may add a nonce
of its own. The key of all shuffles derives from the seed and the nonces, so nobody alone decides on it; the record of
the finished match tells the seed, and whoever has the record can deal the cards again.
"""

from __future__ import annotations

import hashlib
import re
import secrets
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any

from fivefold.games import BadInput, Game
from fivefold.games.catalogue import quoted
from fivefold.kernel.layout import Layout

from .dealer import Dealer
from .position import Shuffles
from .record import positions

SEED = re.compile("[0-9a-f]{64}")
NONCE = re.compile("[0-9a-f]{2,64}")
HEADING = "fivefold shuffles"
"""The first line of what is hashed: so the key has no other use."""


class Unfair(BadInput):
    """A record that is not proven to have the cards that were committed to."""


def new_seed() -> str:
    """256 bits from the operating system, as hexadecimal digits."""
    return secrets.token_hex(32)


def commitment_of(seed: str) -> str:
    """What is shown before anybody has seen a card: the hash of the seed's 32 bytes.

    >>> commitment_of("00" * 32)[:16]
    '66687aadf862bd77'
    """
    return hashlib.sha256(bytes.fromhex(seed)).hexdigest()


def key_of(seed: str, nonces: Sequence[str | None]) -> bytes:
    """The key of a match's shuffles: the hash of a few lines of text. Nonces are by seat."""
    of_seats = [f"{seat} {nonce}" for seat, nonce in enumerate(nonces) if nonce is not None]
    return hashlib.sha256("".join(f"{line}\n" for line in [HEADING, seed, *of_seats]).encode()).digest()


def dealer_of(seed: str, nonces: Sequence[str | None]) -> Dealer:
    """Who shuffles in the match."""
    return Dealer(key=key_of(seed, nonces))


@dataclass(frozen=True)
class Proof:
    """What a record tells so that its cards can be checked: its key `fairness`."""

    commitment: str
    seed: str
    nonces: tuple[str | None, ...]
    """By seat; None where the player's client added nothing."""

    @classmethod
    def of(cls, seed: str, nonces: Sequence[str | None]) -> Proof:
        return cls(commitment_of(seed), seed, tuple(nonces))

    def entry(self) -> dict[str, Any]:
        """As a record holds it."""
        return {"commitment": self.commitment, "seed": self.seed, "nonces": list(self.nonces)}

    @classmethod
    def read(cls, record: Any) -> Proof:
        """What a record says, which need not be true."""
        entry = record.get("fairness") if isinstance(record, dict) else None
        if entry is None:
            raise Unfair("the record tells no seed (`fairness`): only those of finished matches of a server do")
        if not isinstance(entry, dict) or not {"commitment", "seed", "nonces"} <= set(entry):
            raise Unfair(f"`fairness` is an object with commitment, seed and nonces, not {quoted(entry)}")
        for name in ("commitment", "seed"):
            if not isinstance(entry[name], str) or not SEED.fullmatch(entry[name]):
                raise Unfair(f"the {name} is written with 64 of the digits 0-9 and a-f, not {quoted(entry[name])}")
        return cls(entry["commitment"], entry["seed"], read_nonces(entry["nonces"], record.get("players")))

    def check_seed(self) -> None:
        """That the seed is the one that was committed to."""
        if commitment_of(self.seed) != self.commitment:
            raise Unfair(
                f"the seed is not the one that was committed to: its hash is {commitment_of(self.seed)},"
                f" the commitment is {self.commitment}"
            )

    def check_noted(self, commitment: str | None, nonces: Mapping[int, str]) -> None:
        """That commitment and nonces are those that somebody noted at the table."""
        if commitment is not None and commitment != self.commitment:
            raise Unfair(f"the record's commitment is {self.commitment}, not {quoted(commitment)}")
        for seat, nonce in nonces.items():
            used = self.nonces[seat] if 0 <= seat < len(self.nonces) else None
            if used != nonce:
                told = "no nonce" if used is None else f"the nonce {used}"
                raise Unfair(f"the record has {told} of seat {seat}, not {quoted(nonce)}")


def read_nonces(nonces: Any, players: Any) -> tuple[str | None, ...]:
    """The nonces of a record, by seat."""
    if not isinstance(nonces, list) or len(nonces) != players:
        raise Unfair(f"the nonces are a list with an entry for each of the {quoted(players)} seats")
    for seat, nonce in enumerate(nonces):
        if nonce is not None and not (isinstance(nonce, str) and NONCE.fullmatch(nonce)):
            raise Unfair(f"the nonce of seat {seat} is 2 to 64 of the digits 0-9 and a-f, or null, not {quoted(nonce)}")
    return tuple(nonces)


class ProvenShuffles(Shuffles):
    """Given shuffles, each of which must be the one that a dealer makes."""

    def __init__(self, honest: Dealer, given: Sequence[str]) -> None:
        super().__init__(given, None)
        self.honest = honest

    def next(self, game: Game, s: Layout, pack: list[int]) -> list[int]:
        cards = super().next(game, s, pack)
        for place, (card, wanted) in enumerate(zip(cards, self.honest.shuffle(pack), strict=True), 1):
            if card != wanted:
                raise Unfair(
                    f"shuffle {len(self.used)}, card {place} is {game.text.write_card(s, card)},"
                    f" but by the seed and the nonces it is {game.text.write_card(s, wanted)}"
                )
        return cards


@dataclass(frozen=True)
class Proven:
    """What `verify` found to be true."""

    shuffles: int
    """So many are those of the seed and the nonces: all that the match needed."""
    nonces: int
    over: bool
    """The record goes on to the end of the match."""


def verify(record: Any, commitment: str | None = None, nonces: Mapping[int, str] | None = None) -> Proven:
    """Proves that a record's cards are those of its seed and nonces, and that the seed is the one committed to; raises
    Unfair, or BadRecord where the record cannot be replayed. `commitment`, and nonces by seat, are what somebody noted
    at the table: without the commitment a record proves only that it agrees with itself."""
    proof = Proof.read(record)
    proof.check_noted(commitment, nonces or {})
    proof.check_seed()
    *_, last = positions(record, shuffles=partial(ProvenShuffles, dealer_of(proof.seed, proof.nonces)))
    return Proven(len(last.record()["shuffles"]), len(proof.nonces) - proof.nonces.count(None), last.over)
