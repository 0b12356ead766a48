"""The adjoint variables of a reverse sweep: which exist, who owns them, how a contribution is added.

States of the adjoint of a name, when it has one:
    owned    a value made by this sweep and known to no other name: arrays are updated in place
    held     a value that another name may hold too, or a read-only view: never updated in place
    uniform  one scalar that stands for every entry of an array
    rows, columns  one row, or one column, that stands for all of a matrix
    table    the adjoint lives in the shadow table; the variable holds the shadow (of an array) or the value
"""

from __future__ import annotations

from typing import Any

import gast
import numpy

from tangentish import runtime
from tangentish.analysis.def_use import Version
from tangentish.analysis.kinds import UNKNOWN, Array, Const, Instance, Kind, same_shape, scalar_type
from tangentish.derive.program import Program
from tangentish.errors import UnsupportedError, located
from tangentish.syntax import (
    Block,
    Node,
    assign,
    call,
    children,
    clone,
    constant,
    expression,
    name,
    name_nodes,
    names_in,
    statements,
    stored,
    walk,
)

LOAD = gast.Load()
REFERENCE_ONLY = {"shape", "ndim", "size", "zeros_like", "unbroadcast", "materialise", "filled", "filled_number", "shapes", "like"}
BY_ITEM = frozenset("add items copied concatenated joined repeated extend extended result".split())
THIN = ("uniform", "rows", "columns")
SHAPE_ATTRIBUTES = {"shape", "ndim", "size", "dtype"}


class Adjoints:
    """Adds to adjoint variables; `out` is the block being written, in the order of the reverse sweep."""

    def __init__(self, program: Program) -> None:
        self.p = program
        self.flow, self.kinds, self.aliases = program.flow, program.kinds, program.aliases
        self.names = program.names
        self.bars: dict[str, str] = {}
        self.state: dict[str, str] = {}
        self.out: Block = []
        self.externs: dict[str, Any] = {}
        self.table = self.names.fresh("shadows")
        self.uses_table = False
        self.uid = -1
        self.content: dict[int, set[str]] = {}
        self.tags: dict[str, Version] = {}
        self.sums: dict[tuple[str, int], tuple[str, Block]] = {}
        self.aliased: dict[tuple[str, int], str] = {}

    # writing

    def emit(self, *nodes: Node) -> None:
        """Write statements; note whose content they read."""
        for node in nodes:
            node.uid_primal = self.uid
            self.note_content(node)
            self.out.append(node)

    def note_content(self, node: Node) -> None:
        reads = self.content.setdefault(self.uid, set())
        parts = walk(node)
        plain = not any([part.__class__ is gast.Call or (part.__class__ is gast.Attribute and part.attr in SHAPE_ATTRIBUTES)
                         for part in parts])
        for tag in tagged(parts) if plain else content_reads(node, self.table):
            version = self.tags.get(tag)
            if version is not None and not self.kind_of(version).is_scalar:
                reads.add(self.aliases.class_of(version.name))
        for tag in () if plain else structure_reads(parts, self.table):
            version = self.tags.get(tag)
            if version is not None and not (self.kind_of(version).is_scalar or isinstance(self.kind_of(version), Array)):
                reads.add(self.aliases.class_of(version.name))

    def line(self, text: str, **parts: Node) -> None:
        """Write statements given as text."""
        self.emit(*statements(text, **parts))

    def helper(self, label: str) -> str:
        """The name of a run-time helper, made known to the generated code."""
        return self.alias(label, getattr(runtime, label))

    def alias(self, label: str, value: Any) -> str:
        """The name under which generated code finds an object: its own, unless the user's code means something by that."""
        source = self.p.source
        if (label, id(value)) not in self.aliased:
            own = source.globals.get(label) is value and label not in self.p.scope.locals and label not in source.cells
            free = label not in self.p.user_names
            self.aliased[label, id(value)] = label if own or free else self.names.fresh(label)
        chosen = self.aliased[label, id(value)]
        self.externs[chosen] = value
        return chosen

    def numpy(self) -> None:
        """Note that the generated code needs `np`."""
        if self.alias("np", numpy) != "np":
            raise located(UnsupportedError, "the name `np` means something other than NumPy here", self.p.filename,
                          self.p.source.tree, "Give it another name.")

    # reading the primal

    def kind_of(self, version: Version) -> Kind:
        """The kind of a version of a name."""
        if version.kind == "param":
            return self.p.entry.get(version.name, UNKNOWN)
        if version.kind == "head":
            return self.kinds.head.get(version.site, {}).get(version.name, UNKNOWN)
        return self.kinds.after.get(version.site, {}).get(version.name, UNKNOWN)

    def kind_before(self, identifier: str) -> Kind:
        return self.kinds.before.get(self.uid, {}).get(identifier, UNKNOWN)

    def kind_after(self, identifier: str) -> Kind:
        return self.kinds.after.get(self.uid, {}).get(identifier, UNKNOWN)

    def at(self, node: Node, env: dict[str, Version]) -> Node:
        """An expression of the primal as it was evaluated in `env`: names replaced by tags of their versions."""
        node = clone(node)
        cls = node.__class__
        for part in [node] if cls is gast.Name else [] if cls is gast.Constant else name_nodes(node):
            version = env.get(part.id)
            if version is not None:
                part.id = tag = version.tag
                part.ctx = LOAD
                self.tags[tag] = version
        return node

    def before(self, node: Node | str) -> Node:
        """An expression as it was before the current statement."""
        return self.at(name(node) if isinstance(node, str) else node, self.flow.before[self.uid])

    def after(self, node: Node | str) -> Node:
        """An expression as it was after the current statement."""
        return self.at(name(node) if isinstance(node, str) else node, self.flow.after[self.uid])

    def version(self, version: Version) -> Node:
        """A version of a name."""
        self.tags[version.tag] = version
        return name(version.tag)

    # adjoint variables

    def bar(self, identifier: str) -> str:
        """The name of the adjoint variable of a name."""
        if identifier not in self.bars:
            self.bars[identifier] = self.names.fresh(f"{identifier}_bar")
        return self.bars[identifier]

    def shared(self, identifier: str) -> bool:
        """Whether the adjoint of a name lives in the table."""
        return identifier in self.aliases.shared

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
            wide = result.active_dtype and issubclass(scalar_type(result), (complex, _complexfloating()))
            narrow = not issubclass(scalar_type(kind), (complex, _complexfloating()))
            if wide and narrow:
                self.numpy()
                return call("np.real", cotangent)
            return cotangent
        if kind.is_scalar and isinstance(result, Array) and result.dtype == numpy.float64:
            self.numpy()
            return call("np.sum", cotangent)
        if isinstance(result, Array) and isinstance(kind, Array) and result.dtype == kind.dtype:
            if same_shape(result, kind):
                return cotangent
            summed = broadcast_axes(result, kind)
            if summed is not None:
                self.numpy()
                axes, keep = summed
                axis = constant(axes[0] if len(axes) == 1 else axes)
                keywords = {"keepdims": constant(True)} if keep else {}
                return call("np.sum", cotangent, axis=axis, **keywords)
        return call(self.helper("unbroadcast"), cotangent, operand)


