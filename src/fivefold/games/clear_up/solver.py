"""Clear Up: can one piece still be reached, and how? (docs/algorithms/clear_up.md)

A board turned or mirrored is the same problem, so positions are kept in the form that is the least of the eight. From
which positions with few pieces one piece can be reached is known: they are found backwards, from the single piece on
b2, once a process. A search in depth runs into those, and remembers what has led to nothing.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from fivefold.kernel.bits import bit, size
from fivefold.kernel.engine import Engine
from fivefold.kernel.rules import rule
from fivefold.search.limit import FOR_EVER, used_up

from .rules import SIDE, SQUARES
from .text import landing

GOAL = bit(SIDE + 1)
"""One piece on b2. On b5, e2 or e5 it is the same, turned; on no other square can the last piece stand."""
BEST_BUT_ONE = 2
"""Pieces left: the best that there is where one cannot be reached."""

COST = ((4, 1, 3), (1, 0, 1), (3, 1, 2))
"""How much a piece is in the way of a solution, by square of a quarter of the board, corner first: the jumps that
lower the sum most are tried first. Found by trial; from the start they lead to one piece with hardly a step back."""

POSITIONS_A_UNIT = 1000
"""What is tried between two looks at the limit: a unit of a `Limit` here."""
DEPTH, DEPTH_INTERPRETED = 11, 6
"""Positions with so many pieces are known: 445,000 take a third of a second. Without a compiler fewer must do."""
SLOTS = 1_048_573
"""Places in a table of positions; a prime number."""
SCATTER = 40_503
"""Least forms lie close together; their products' remainders do not."""
NONE = -1


def cost(square: int) -> int:
    row, column = divmod(square, SIDE)
    return COST[min(row, SIDE - 1 - row)][min(column, SIDE - 1 - column)]


def jump_table() -> NDArray[np.int64]:
    """Every jump, the most promising first: its action, the squares that must be occupied, and all three squares.

    A jump takes the pieces of its first set to the third square: it exchanges, on the three squares, full and empty.
    """
    jumps = []
    for action in range(4 * SQUARES):
        origin, target = action % SQUARES, landing(action)
        if target is not None:
            middle = (origin + target) // 2
            gain = cost(origin) + cost(middle) - cost(target)
            jumps.append((-gain, action, bit(origin) | bit(middle), bit(origin) | bit(middle) | bit(target)))
    return np.array([jump[1:] for jump in sorted(jumps)], np.int64)


ACTION, PIECES, ALL_THREE = jump_table().T.copy()
JUMPS = len(ACTION)
ORDER = {action: jump for jump, action in enumerate(ACTION.tolist())}
"""The number of a jump, by its action."""


def after(position: int, action: int) -> int:
    """The position that a jump leads to."""
    return position ^ int(ALL_THREE[ORDER[action]])


# --- the eight forms of a position ------------------------------------------------------------------------------------


@rule
def mirrored(position: int) -> int:
    """The rows in reverse."""
    found = 0
    for _ in range(SIDE):
        found = found << SIDE | position & (bit(SIDE) - 1)
        position >>= SIDE
    return found


@rule
def transposed(position: int) -> int:
    """Rows as columns."""
    found = 0
    for row in range(SIDE):
        for column in range(SIDE):
            found |= ((position >> (SIDE * row + column)) & 1) << (SIDE * column + row)
    return found


@rule
def canonical(position: int) -> int:
    """The least of the eight forms."""
    upside_down = mirrored(position)
    one, other = transposed(position), transposed(upside_down)
    turned = mirrored(other)
    half_turned = transposed(mirrored(one))
    least = min(min(position, upside_down), min(one, other))
    return min(least, min(min(mirrored(one), turned), min(half_turned, mirrored(half_turned))))


# --- what is known ----------------------------------------------------------------------------------------------------


@rule
def slot_of(known: Any, position: int) -> int:
    """Where the position is in the table, or the free place where it belongs."""
    slot = position * SCATTER % len(known)
    while known[slot] not in (0, position):
        slot = slot + 1 if slot + 1 < len(known) else 0
    return slot


def gather(known: Any, queue: Any, depth: int) -> None:
    """Fills the table with all positions of up to `depth` pieces from which GOAL can be reached: jumps are taken back,
    from the positions with fewest pieces on. All are in the least of their forms."""
    queue[0] = known[slot_of(known, canonical(GOAL))] = canonical(GOAL)
    found, done = 1, 0
    while done < found and size(queue[done]) < depth:
        position = queue[done]
        done += 1
        for jump in range(JUMPS):
            if position & ALL_THREE[jump] == ALL_THREE[jump] ^ PIECES[jump]:
                before = canonical(position ^ ALL_THREE[jump])
                slot = slot_of(known, before)
                if known[slot] == 0:
                    known[slot] = queue[found] = before
                    found += 1


# --- the search -------------------------------------------------------------------------------------------------------


@rule
def next_jump(position: int, jump: int) -> int:
    """The first possible jump from this one on."""
    while jump < JUMPS and position & ALL_THREE[jump] != PIECES[jump]:
        jump += 1
    return jump


