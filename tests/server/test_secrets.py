"""Phrases, tokens, links and cookies: enough bits, nothing kept that could be used, and no cookie but our own."""

from __future__ import annotations

import math
from itertools import pairwise

import pytest

from fivefold.server import secrets
from fivefold.server.secrets import Signed, Signer

OLD, NEW = b"o" * 32, b"n" * 32


def test_a_phrase_is_eight_words_that_can_be_spoken_of_at_least_a_hundred_bits() -> None:
    words = secrets.new_phrase().split("-")
    assert len(words) == 8
    assert all(word[place] in letters for word in words for place, letters in enumerate(secrets.WORD))
    assert secrets.WORDS * math.log2(math.prod(map(len, secrets.WORD))) >= 100


def test_a_phrase_may_be_typed_in_any_way_that_has_its_letters() -> None:
    phrase = secrets.new_phrase()
    kept = secrets.phrase_hash(phrase)
    assert secrets.phrase_hash(f" {phrase.upper().replace('-', '  ')}\n") == kept
    assert secrets.phrase_hash(phrase[:-1]) != kept
    assert phrase not in kept


def test_a_link_has_at_least_seventy_bits_and_no_letters_that_are_taken_for_others() -> None:
    ids = [secrets.new_table_id() for _ in range(200)]
    assert len(ids[0]) * math.log2(len(secrets.UNMISTAKABLE)) > 70
    assert set("".join(ids)) == set(secrets.UNMISTAKABLE)
    assert not set("ilou01") & set(secrets.UNMISTAKABLE)


@pytest.mark.parametrize("draw", [secrets.new_phrase, secrets.new_token, secrets.new_table_id, secrets.new_player_id])
def test_nothing_is_drawn_twice(draw: object) -> None:
    assert callable(draw)
    drawn = sorted(draw() for _ in range(500))
    assert all(one != other for one, other in pairwise(drawn))


def test_a_token_is_kept_as_a_hash_that_is_no_phrases() -> None:
    token = secrets.new_token()
    assert token.startswith("ff_")
    assert token not in secrets.token_hash(token)
    assert secrets.token_hash("bafol") != secrets.phrase_hash("bafol")


def test_a_signed_text_is_read_by_the_same_key() -> None:
    signer = Signer([NEW], "cookie")
    assert signer.read(signer.sign("p7k2m9qd4w", 1763535600000)) == Signed("p7k2m9qd4w", 1763535600000, renew=False)


def test_an_older_key_is_believed_and_its_texts_are_to_be_signed_again() -> None:
    carried = Signer([OLD], "cookie").sign("p1", 5)
    assert Signer([NEW, OLD], "cookie").read(carried) == Signed("p1", 5, renew=True)
    assert Signer([NEW], "cookie").read(carried) is None


def test_nothing_else_is_believed() -> None:
    signer = Signer([NEW], "cookie")
    carried = signer.sign("p1", 5)
    mark = carried.rpartition(".")[2]
    changed = [f"p2.5.{mark}", f"p1.6.{mark}", f"p1.5.{mark[:-1]}", f"p1.5.{'0' * 64}", f"p1.5.{mark} ", "", ".", "..",
               "p1", f"p1..{mark}", f"p1.{mark}", f"p1.5.{mark}é", f".5.{mark}", f"p1.٥.{mark}"]  # fmt: skip
    assert [signer.read(text) for text in changed] == [None] * len(changed)
    assert Signer([NEW], "another purpose").read(carried) is None


@pytest.mark.parametrize("keys", [[], [b"short"], [NEW, b""]])
def test_a_weak_key_is_refused(keys: list[bytes]) -> None:
    with pytest.raises(ValueError, match="32 bytes"):
        Signer(keys, "cookie")
