"""Numba, when it is there: what turns the kernel's loops into machine code and keeps that on disk.

Nothing here is imported before something is compiled, so `import fivefold` does not wait for Numba.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Any

from llvmlite import ir
from numba import njit, types
from numba.core import cgutils, config
from numba.extending import intrinsic, overload, register_jitable
from numba.np.numpy_support import from_dtype

from . import bits, cache, clock
from .rules import MARKED, Rules


@intrinsic
def count_ones(typing_context: Any, numbers: Any) -> Any:
    """The processor's instruction for `bits.size`."""

    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        return builder.ctpop(arguments[0])

    return types.int64(types.int64), generate


@intrinsic
def count_trailing_zeros(typing_context: Any, numbers: Any) -> Any:
    """The processor's instruction for `bits.lowest`."""

    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        return builder.cttz(arguments[0], ir.Constant(ir.IntType(1), 1))

    return types.int64(types.int64), generate


@intrinsic
def monotonic_nanoseconds(typing_context: Any) -> Any:
    """The operating system's clock behind `clock.now`, called by its name, so that the code can be kept on disk."""

    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        number = ir.IntType(64)
        clock_gettime = cgutils.get_or_insert_function(
            builder.module, ir.FunctionType(ir.IntType(32), [ir.IntType(32), number.as_pointer()]), "clock_gettime"
        )
        seconds = cgutils.alloca_once(builder, number, size=2)
        builder.call(clock_gettime, [ir.Constant(ir.IntType(32), time.CLOCK_MONOTONIC), seconds])
        nanoseconds = builder.gep(seconds, [ir.Constant(ir.IntType(32), 1)])
        return builder.add(
            builder.mul(builder.load(seconds), ir.Constant(number, 1_000_000_000)), builder.load(nanoseconds)
        )

    return types.int64(), generate


# Without annotations, because Numba compares them with the lambdas', which cannot have any.
@overload(bits.size)
def compiled_size(numbers):
    return lambda numbers: count_ones(numbers)


@overload(bits.lowest)
def compiled_lowest(numbers):
    return lambda numbers: count_trailing_zeros(numbers)


@overload(clock.now)
def compiled_now():
    return lambda: monotonic_nanoseconds()


def register_rules() -> None:
    """Tells Numba of the rules that were marked since the last time."""
    while MARKED:
        register_jitable(forceinline=True)(MARKED.pop())


def argument_type(kind: str, records: types.Type) -> types.Type:
    """The type of an argument of a loop; a game's records are one of them."""
    elements = {
        "numbers": types.int64,
        "floats": types.float64,
        "seats": types.int8,
        "shorts": types.int16,
        "flags": types.uint8,
    }
    if kind in elements:
        return types.Array(elements[kind], 1, "C")
    if kind.endswith("_rows"):
        return types.Array(elements[kind.removesuffix("_rows") + "s"], 2, "C")
    return {"states": types.Array(records, 1, "C"), "int": types.int64, "bool": types.boolean}[kind]


def compiled(
    game: str, function: Callable[..., Any], rules: Rules, kinds: tuple[str, ...], short: bool
) -> Callable[..., Any]:
    """The function as machine code for arguments of these kinds, from the disk if it is there.

    What comes back is the bare entry point: it does not look at its arguments' types again, which would cost more
    than a move. A short function keeps the interpreter's lock and counts no references to its arguments (`_nrt`),
    for the same reason; so the rules that a match runs through make no arrays.
    """
    register_rules()
    signature = tuple(argument_type(kind, from_dtype(rules.State.dtype)) for kind in kinds)
    dispatcher = njit(nogil=not short, _nrt=not short)(function)
    before = config.CACHE_DIR
    config.CACHE_DIR = str(cache.of_loop(game, function))
    try:
        dispatcher.enable_caching()
    finally:
        config.CACHE_DIR = before
    dispatcher.compile(signature)
    return dispatcher.overloads[signature].entry_point  # type: ignore[no-any-return]
