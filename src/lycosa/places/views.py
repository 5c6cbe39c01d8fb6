"""Objects over columns: a sequence that makes what stands in its columns when somebody asks, once."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Iterable, Iterator, Sequence
from typing import TypeVar, overload

T = TypeVar("T")


class Views(Sequence[T]):
    """A tuple of objects to whoever looks at them; to others their columns."""

    __slots__ = ("_made",)
    _made: tuple[T, ...] | None

    @abstractmethod
    def _make(self) -> tuple[T, ...]:
        """Return the objects."""

    @property
    def made(self) -> tuple[T, ...]:
        """The objects, always the same."""
        if self._made is None:
            self._made = self._make()
        return self._made

    def __iter__(self) -> Iterator[T]:
        return iter(self.made)

    @overload
    def __getitem__(self, place: int) -> T: ...
    @overload
    def __getitem__(self, place: slice) -> tuple[T, ...]: ...
    def __getitem__(self, place: int | slice) -> T | tuple[T, ...]:
        return self.made[place]

    def __contains__(self, one: object) -> bool:
        return one in self.made

    def __add__(self, others: Iterable[T]) -> tuple[T, ...]:
        return (*self.made, *others)

    def __radd__(self, others: Iterable[T]) -> tuple[T, ...]:
        return (*others, *self.made)

    def __eq__(self, other: object) -> bool:
        return self.made == (other.made if isinstance(other, Views) else other)

    def __hash__(self) -> int:
        return hash(self.made)

    def __repr__(self) -> str:
        return repr(self.made)
