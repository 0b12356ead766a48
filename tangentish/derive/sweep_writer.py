"""Writes the statements of a sweep, over values of the primal as they were before or after a statement of it."""

from __future__ import annotations

import types
from collections.abc import Mapping
from typing import Any

import gast
import numpy

from tangentish import runtime
from tangentish.analysis.kinds import UNKNOWN, Array, Kind, Scalar
from tangentish.analysis.versions import Version
from tangentish.derive.program import Program
from tangentish.derive.reads import SHAPE_ATTRIBUTES, content_reads, structure_reads, tagged
from tangentish.derive.splice import computed_with
from tangentish.derive.steep import SINGULAR
from tangentish.derive.version_kinds import version_kind
from tangentish.errors import UnsupportedError, located
from tangentish.rules.helpers import as_operand
from tangentish.rules.registry import Rule
from tangentish.syntax import Block, Node, call, clone, name, name_nodes, statements, walk

LOAD = gast.Load()


class SweepWriter:
    """Writes to `out`, the block at hand, in the order of the sweep; `uid` is the statement of the primal it is about."""

    def __init__(self, program: Program) -> None:
        self.p = program
        self.flow, self.kinds, self.aliases = program.flow, program.kinds, program.aliases
        self.names = program.names
        self.out: Block = []
        self.externs: dict[str, Any] = {}
        self.table = self.names.fresh("shadows")
        self.uid = -1
        self.content: dict[int, set[str]] = {}
        self.read_again: set[str] = set()  # the classes of arrays whose items may be read once more for numbers that are read
        self.looked_through: set[int] = set()
        self.tags: dict[str, Version] = {}
        self.aliased: dict[tuple[str, int], str] = {}

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
            elif version is not None:
                self.note_again(version)
        for tag in () if plain else structure_reads(parts, self.table):
            version = self.tags.get(tag)
            if version is not None and not (self.kind_of(version).is_scalar or isinstance(self.kind_of(version), Array)):
                reads.add(self.aliases.class_of(version.name))

    def note_again(self, version: Version) -> None:
        """Note the arrays that a number in a loop is an item of: it may be read from there again, and not be kept.

        Where the program itself writes into the array that is not done; but callers may, when they have its result.
        """
        node = self.flow.nodes.get(version.site) if version.kind == "def" and version.loops else None
        if node.__class__ is not gast.Assign or version.number in self.looked_through:
            return
        self.looked_through.add(version.number)
        if node.value.__class__ is gast.Subscript and node.value.value.__class__ is gast.Name:
            self.read_again.add(self.aliases.class_of(node.value.value.id))
        env = self.flow.before[node.uid]
        for part in name_nodes(node.value):
            if part.id in env:
                self.note_again(env[part.id])

    def line(self, text: str, **parts: Node) -> None:
        """Write statements given as text."""
        self.emit(*statements(text, **parts))

    def helper(self, label: str) -> str:
        """The name of a run-time helper, made known to the generated code."""
        return self.alias(label, getattr(runtime, label))

    def alias(self, label: str, value: Any) -> str:
        """The name under which generated code finds an object: its own, unless that means something else already.

        The user's code may mean something by it, and so may ours: the adjoint of a user's `cov` is called `cov_bar`, as
        is a helper of the rule of `np.cov`.
        """
        source = self.p.source
        if (label, id(value)) not in self.aliased:
            module = isinstance(value, types.ModuleType)  # which a closure cell may hold as well: nobody changes that
            own = self.p.scope.name(label) is value and label not in self.p.scope.locals and (module or label not in source.cells)
            free = label not in self.p.user_names and label not in self.names.given and (
                self.externs.get(label, value) is value)
            self.aliased[label, id(value)] = label if own or free else self.names.fresh(label)
        chosen = self.aliased[label, id(value)]
        self.externs[chosen] = value
        self.names.taken.add(chosen)
        return chosen

    def numpy(self) -> None:
        """Note that the generated code needs `np`."""
        if self.alias("np", numpy) != "np":
            raise located(UnsupportedError, "the name `np` means something other than NumPy here", self.p.filename,
                          self.p.source.tree, "Give it another name.")

    def as_operands(self, rule: Rule, bound: Mapping[str, Any], kinds: Mapping[str, Kind], function: Any) -> dict[str, Node]:
        """The operands of a function of NumPy, called by its name, that may be lists, and that operators of its rule meet.

        So are the floats of Python's that a function takes which is infinite somewhere: Python does not divide by zero.
        """
        if not isinstance(function, numpy.ufunc) or rule.user or rule.kind not in ("elementwise", "vjp"):
            return {}
        if rule.kind == "vjp" and not rule.multi and getattr(numpy, function.__name__, None) is function:
            return {}  # whose helpers take lists, too
        met = computed_with(rule) if rule.kind == "elementwise" else rule.params
        found = {key: call(self.alias("as_operand", as_operand), bound[key]) for key in met
                 if kinds.get(key) == UNKNOWN and key in bound and not isinstance(bound[key], list)}
        if function in SINGULAR and rule.kind == "elementwise":
            floats = [key for key, kind in kinds.items() if isinstance(kind, Scalar) and kind.type is float and key in bound]
            found |= {key: call("np.float64", bound[key]) for key in floats}
            if floats:
                self.numpy()
        return found

    # reading the primal

    def kind_of(self, version: Version) -> Kind:
        """The kind of a version of a name."""
        return version_kind(self.p, version)

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
        if version.kind == "either":  # the first, unless the code was left before it was made
            first, other = version.sources
            test = gast.Compare(self.version(first), [gast.IsNot()], [gast.Constant(None, None)])
            return gast.IfExp(test, self.version(first), self.version(other))
        self.tags[version.tag] = version
        return name(version.tag)
