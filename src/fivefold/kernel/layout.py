"""States: one flat record each, declared like a dataclass.

    class State(Layout):
        hands = bits[4]      # a set of cards for each of four seats
        turn = int8

A declared field serves twice. `State.dtype` is the NumPy record that compiled rules work on, thousands in one array.
And `State(states)` is the same record for interpreted rules, texts and views: its fields are read as plain Python
integers, so that a rule means the same whether it is compiled or stepped through in a debugger.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, ClassVar, Generic, Protocol, Self, TypeVar, overload

import numpy as np
from numpy.typing import NDArray

States = NDArray[Any]
"""An array of records of one layout."""


class Row(Protocol):
    """A field with several numbers, one a seat for example."""

    def __getitem__(self, index: int) -> int: ...
    def __setitem__(self, index: int | slice, value: int) -> None: ...
    def __iter__(self) -> Iterator[int]: ...
    def __len__(self) -> int: ...


class Table(Protocol):
    """A field with rows and columns."""

    @overload
    def __getitem__(self, index: tuple[int, int]) -> int: ...
    @overload
    def __getitem__(self, index: int) -> Row: ...
    def __setitem__(self, index: tuple[int, int] | int | slice, value: int) -> None: ...
    def __len__(self) -> int: ...


class PlainNumbers(np.ndarray[Any, Any]):
    """A view on a record's row that hands out Python integers: they cannot overflow unnoticed."""

    def __getitem__(self, index: Any) -> Any:
        if type(index) is int and self.ndim == 1:
            return self.item(index)  # the usual case, several times as fast
        value = super().__getitem__(index)
        return value if isinstance(value, PlainNumbers) else value.item()

    def __iter__(self) -> Iterator[Any]:
        return iter(self.tolist()) if self.ndim == 1 else (self[i] for i in range(len(self)))


Value = TypeVar("Value", bound="int | Row | Table")


class Field(Generic[Value]):
    """One field of a state; as a descriptor it reads and writes the record that an interpreted state stands on."""

    def __init__(self, kind: str, shape: tuple[int, ...] = (), name: str = "") -> None:
        self.kind, self.shape, self.name = kind, shape, name

    @overload
    def __getitem__(self, shape: int) -> Field[Row]: ...
    @overload
    def __getitem__(self, shape: tuple[int, int]) -> Field[Table]: ...
    def __getitem__(self, shape: int | tuple[int, int]) -> Field[Any]:
        return Field(self.kind, shape if isinstance(shape, tuple) else (shape,))

    @overload
    def __get__(self, state: None, owner: type[Layout]) -> Self: ...
    @overload
    def __get__(self, state: Layout, owner: type[Layout]) -> Value: ...
    def __get__(self, state: Layout | None, owner: type[Layout]) -> Any:
        if state is None:
            return self
        cells = state._open.get(self.name)
        if cells is None:
            cells = state._look_at(self)
        return cells if self.shape else cells.item()

    def __set__(self, state: Layout, value: int) -> None:
        cells = state._open.get(self.name)
        if cells is None:
            cells = state._look_at(self)
        cells[0] = value


int8: Field[int] = Field("i1")
int16: Field[int] = Field("i2")
int32: Field[int] = Field("i4")
bits: Field[int] = Field("i8")
"""A set of up to 63 small numbers, as in `bits.py`."""


def without_holes(aligned: np.dtype[Any]) -> np.dtype[Any]:
    """The same layout with its padding as fields: bytes that belong to nothing are not copied and do not compare."""
    fields: list[tuple[Any, ...]] = []
    end = 0
    for name in aligned.names or ():
        kind, offset = aligned.fields[name][:2]  # type: ignore[index]  # a record has fields
        if offset > end:
            fields.append((f"hole_{end}", "i1", (offset - end,)))
        fields.append((name, kind.base, kind.shape))
        end = offset + kind.itemsize
    if aligned.itemsize > end:
        fields.append((f"hole_{end}", "i1", (aligned.itemsize - end,)))
    return np.dtype(fields, align=True)


class Layout:
    """The fields of a game's state."""

    dtype: ClassVar[np.dtype[Any]]
    fields: ClassVar[dict[str, Field[Any]]]

    def __init_subclass__(cls) -> None:
        # `turn = int8` shares one Field object among all that say `int8`: each gets one of its own, with its name.
        cls.fields = {}
        for name, field in list(vars(cls).items()):
            if isinstance(field, Field):
                cls.fields[name] = Field(field.kind, field.shape, name)
                setattr(cls, name, cls.fields[name])
        cls.dtype = without_holes(np.dtype([(f.name, f.kind, f.shape) for f in cls.fields.values()], align=True))

    @classmethod
    def batch(cls, count: int) -> States:
        """`count` states, all zero."""
        return np.zeros(count, cls.dtype)

    def __init__(self, states: States, index: int = 0) -> None:
        self._record = states[index : index + 1]
        self._open: dict[str, Any] = {}
        """Fields that have been looked at; most rules look at few."""

    def _look_at(self, field: Field[Any]) -> Any:
        """The numbers of a field that is looked at for the first time; one that is no row stands in an array, too."""
        cells = self._record[field.name]
        found = self._open[field.name] = (cells[0] if field.shape else cells).view(PlainNumbers)
        return found

    @property
    def cells(self) -> dict[str, Any]:
        """All fields by name."""
        return {
            name: self._open[name] if name in self._open else self._look_at(field)
            for name, field in self.fields.items()
        }
