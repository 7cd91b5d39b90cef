"""Clear Up: the board, as numbers."""

from __future__ import annotations

from typing import Any

from fivefold.kernel.rules import rule
from fivefold.kernel.tensor import Tensor, flags, put_set

from .rules import SIDE, SQUARES, State

TENSOR = Tensor(pieces=flags(SIDE, SIDE))
(PIECES,) = TENSOR.starts


@rule
def observe(s: State, seat: int, out: Any) -> None:
    put_set(out, PIECES, s.pieces, SQUARES)