def _complexfloating() -> type:
    import numpy as np

    return np.complexfloating


def tagged(parts: Block) -> set[str]:
    """The names among some nodes that stand for versions of names of the primal."""
    return {part.id for part in parts if part.__class__ is gast.Name and "@" in part.id}


def structure_reads(parts: Block, table: str) -> set[str]:
    """The tagged names whose items, if they are lists or dicts, a statement looks up: a cotangent goes to each item.

    `parts` are all nodes of the statement.
    """
    found: set[str] = set()
    for part in parts:
        if part.__class__ is gast.Call:
            func = part.func
            label = func.attr if func.__class__ is gast.Attribute else getattr(func, "id", "")
            ours = func.__class__ is gast.Attribute and func.value.__class__ is gast.Name and func.value.id == table
            if (ours and label in BY_ITEM) or label in ("shapes", "like"):
                found |= {a.id for a in part.args if a.__class__ is gast.Name and "@" in a.id}
    return found


def broadcast_axes(result: Array, kind: Array) -> tuple[tuple[int, ...], bool] | None:
    """The axes of `result` along which an operand of `kind` was broadcast, and whether it has them; None if not known."""
    extra = len(result.dims) - len(kind.dims)
    if extra < 0 or any(d is None for d in kind.dims):
        return None
    ones = tuple(extra + k for k, dim in enumerate(kind.dims) if dim == 1 and result.dims[extra + k] != 1)
    if any(dim != result.dims[extra + k] for k, dim in enumerate(kind.dims) if extra + k not in ones):
        return None
    if ones and extra:
        return None
    return (ones, True) if ones else (tuple(range(extra)), False)


def standing(row: Node) -> Node:
    """`x[:, None]`."""
    return gast.Subscript(row, gast.Tuple([gast.Slice(None, None, None), constant(None)], gast.Load()), gast.Load())


def content_reads(node: Node, table: str) -> set[str]:
    """The tagged names whose content, and not only shape or identity, a statement reads."""
    found: set[str] = set()
    stack = [node]
    while stack:
        part = stack.pop()
        cls = part.__class__
        if cls is gast.Name:
            if "@" in part.id:
                found.add(part.id)
        elif cls is gast.Call:
            stack += _content_of_call(part, table)
        elif cls is not gast.Attribute or part.attr not in SHAPE_ATTRIBUTES or part.value.__class__ is not gast.Name:
            stack += children(part)
    return found


def _content_of_call(node: Node, table: str) -> Block:
    """The parts of a call whose content is read."""
    func = node.func
    attr = func.__class__ is gast.Attribute
    label = func.attr if attr else getattr(func, "id", "")
    if attr and func.value.__class__ is gast.Name and func.value.id == table:
        whole = label == "load_attribute" or (
            label == "store" and any(n.__class__ is gast.Call and getattr(n.func, "id", "") == "slice" for n in node.args))
        return [argument for argument in node.args if whole or argument.__class__ is not gast.Name]
    if label in REFERENCE_ONLY:
        return [argument for argument in node.args if argument.__class__ is not gast.Name or "@" not in argument.id]
    return children(node)


__all__ = ["Adjoints", "Instance", "constant", "content_reads", "expression", "names_in"]
