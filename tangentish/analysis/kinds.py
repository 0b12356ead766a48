"""What each value is: a Python or NumPy scalar, an array with some known dimensions, a constant, or unknown.

Kinds only ever remove work: everything is right when all of them are unknown.  The kind of a call is found by calling
the function on small sample arrays of three different sizes and reading off what the results have in common.
"""

from __future__ import annotations

import functools
import types
from dataclasses import dataclass
from typing import Any

import numpy as np

from tangentish.analysis.class_code import acts_when_read

# A dimension is an int (known), a pair (symbol, offset) for "size of that symbol plus offset", or None (unknown).
Dim = int | tuple[str, int] | None


@dataclass(frozen=True)
class Kind:
    """The base class; an instance of it alone means unknown."""

    @property
    def ndim(self) -> int | None:
        """The number of dimensions, None if unknown; `when` predicates of rules read this."""
        return None

    @property
    def is_scalar(self) -> bool:
        """A Python or NumPy number: immutable, without dimensions."""
        return False

    @property
    def is_array(self) -> bool:
        """A NumPy array."""
        return False

    @property
    def const(self) -> Any:
        """The value itself where it is a known number, else None."""
        return None

    @property
    def is_real(self) -> bool:
        """A number or array known not to be complex."""
        return False

    @property
    def active_dtype(self) -> bool:
        """Whether a value of this kind can carry a derivative."""
        return True


@dataclass(frozen=True)
class Const(Kind):
    """A value known when the program is made: None, a string, a bool, a literal, a function, a module."""

    value: Any

    def __hash__(self) -> int:
        return hash(type(self.value))

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Const) and (
            self.value is other.value
            or (type(self.value) is type(other.value) and isinstance(self.value, (int, float, complex, str, tuple, slice))
                and self.value == other.value))

    @property
    def ndim(self) -> int | None:
        return 0 if self.is_scalar else None

    @property
    def is_scalar(self) -> bool:
        return isinstance(self.value, (int, float, complex, np.number))

    @property
    def const(self) -> Any:
        return self.value if self.is_scalar else None

    @property
    def is_real(self) -> bool:
        return isinstance(self.value, (int, float))

    @property
    def active_dtype(self) -> bool:
        return isinstance(self.value, (float, complex)) and not isinstance(self.value, bool)


@dataclass(frozen=True)
class Scalar(Kind):
    """A number: `type` is int, float, complex, bool or a NumPy scalar type; an int may be a known dimension."""

    type: type
    dim: Dim = None

    @property
    def ndim(self) -> int | None:
        return 0

    @property
    def is_scalar(self) -> bool:
        return True

    @property
    def is_real(self) -> bool:
        return not issubclass(self.type, (complex, np.complexfloating))

    @property
    def active_dtype(self) -> bool:
        return issubclass(self.type, (float, complex, np.inexact))


@dataclass(frozen=True)
class Array(Kind):
    """A NumPy array of known number of dimensions."""

    dtype: np.dtype[Any]
    dims: tuple[Dim, ...]

    @property
    def ndim(self) -> int | None:
        return len(self.dims)

    @property
    def is_array(self) -> bool:
        return True

    @property
    def is_real(self) -> bool:
        return self.dtype.kind != "c"

    @property
    def active_dtype(self) -> bool:
        return self.dtype.kind in "fc"


@dataclass(frozen=True)
class Sequence(Kind):
    """A tuple or list (`type`) with an item of known kind at every place."""

    type: type
    items: tuple[Kind, ...]

    @property
    def active_dtype(self) -> bool:
        return any(item.active_dtype for item in self.items)


@dataclass(frozen=True)
class Instance(Kind):
    """An object of a known class that is none of the above; a list or dict too."""

    type: type

    @property
    def active_dtype(self) -> bool:
        return not issubclass(self.type, (str, bytes, np.random.Generator))


UNKNOWN = Kind()
NUMBERS = (bool, int, float, complex)


def join(left: Kind, right: Kind) -> Kind:
    """What is true of both."""
    if left == right:
        return left
    if isinstance(left, Array) and isinstance(right, Array) and left.dtype == right.dtype and left.ndim == right.ndim:
        return Array(left.dtype, tuple(a if a == b else None for a, b in zip(left.dims, right.dims, strict=True)))
    if left.is_scalar and right.is_scalar:
        kinds = {scalar_type(left), scalar_type(right)}
        if len(kinds) == 1:
            return Scalar(kinds.pop())
        if not kinds - {bool, int, float, np.float64}:
            return Scalar(float) if kinds & {float, np.float64} else Scalar(int)
    if isinstance(left, Sequence) and isinstance(right, Sequence) and left.type is right.type:
        if len(left.items) == len(right.items):
            return Sequence(left.type, tuple(join(a, b) for a, b in zip(left.items, right.items, strict=True)))
        return Instance(left.type)
    if _container(left) is not None and _container(left) is _container(right):
        return Instance(_container(left))
    if is_object(left) and is_object(right):
        return Instance(object)
    return UNKNOWN


