"""From kinds to sample values, of sizes that are told apart, and from what was computed with them back to kinds."""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from tangentish.analysis.kinds.kind import NUMBERS, UNKNOWN, Array, Const, Dim, Kind, Scalar, Sequence

_SIZES = ((11, 13, 17, 19, 23, 31, 37, 41), (29, 23, 19, 13, 43, 11, 47, 17), (7, 19, 13, 23, 11, 41, 29, 31),
          *((size,) * 8 for size in (12, 50, 16, 13, 14, 15, 18, 20, 24, 30, 40, 64, 101, 128, 10007)))
_INTS = (2, 3, 1, 7, 40, 0, -1, 4, 5, 6, 8, 9, 10, 12, 16, -7, 101, 10007)
_FLOATS = (0.3, 0.6, 0.45, 7.3, 40.6, 0.0, -1.5, 1.1, 2.9, 5.5, 9.5, 12.2, -0.3, -20.4, 1e3, 1e-3, 3.0, 1e5)
SAMPLES = 3
"""Samples of sizes that are told apart; those after them, of one size for all symbols, only show what does not hold."""
LARGEST = 200_000
CHECKS = range(SAMPLES, SAMPLES + 3)
CHECKS_OF_NUMBERS = range(SAMPLES, len(_SIZES))


class Sampler:
    """Sample values of kinds: the same symbol has the same size throughout."""

    def __init__(self) -> None:
        self.symbols: dict[str, int] = {}
        self.integers: dict[str, int] = {}

    def size(self, symbol: str, run: int) -> int:
        place = self.symbols.setdefault(symbol, len(self.symbols))
        if place >= len(_SIZES[run]):
            raise ValueError("too many symbols")
        return _SIZES[run][place]

    def integer(self, place: str, run: int) -> int:
        """A whole number of which nothing is known, other ones at other places."""
        shift = self.integers.setdefault(place, len(self.integers))
        return _INTS[(run + shift) % SAMPLES if run < SAMPLES else SAMPLES + (run - SAMPLES + 5 * shift) % (len(_INTS) - SAMPLES)]

    def dim(self, dim: Dim, run: int, free: str) -> int:
        if isinstance(dim, int):
            return dim
        symbol, offset = (free, 0) if dim is None else dim
        return self.size(symbol, run) + offset

    def value(self, kind: Kind, run: int, place: str = "") -> Any:
        """One sample value; raises ValueError for kinds that have none."""
        if isinstance(kind, Const):
            return kind.value
        if isinstance(kind, Scalar):
            if kind.type is bool or kind.type is np.bool_:
                raise ValueError("a bool decides")
            if issubclass(kind.type, (int, np.integer)):
                return kind.type(self.dim(kind.dim, run, "?i") if kind.dim is not None else self.integer(place, run))
            number: Any = kind.type
            return number(_FLOATS[run])
        if isinstance(kind, Array):
            shape = tuple(self.dim(d, run, f"?{place}.{axis}") for axis, d in enumerate(kind.dims))
            if math.prod(shape) > LARGEST:
                raise ValueError("a large sample")
            rng = np.random.default_rng(run)
            if kind.dtype.kind == "b":
                return rng.random(shape) < 0.5
            if kind.dtype.kind in "iu":
                return rng.integers(0, 3, shape).astype(kind.dtype)
            values = rng.uniform(0.2, 0.8, shape)
            return np.asarray(values + 1j * values if kind.dtype.kind == "c" else values, dtype=kind.dtype)
        if isinstance(kind, Sequence) and kind.type is slice:
            return slice(*(self.value(item, run, f"{place}.{k}") for k, item in enumerate(kind.items)))
        if isinstance(kind, Sequence):
            return kind.type(self.value(item, run, f"{place}.{k}") for k, item in enumerate(kind.items))
        raise ValueError("no sample")

    def generalise(self, results: list[Any]) -> Kind:
        """What three results have in common."""
        first = results[0]
        if any(type(r) is not type(first) for r in results):
            return UNKNOWN
        if first is None or isinstance(first, (bool, str, np.bool_)):
            if all(r == first for r in results) and first is None:
                return Const(first)
            return Scalar(type(first)) if isinstance(first, (bool, np.bool_)) else UNKNOWN
        if type(first) in NUMBERS or isinstance(first, np.number):
            dim = self.match([int(r) for r in results]) if isinstance(first, int) else None
            return Scalar(type(first), dim)
        if type(first) is np.ndarray:
            if any(r.ndim != first.ndim or r.dtype != first.dtype for r in results) or first.dtype.kind not in "fciub":
                return UNKNOWN
            return Array(first.dtype, tuple(self.match([r.shape[k] for r in results]) for k in range(first.ndim)))
        if type(first) in (tuple, list) and all(len(r) == len(first) for r in results):
            return Sequence(type(first), tuple(self.generalise([r[k] for r in results]) for k in range(len(first))))
        if isinstance(first, tuple) and type(first).__module__.startswith("numpy.linalg"):  # EighResult and its like
            return Sequence(tuple, tuple(self.generalise([r[k] for r in results]) for k in range(len(first))))
        return UNKNOWN

    def held(self, kind: Kind, result: Any, run: int) -> Kind:
        """What is left of a kind that samples showed when another one has given this: sizes that it does not have are not known.

        `min(len(x), 5)` of samples may always be 5, and the singular values of three columns always be three.
        """
        if isinstance(kind, Scalar):
            fits = kind.dim is None or (isinstance(result, int | np.integer) and int(result) == self.dim(kind.dim, run, ""))
            return kind if fits else Scalar(kind.type)
        if isinstance(kind, Array):
            if not isinstance(result, np.ndarray) or result.ndim != len(kind.dims):
                return UNKNOWN
            return Array(kind.dtype, tuple(dim if dim is None or max(self.dim(dim, run, ""), 0) == size else None
                                           for dim, size in zip(kind.dims, result.shape, strict=True)))
        if isinstance(kind, Sequence):
            if not isinstance(result, tuple | list) or len(result) != len(kind.items):
                return UNKNOWN
            return Sequence(kind.type, tuple(self.held(item, part, run) for item, part in zip(kind.items, result, strict=True)))
        return kind

    def match(self, sizes: list[int]) -> Dim:
        """The dimension that has these sizes in the three runs."""
        if sizes[0] == sizes[1] == sizes[2]:
            return sizes[0]
        for symbol in self.symbols:
            offsets = {size - self.size(symbol, run) for run, size in enumerate(sizes)}
            if len(offsets) == 1 and not symbol.startswith("?"):
                offset = offsets.pop()
                if -6 <= offset <= 6:
                    return (symbol, offset)
        return None
