"""What only its owner may know: recovery phrases, tokens of bots, signed cookies; and links that cannot be guessed.

Phrases and tokens are drawn with so many bits that a fast hash keeps them: the database holds the hash alone.
"""

from __future__ import annotations

import hashlib
import hmac
import re
import secrets
from collections.abc import Sequence
from dataclasses import dataclass

CONSONANTS, VOWELS = "bdfghklmnprstvz", "aeiou"
WORD = (CONSONANTS, VOWELS, CONSONANTS, VOWELS, CONSONANTS)
"""A word that can be spoken and typed: `bafol`. There are 84,375, so it holds 16 bits."""
WORDS = 8
UNMISTAKABLE = "23456789abcdefghjkmnpqrstvwxyz"
"""Digits and letters that are not taken for one another."""
TABLE_ID, PLAYER_ID = 16, 10
"""Characters of 4.9 bits: of a table's link, whose 78 bits nobody guesses, and of what is no secret."""
TOKEN_BYTES = 24
TOKEN_PREFIX = "ff_"
"""So that a token which got somewhere it should not be is found there."""
SHORTEST_KEY = 32


# --- phrases and tokens -----------------------------------------------------------------------------------------------


def new_phrase() -> str:
    """The words that bring a player back: 130 bits.

    >>> len(new_phrase().split("-"))
    8
    """
    return "-".join("".join(map(secrets.choice, WORD)) for _ in range(WORDS))


def phrase_hash(phrase: str) -> str:
    """What is kept of a phrase. However it was typed, its letters count.

    >>> phrase_hash("bafol-dutiz") == phrase_hash(" Bafol  DUTIZ ")
    True
    """
    return hashed("phrase", re.sub("[^a-z]", "", phrase.lower()))


def new_token() -> str:
    """The token of a bot's account: 192 bits."""
    return TOKEN_PREFIX + secrets.token_urlsafe(TOKEN_BYTES)


def token_hash(token: str) -> str:
    """What is kept of a token."""
    return hashed("token", token)


def hashed(purpose: str, secret: str) -> str:
    return hashlib.sha256(f"fivefold {purpose} {secret}".encode()).hexdigest()


# --- names that nobody guesses ----------------------------------------------------------------------------------------


def new_table_id() -> str:
    """A table's id is its link, and the link is what lets somebody in."""
    return random_text(TABLE_ID)


def new_player_id() -> str:
    """A player's id, which begins with a p: seen by all, and of no use to anybody."""
    return "p" + random_text(PLAYER_ID - 1)


def random_text(length: int) -> str:
    return "".join(secrets.choice(UNMISTAKABLE) for _ in range(length))


# --- cookies ----------------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Signed:
    """What a signed text says."""

    value: str
    at: int
    """When it was signed, in milliseconds since 1970."""
    renew: bool
    """It was signed with a key that is on its way out: sign it again."""


class Signer:
    """Signs texts that others carry. The first key signs; the others, older ones, are still believed, so that a new key
    can be put before them without sending anybody away."""

    def __init__(self, keys: Sequence[bytes], purpose: str) -> None:
        if not keys or min(map(len, keys)) < SHORTEST_KEY:
            raise ValueError(f"a key to sign with has {SHORTEST_KEY} bytes or more")
        self.keys, self.purpose = tuple(keys), purpose

    def sign(self, value: str, at: int) -> str:
        """The text to be carried; the value has no dot."""
        told = f"{value}.{at}"
        return f"{told}.{self._mark(self.keys[0], told)}"

    def read(self, text: str) -> Signed | None:
        """What a text says, if it was signed here."""
        told, _, mark = text.rpartition(".")
        value, _, at = told.rpartition(".")
        if not (text.isascii() and re.fullmatch("[0-9]{1,15}", at)):
            return None
        for number, key in enumerate(self.keys):
            if hmac.compare_digest(self._mark(key, told), mark):
                return Signed(value, int(at), renew=number > 0)
        return None

    def _mark(self, key: bytes, told: str) -> str:
        return hmac.new(key, f"fivefold {self.purpose} {told}".encode(), hashlib.sha256).hexdigest()
