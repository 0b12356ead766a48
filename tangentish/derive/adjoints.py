"""The adjoint variables of a reverse sweep: which exist, who owns them, how a contribution is added.

States of the adjoint of a name, when it has one:
    owned    a value made by this sweep and known to no other name: arrays are updated in place
    held     a value that another name may hold too, or a read-only view: never updated in place
    uniform  one scalar that stands for every entry of an array
    rows, columns  one row, or one column, that stands for all of a matrix
    table    the adjoint lives in the shadow table; the variable holds the shadow (of an array) or the value
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import gast
import numpy

from tangentish.analysis.kinds import Array, Const, Kind, is_not_one, scalar_type, spans
from tangentish.analysis.versions import Version
from tangentish.derive.program import Program
from tangentish.derive.sweep_writer import SweepWriter
from tangentish.syntax import Block, Node, assign, call, constant, name, stored

THIN = ("uniform", "rows", "columns")


class Adjoints(SweepWriter):
    """Adds to adjoint variables."""

    def __init__(self, program: Program) -> None:
        super().__init__(program)
        self.bars: dict[str, str] = {}
        self.state: dict[str, str] = {}
        self.uses_table = False
        self.sums: dict[tuple[str, int], tuple[str, Block]] = {}
        self.adding: frozenset[str] = frozenset()  # the parameters whose adjoints the caller gives
        self.settled: dict[int, dict[str, str]] = {}  # of loops, the states in which the adjoints go round
        self.loops = 0  # around the statement at hand
        self.copied: set[str] = set()  # the names whose adjoints were copied to be updated in place
        self.unpacked: Mapping[str, Any] = {}  # tuples that need no adjoint, as their items have theirs

    def bar(self, identifier: str) -> str:
        """The name of the adjoint variable of a name."""
        if identifier not in self.bars:
            self.bars[identifier] = self.names.fresh(f"{identifier}_bar")
        return self.bars[identifier]

    def shared(self, identifier: str) -> bool:
        """Whether the adjoint of a name lives in the table."""
        return identifier in self.aliases.shared and identifier not in self.unpacked

    def active(self, identifier: str, kind: Kind) -> bool:
        """Whether a name can carry a derivative at all."""
        return identifier in self.p.activity.varied and kind.active_dtype and not (
            isinstance(kind, Const) and not kind.is_scalar)

    def start(self, identifier: str, version: Version) -> None:
        """Make sure the adjoint variable of a name in the table is bound."""
        if identifier in self.state:
            return
        self.uses_table = True
        kind = self.kind_of(version)
        method = "of" if isinstance(kind, Array) and version.definite else "start"
        self.line(f"{self.bar(identifier)} = {self.table}.{method}(x)", x=self.version(version))
        self.state[identifier] = "table"

    def zero(self, identifier: str, version: Version) -> None:
        """Bind the adjoint variable of a name to zero."""
        if self.shared(identifier):
            self.start(identifier, version)
            return
        kind = self.kind_of(version)
        bar = self.bar(identifier)
        if kind.is_scalar and not issubclass(scalar_type(kind), complex):
            self.line(f"{bar} = 0.0")
        elif isinstance(kind, Array):
            self.numpy()
            self.line(f"{bar} = np.zeros_like(x)", x=self.version(version))
        else:
            self.line(f"{bar} = {self.helper('zeros_like')}(x)", x=self.version(version))
        self.state[identifier] = "owned"

    def filled(self, bar: str, x: Node, helper: str = "filled") -> None:
        """Turn None, which stands for zero in the table, into zeros."""
        self.emit(assign(bar, call(self.helper(helper), name(bar), x)))

    def full(self, identifier: str, version: Version) -> None:
        """Turn a uniform adjoint into a full array."""
        state = self.state.get(identifier)
        if state not in THIN:
            return
        bar = self.bar(identifier)
        if state == "uniform":
            self.line(f"{bar} = {self.helper('materialise')}({bar}, x)", x=self.version(version))
        else:
            self.numpy()
            thin = name(bar) if state == "rows" else standing(name(bar))
            self.line(f"{bar} = np.broadcast_to(thin, x.shape).copy()", thin=thin, x=self.version(version))
        self.state[identifier] = "owned"

    def owned(self, identifier: str, version: Version) -> None:
        """Make sure the adjoint of a name can be updated in place by region."""
        if self.shared(identifier):
            self.start(identifier, version)
            return
        if identifier not in self.state:
            self.zero(identifier, version)
        self.full(identifier, version)
        own_kind = self.kind_of(version)
        if isinstance(own_kind, Array) and not own_kind.dims:  # arithmetic has turned the 0-d array into a scalar
            self.numpy()
            self.line(f"{self.bar(identifier)} = np.array({self.bar(identifier)})")
            self.state[identifier] = "owned"
        if self.state[identifier] == "held":
            self.copied.add(identifier)
            bar = self.bar(identifier)
            if isinstance(self.kind_of(version), Array):
                self.line(f"{bar} = {bar}.copy()")
            elif not self.kind_of(version).is_scalar:
                self.line(f"{bar} = {self.helper('own')}({bar})")
            self.state[identifier] = "owned"

    def contribute(self, identifier: str, cotangent: Node, state: str = "held") -> None:
        """Add to the adjoint of a name as it was before the current statement; `state` is that of the cotangent."""
        version = self.flow.before[self.uid][identifier]
        kind = self.kind_of(version)
        if not self.active(identifier, kind):
            return
        bar = self.bar(identifier)
        if self.shared(identifier):
            self.start(identifier, version)
            if isinstance(kind, Array):
                self.emit(gast.AugAssign(stored(bar), gast.Add(), cotangent))
            elif kind.is_scalar:
                self.emit(assign(bar, call(self.helper("accumulate"), name(bar), cotangent)))
            else:
                self.emit(assign(bar, call(f"{self.table}.add", self.version(version), name(bar), cotangent)))
            return
        if identifier not in self.state:
            self.emit(assign(bar, cotangent))
            self.state[identifier] = state
            return
        if state in ("rows", "columns") or self.state[identifier] in ("rows", "columns"):
            self.full(identifier, version)
            cotangent, state = (standing(cotangent) if state == "columns" else cotangent), "held"
        known = isinstance(kind, Array) or kind.is_scalar
        if not known:
            self.emit(assign(bar, call(self.helper("accumulate"), name(bar), cotangent)))
            return
        if state == "uniform" and self.state[identifier] == "uniform":
            self.emit(assign(bar, gast.BinOp(name(bar), gast.Add(), cotangent)))
            return
        in_place = kind.is_scalar or (self.state[identifier] == "owned")
        if in_place:
            negative = cotangent.__class__ is gast.UnaryOp and cotangent.op.__class__ is gast.USub
            op: Node = gast.Sub() if negative else gast.Add()
            self.emit(gast.AugAssign(stored(bar), op, cotangent.operand if negative else cotangent))
        else:
            self.emit(assign(bar, gast.BinOp(name(bar), gast.Add(), cotangent)))
            self.state[identifier] = "owned"

    def fit(self, cotangent: Node, operand: Node, result: Kind, kind: Kind, source: Version | None) -> Node:
        """Sum a cotangent of the shape of `result` to the shape of an operand of `kind`."""
        if result.is_scalar and kind.is_scalar:
            wide = result.active_dtype and issubclass(scalar_type(result), (complex, numpy.complexfloating))
            narrow = not issubclass(scalar_type(kind), (complex, numpy.complexfloating))
            if wide and narrow:
                self.numpy()
                return call("np.real", cotangent)
            return cotangent
        if kind.is_scalar and isinstance(result, Array) and result.dtype == numpy.float64:
            self.numpy()
            return call("np.sum", cotangent)
        if isinstance(result, Array) and isinstance(kind, Array) and result.dtype == kind.dtype:
            if spans(kind, result):
                return cotangent
            summed = broadcast_axes(result, kind)
            if summed is not None:
                self.numpy()
                axes, keep = summed
                axis = constant(axes[0] if len(axes) == 1 else axes)
                keywords = {"keepdims": constant(True)} if keep else {}
                return call("np.sum", cotangent, axis=axis, **keywords)
        return call(self.helper("unbroadcast"), cotangent, operand)


def broadcast_axes(result: Array, kind: Array) -> tuple[tuple[int, ...], bool] | None:
    """The axes of `result` along which an operand of `kind` was broadcast, and whether it has them; None if not known."""
    extra = len(result.dims) - len(kind.dims)
    if extra < 0 or any(d is None for d in kind.dims):
        return None
    ones = tuple(extra + k for k, dim in enumerate(kind.dims) if dim == 1 and result.dims[extra + k] != 1)
    if any(dim != result.dims[extra + k] and not is_not_one(dim) for k, dim in enumerate(kind.dims) if extra + k not in ones):
        return None
    if ones and extra:
        return None
    return (ones, True) if ones else (tuple(range(extra)), False)


def standing(row: Node) -> Node:
    """`x[:, None]`."""
    return gast.Subscript(row, gast.Tuple([gast.Slice(None, None, None), constant(None)], gast.Load()), gast.Load())