def search(
    start: int, sought: int, known: Any, depth: int, dead: Any, stack: Any, way: Any, patience: int, control: Any
) -> int:
    """Looks for a way to `sought` pieces, and returns the fewest that it came to; `way` then holds the jumps.

    If it gave up, for lack of patience or at the limit, what it returns is negative; otherwise fewer are impossible.
    Where one piece is sought, `depth` says from how many pieces on `known` decides; otherwise it is 0. The rows of
    `stack` are, by ply, the position, its least form, and the jump tried last. `dead` is a table where one position may
    push out another.
    """
    stack[0, 0], stack[1, 0], stack[2, 0] = start, canonical(start), NONE
    pieces = fewest = size(start)
    ply = tried = 0
    while ply >= 0 and fewest > sought:
        jump = next_jump(stack[0, ply], stack[2, ply] + 1)
        if jump == JUMPS:
            dead[stack[1, ply] * SCATTER % len(dead)] = stack[1, ply]
            ply -= 1
            continue
        stack[2, ply] = jump
        tried += 1
        if tried % POSITIONS_A_UNIT == 0 and (used_up(control) or tried // POSITIONS_A_UNIT >= patience):
            return -fewest
        position = stack[0, ply] ^ ALL_THREE[jump]
        form = canonical(position)
        left = pieces - ply - 1
        if dead[form * SCATTER % len(dead)] == form or (left <= depth and known[slot_of(known, form)] == 0):
            continue
        ply += 1
        stack[0, ply], stack[1, ply], stack[2, ply] = position, form, NONE
        if left < fewest:
            fewest = left
            way[:ply] = stack[2, :ply]
    return fewest


# --- for bots ---------------------------------------------------------------------------------------------------------


class Loops:
    """The compiled loops, and what is known, once a process."""

    def __init__(self, engine: Engine) -> None:
        kinds = ("int", "int", "numbers", "int", "numbers", "number_rows", "numbers", "int", "numbers")
        self.search = engine.ready(search, kinds)
        self.depth = DEPTH if engine.compiled else DEPTH_INTERPRETED
        self.known = np.zeros(SLOTS, np.int64)
        engine.ready(gather, ("numbers", "numbers", "int"))(self.known, np.zeros(SLOTS, np.int64), self.depth)


@dataclass(frozen=True)
class Outlook:
    """What can become of a position."""

    left: int
    """The fewest pieces to which a way was found."""
    certain: bool
    """There is no way to fewer."""
    solvable: bool | None
    """Can one piece be reached? None: that is not known yet."""


SOLVABLE = Outlook(1, True, True)


class Solver:
    """Answers one question after another, and remembers what it has found out. Patience is a number of units."""

    def __init__(self, engine: Engine) -> None:
        self.loops = engine.once(Loops)
        self.dead = np.zeros(SLOTS, np.int64)
        self.solvable: dict[int, bool] = {}
        self.jumps: dict[int, int] = {}
        """For solvable positions the next action on a way to one piece."""
        self.unsolvable: dict[int, Outlook] = {}

    def solve(self, position: int, control: Any, patience: int = FOR_EVER) -> bool | None:
        """Can one piece be reached? None if that took too long to find out."""
        if position not in self.solvable:
            left, way = self._search(position, 1, self.dead, patience, control)
            if left > 0:
                self.solvable[position] = left == 1
            if left == 1:
                self._remember_way(position, way)
        return self.solvable.get(position)

    def remember(self, position: int, action: int) -> None:
        """The position is solvable: this action leads to one that is, or to one piece."""
        self.solvable[position] = True
        self.jumps[position] = action

    def _remember_way(self, position: int, jumps: list[int]) -> None:
        for jump in jumps:
            self.remember(position, int(ACTION[jump]))
            position ^= int(ALL_THREE[jump])

    def way(self, position: int) -> list[int]:
        """The actions that lead from a position that was found to be solvable to one piece."""
        actions = []
        while size(position) > 1:
            actions.append(self.jumps[position])
            position = after(position, actions[-1])
        return actions

    def consider(self, position: int, control: Any, patience: int = FOR_EVER) -> Outlook:
        """What can become of a position, with so much patience at most for each of two searches."""
        solvable = self.solve(position, control, patience)
        if solvable is not False:
            return SOLVABLE if solvable else Outlook(size(position), False, None)
        outlook = self.unsolvable.get(position) or Outlook(size(position), False, False)
        if not outlook.certain:
            left, _ = self._search(position, BEST_BUT_ONE, np.zeros(SLOTS, np.int64), patience, control)
            outlook = Outlook(min(abs(left), outlook.left), left > 0, False)
            self.unsolvable[position] = outlook
        return outlook

    def _search(
        self, position: int, sought: int, dead: NDArray[np.int64], patience: int, control: Any
    ) -> tuple[int, list[int]]:
        """What `search` returns, and the numbers of the jumps on the way."""
        stack, way = np.zeros((3, SQUARES), np.int64), np.zeros(SQUARES, np.int64)
        loops, depth = self.loops, self.loops.depth if sought == 1 else 0
        left = loops.search(position, sought, loops.known, depth, dead, stack, way, patience, control)
        return left, way[: size(position) - abs(left)].tolist()