def is_container(kind: Kind) -> bool:
    """Whether a value is a list, a tuple, a dict, a set or a string."""
    return isinstance(kind, Sequence) or (
        isinstance(kind, Instance) and issubclass(kind.type, (list, tuple, dict, set, frozenset, str, bytes)))


def is_object(kind: Kind) -> bool:
    """Whether a value is, or may be, an object of a class of the user's."""
    return isinstance(kind, Instance) and not is_container(kind)


def _container(kind: Kind) -> Any:
    return kind.type if isinstance(kind, (Sequence, Instance)) else None


def scalar_type(kind: Kind) -> type:
    """The Python type of a scalar kind."""
    return type(kind.value) if isinstance(kind, Const) else kind.type  # type: ignore[attr-defined, no-any-return]


def same_shape(left: Kind, right: Kind) -> bool:
    """Whether two values are known to have the same shape."""
    if left.is_scalar and right.is_scalar:
        return True
    return (isinstance(left, Array) and isinstance(right, Array) and left.ndim == right.ndim
            and all(a is not None and a == b for a, b in zip(left.dims, right.dims, strict=True)))


# from values to kinds


def is_named_function(value: Any) -> bool:
    """Whether a value is a function that its module knows by name, so that the same is met again with the next call."""
    return (isinstance(value, types.FunctionType) and value.__closure__ is None and not value.__defaults__
            and not value.__kwdefaults__ and value.__globals__.get(value.__name__) is value)


def kinds_of(values: dict[str, Any]) -> dict[str, Kind]:
    """The kinds of some arguments; equal sizes share a symbol, and 1 is known."""
    symbols: dict[int, str] = {}

    def dim(size: int) -> Dim:
        if size == 1:
            return 1
        return (symbols.setdefault(size, f"n{len(symbols)}"), 0)

    def kind(value: Any) -> Kind:
        if type(value) is np.ndarray:
            return Array(value.dtype, tuple(dim(size) for size in value.shape)) if value.dtype.kind in "fciub" else UNKNOWN
        if is_named_function(value):
            return Const(value)
        if value is None or isinstance(value, (bool, str, types.FunctionType, type, types.ModuleType)):
            return Const(value) if value is None or isinstance(value, (bool, str)) else UNKNOWN
        if type(value) in NUMBERS or isinstance(value, (np.number, np.bool_)):
            return Scalar(type(value))
        if type(value) is tuple:
            return Sequence(tuple, tuple(kind(item) for item in value))
        if type(value) in (list, dict, set):
            return Instance(type(value))
        return Instance(type(value)) if has_operators(type(value)) else UNKNOWN

    return {key: kind(value) for key, value in values.items()}


def unknown_of(values: dict[str, Any]) -> dict[str, Kind]:
    """Kinds that know nothing, but for the classes that say what an operator means."""
    return {key: Instance(type(value)) if has_operators(type(value)) else UNKNOWN for key, value in values.items()}


def defines(cls: type, method: str) -> bool:
    """Whether a class says in Python what an operator means (`object` stands for a class that is not known)."""
    names = (method, f"__r{method[2:]}")
    return cls is object or any(isinstance(getattr(cls, name, None), types.FunctionType) for name in names)


@functools.lru_cache(maxsize=1024)
def has_operators(cls: type) -> bool:
    """Whether a class says in Python what arithmetic on its objects means, or writes into them when attributes are read."""
    names = ("add radd sub rsub mul rmul truediv rtruediv pow rpow matmul rmatmul mod floordiv neg pos abs or ror iter "
             "getitem setitem iadd isub imul itruediv ipow imatmul imod ifloordiv ior iand ixor").split()
    read = [key for base in cls.__mro__ for key, value in vars(base).items() if isinstance(value, property)]
    return any(isinstance(getattr(cls, f"__{name}__", None), types.FunctionType) for name in names) or any(
        acts_when_read(cls, key) for key in [*read, "__getattr__ of anything"])


# from kinds to sample values and back

_SIZES = ((11, 13, 17, 19, 23, 31, 37, 41), (29, 23, 19, 13, 43, 11, 47, 17), (7, 19, 13, 23, 11, 41, 29, 31))
SAMPLES = 3


