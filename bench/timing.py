"""How measurements are taken: several rounds, the best counts; peers take turns, so that they see the same noise.

The clock is the processor's time of this process, which is that on the wall where nobody else is at work; only what
runs on several cores is measured by the wall.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass

ROUNDS = 5
SECONDS = 0.4


@dataclass
class Contender:
    """Something that is measured: `run` does some work and returns how many units of it."""

    name: str
    run: Callable[[], float]
    clock: Callable[[], float] = time.process_time
    best: float = 0.0

    def once(self) -> None:
        """One round: repeats `run` for a while."""
        units, began = 0.0, self.clock()
        while (spent := self.clock() - began) < SECONDS:
            units += self.run()
        self.best = max(self.best, units / spent)


def race(contenders: Iterable[Contender]) -> list[Contender]:
    """Units a second of each, the best of several rounds in which they take turns."""
    racing = list(contenders)
    for contender in racing:
        contender.run()
    for _ in range(ROUNDS):
        for contender in racing:
            contender.once()
    return racing


def per_second(rate: float) -> str:
    return f"{rate / 1e6:.2f} M/s" if rate >= 1e5 else f"{rate:,.0f} /s"


def table(title: str, head: Sequence[str], rows: Iterable[Sequence[str]]) -> None:
    """Prints a table in Markdown."""
    rows = [list(row) for row in rows]
    widths = [max(len(row[column]) for row in [list(head), *rows]) for column in range(len(head))]
    print(f"\n### {title}\n")
    for row in [list(head), ["-" * width for width in widths], *rows]:
        print("| " + " | ".join(cell.ljust(width) for cell, width in zip(row, widths, strict=True)) + " |", flush=True)