class Sampler:
    """Sample values of kinds: the same symbol has the same size throughout."""

    def __init__(self) -> None:
        self.symbols: dict[str, int] = {}
        self.free = 0

    def size(self, symbol: str, run: int) -> int:
        place = self.symbols.setdefault(symbol, len(self.symbols))
        if place >= len(_SIZES[run]):
            raise ValueError("too many symbols")
        return _SIZES[run][place]

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
                return kind.type(self.dim(kind.dim, run, "?i") if kind.dim is not None else (2, 3, 1)[run])
            number: Any = kind.type
            return number((0.3, 0.6, 0.45)[run])
        if isinstance(kind, Array):
            shape = tuple(self.dim(d, run, f"?{place}.{axis}") for axis, d in enumerate(kind.dims))
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


# results whose shape or dtype depends on values: never sampled
VALUE_DEPENDENT = {
    np.unique, np.nonzero, np.flatnonzero, np.argwhere, np.compress, np.extract, np.squeeze, np.trim_zeros, np.delete,
    np.repeat, np.arange, np.intersect1d, np.union1d, np.setdiff1d, np.require, np.histogram, np.bincount, np.real_if_close,
    np.linalg.eig, np.linalg.eigvals, np.linalg.lstsq, np.roots, np.emath.sqrt, np.emath.log, np.emath.log2, np.emath.log10,
    np.emath.logn, np.emath.power, np.emath.arccos, np.emath.arcsin, np.emath.arctanh,
}
_VALUE_DEPENDENT_IN_SCIPY = {"eig", "lstsq", "sqrtm", "logm", "fractional_matrix_power", "funm", "null_space", "orth"}


def sampled(function: Any, args: list[Kind], keywords: dict[str, Kind]) -> Kind:
    """The kind of `function(*args, **keywords)` for a function without effects."""
    try:
        if function in VALUE_DEPENDENT and not (function is np.arange and all(a.is_scalar for a in args)):
            return UNKNOWN
        if (getattr(function, "__module__", None) or "").startswith("scipy.") and function.__name__ in _VALUE_DEPENDENT_IN_SCIPY:
            return UNKNOWN
        if function is np.linalg.cholesky:  # no sample is positive definite, and the inverse is of the same kind
            return _sampled(np.linalg.inv, tuple(args), ())
        return _sampled(function, tuple(args), tuple(sorted(keywords.items())))
    except TypeError:
        return UNKNOWN


@functools.lru_cache(maxsize=4096)
def _sampled(function: Any, args: tuple[Kind, ...], keywords: tuple[tuple[str, Kind], ...]) -> Kind:
    sampler = Sampler()
    results = []
    try:
        with np.errstate(all="ignore"):
            for run in range(SAMPLES):
                values = [sampler.value(kind, run, str(place)) for place, kind in enumerate(args)]
                named = {key: sampler.value(kind, run, key) for key, kind in keywords}
                results.append(function(*values, **named))
    except Exception:  # whatever a function says against made-up arguments
        return UNKNOWN
    return sampler.generalise(results)


def broadcast(left: Kind, right: Kind) -> tuple[Dim, ...] | None:
    """The dimensions of an elementwise result, None if even their number is unknown."""
    if left.ndim is None or right.ndim is None:
        return None
    a = left.dims if isinstance(left, Array) else ()
    b = right.dims if isinstance(right, Array) else ()
    width = max(len(a), len(b))
    a, b = (1,) * (width - len(a)) + a, (1,) * (width - len(b)) + b
    dims: list[Dim] = []
    for p, q in zip(a, b, strict=True):
        if p == 1:
            dims.append(q)
        elif q == 1 or p == q:
            dims.append(p)
        elif isinstance(p, int) or isinstance(q, int):
            dims.append(p if isinstance(p, int) else q)
        elif p is not None and q is not None and p[1] == q[1] == 0 and p[0] != q[0]:
            dims.append(None)
        else:
            dims.append(None)
    return tuple(dims)


def elementwise_kind(function: Any, args: list[Kind]) -> Kind:
    """The kind of an elementwise function of one or two operands."""
    if any(a.ndim is None for a in args):
        return UNKNOWN
    if all(a.is_scalar for a in args):
        return sampled(function, args, {})
    dims: tuple[Dim, ...] | None = args[0].dims if isinstance(args[0], Array) else ()
    for other in args[1:]:
        dims = broadcast(Array(np.dtype(float), dims or ()), other)
    small = [Array(a.dtype, (2,) * len(a.dims)) if isinstance(a, Array) else a for a in args]
    result = sampled(function, small, {})
    if dims is None or not isinstance(result, Array):
        # 0-d arrays give NumPy scalars
        return result if result.is_scalar else UNKNOWN
    return Array(result.dtype, dims)
