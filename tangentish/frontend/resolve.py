"""What the names and dotted names of a function mean: live globals, closure cells, builtins, local imports."""

from __future__ import annotations

import builtins
import inspect
import sys
import types
from collections.abc import Callable
from typing import Any

import gast

from tangentish.class_attributes import is_gone
from tangentish.closures import content
from tangentish.custom import Custom
from tangentish.frontend.foreign import is_lasting
from tangentish.frontend.proxies import poses_as_function
from tangentish.frontend.rebound import rebound_in
from tangentish.frontend.source import Source, added_names
from tangentish.rules.registry import NAMESPACES, lookup
from tangentish.syntax import Block, Node, walk, walk_statements

MISSING: Any = object()


class Scope:
    """Looks names up as the function would, and remembers what it relied on.

    `guards` lists `(look_up, object)` pairs: what was generated holds only while each look-up gives that object.  `own` are
    the names of attributes and methods of arrays and lists to which a class of the user's may give a meaning of its own.
    """

    own: frozenset[str] = frozenset()
    hidden: frozenset[str] = frozenset()  # globals by whose names generated code means something else; the function's were renamed

    def __init__(self, source: Source, local_names: set[str]) -> None:
        self.source = source
        self.locals = local_names
        self.renames: dict[str, str] = {}  # of local variables, by whose names generated code means something else
        self.added = added_names(source.function)
        self.imports: dict[str, Any] = {}
        self.around: dict[str, Any] = {}  # what names mean around the function, which is relied on
        # what modules and classes have under a name, which is relied on, by their ids: with the owner, which keeps its id
        self.parts: dict[tuple[int, str], tuple[Any, Any]] = {}
        self.fixed: dict[int, Any] = {}  # what `known` has said yes to, which it keeps, by its id
        self.stand_ins: dict[str, Any] = {}  # what generated code calls for functions of libraries, by the names it has for it
        self.attempted: dict[str, types.FunctionType] = {}  # functions that say how they ended, by the names they have
        self.guards: dict[str, tuple[Callable[[], Any], Any]] = {}
        # names of functions that give lists of what generators yield: what is checked before and after calls of them
        self.bounded: set[str] = set()
        self.settled: set[str] = set()
        self.containers: frozenset[str] = frozenset()  # the parameters that are known to be lists, tuples or dicts
        self.objects: dict[str, dict[int, Any]] | None = None  # what names around the function hold, when it has been looked up
        self.shares_cells: bool | None = None  # whether functions in containers around have variables in common, if it was asked
        self.writes: Any = None  # what the function writes around it (`analysis.around_writes`), likewise

    def add_imports(self, block: Block) -> None:
        """Let names bound only by one import statement inside the function be resolved too.

        The same for `xp = array_namespace(x)`, which is how SciPy says what its NumPy is.
        """
        bound: dict[str, int] = {}
        for statement in walk_statements(block):
            if statement.__class__ is gast.Global:  # what is imported the first time only, `if f is None`
                bound.update(dict.fromkeys(statement.names, 2))
            for node in walk(statement) if not hasattr(statement, "body") else [statement]:
                if node.__class__ is gast.Name and node.ctx.__class__ is not gast.Load:
                    bound[node.id] = bound.get(node.id, 0) + 1
        for name, values in self.imported(block).items():
            if not bound.get(name) and all(value is values[0] for value in values):
                self.imports[name] = values[0]
        for statement in walk_statements(block):
            if statement.__class__ is gast.Assign and statement.targets[0].__class__ is gast.Name:
                target = statement.targets[0].id
                if bound[target] == 1 and len(statement.targets) == 1 and target not in _parameters(self.source.function.__code__):
                    module = self.namespace(statement.value)
                    if module is not MISSING:
                        self.imports[target] = module

    def imported(self, block: Block) -> dict[str, list[Any]]:
        """What the import statements inside the function bind names to; those that stand in for others, where these fail."""
        found: dict[str, list[Any]] = {}
        statements = walk_statements(block)
        instead = {id(inner): node for node in statements if node.__class__ is gast.Try for handler in node.handlers
                   for inner in walk_statements(handler.body)}
        for statement in statements:
            for alias in statement.names if statement.__class__ in (gast.Import, gast.ImportFrom) else ():
                name = alias.asname or alias.name.split(".")[0]
                value = _imported(statement, alias, self.source.globals)
                tried = instead.get(id(statement))
                if value is not MISSING and (tried is None or name not in self.imported(tried.body)):
                    found.setdefault(name, []).append(value)
        return found

    def namespace(self, value: Node) -> Any:
        """The module that a call gives whatever its arguments are, else `MISSING`."""
        if value.__class__ is not gast.Call:
            return MISSING
        function = self.resolve(value.func)
        lookup(function)  # loads what there is for its library
        return NAMESPACES.get(function, MISSING) if isinstance(function, types.FunctionType) else MISSING

    def name(self, name: str) -> Any:
        """The object a name means, or `MISSING` for a local or an unbound name."""
        if name in self.imports:
            return self.imports[name]
        if name in self.locals:
            return MISSING
        if name in self.source.cells:
            return content(self.source.cells[name], MISSING)
        if name in self.source.globals and name not in self.hidden:
            return self.source.globals[name]
        return getattr(builtins, name, MISSING)

    def rely(self, name: str, value: Any) -> None:
        """Note that what is generated is right only while `name` means `value`."""
        known = self.guards.get(name)
        if (known is not None and known[1] is value) or name in self.imports or name in self.locals:
            return
        if name in self.source.cells:
            cell = self.source.cells[name]
            self.guards[name] = (lambda: cell.cell_contents, value)
        elif name in self.source.globals:
            space = self.source.globals
            self.guards[name] = (lambda: space.get(name), value)

    def rely_on_class(self, name: str, cls: type) -> None:
        """The same for the class of what a global variable holds, whose value may be another one with each call."""
        space = self.source.globals
        self.guards[f"class of {name}"] = (lambda: type(space.get(name))), cls

    def rely_on_part(self, owner: Any, attr: str) -> None:
        """The same for what a module or a class has under a name."""
        module = isinstance(owner, types.ModuleType)
        if is_lasting(owner.__name__ if module else owner.__module__):
            return
        key = f"{owner.__name__}.{attr} {id(owner)}"  # others may be called the same; the guard keeps this one, and so its id

        def look() -> Any:
            return getattr(owner, attr, MISSING) if module else _kept_by(owner, attr)

        value = look()
        if look() is value:  # else it is made anew each time it is asked for
            self.guards[key] = look, value

    def part(self, node: Node) -> Any:
        """The object that a dotted name means now, which may change, else `MISSING`; no code of the user's is run."""
        if node.__class__ is gast.Name:
            return self.name(node.id)
        if node.__class__ is gast.Call and len(node.args) == 1 and getattr(node.func, "id", "") == "type":
            owner = self.part(node.args[0]) if self.resolve(node.func) is type else MISSING
            return MISSING if owner is MISSING else type(owner)
        if node.__class__ is not gast.Attribute:
            return MISSING
        owner = self.part(node.value)
        if node.attr == "__class__" and owner is not MISSING:
            return type(owner)
        return MISSING if owner is MISSING else inspect.getattr_static(owner, node.attr, MISSING)

    def called(self, func: Node) -> Any:
        """What is called, also where it is a captured function, which may be made anew, or `MISSING`."""
        target = self.resolve(func)
        cell = self.source.cells.get(func.id) if target is MISSING and func.__class__ is gast.Name else None
        return target if cell is None else content(cell, MISSING)

    def resolve(self, node: Node) -> Any:
        """The object an expression means when it is a (dotted) name whose parts cannot change, else `MISSING`."""
        if node.__class__ is gast.Name:
            name = node.id
            if name in self.imports:
                value = self.imports[name]
                return value if self.known(value) else MISSING
            if name in self.locals:  # as most are
                return MISSING
            if name in self.around:
                return self.around[name]
            value = self.name(name)
            if name in self.source.cells and name not in self.added and (is_closure(value) or isinstance(value, Custom)):
                return MISSING  # made anew with every call of the enclosing function, so not worth relying on
            if self.known(value) and not self.may_be_rebound(name, value):
                self.rely(name, value)
                self.around[name] = value
                return value
            return MISSING
        if node.__class__ is gast.Attribute:
            owner = self.resolve(node.value)
            if owner is MISSING:
                return MISSING
            part = self.parts.get((id(owner), node.attr))
            if part is not None:
                return part[1]
            if isinstance(owner, (types.ModuleType, type)):
                value = _static_attribute(owner, node.attr)
                if not self.known(value):
                    return MISSING
                self.rely_on_part(owner, node.attr)
                self.parts[id(owner), node.attr] = owner, value
                return value
            if isinstance(owner, _UFUNC):
                return getattr(owner, node.attr, MISSING)
        return MISSING

    def is_global(self, name: str) -> bool:
        """Whether a name means a global variable of the module, if anything."""
        return name in self.source.globals and not (
            name in self.locals or name in self.imports or name in self.source.cells or name in self.hidden)

    def may_be_rebound(self, name: str, value: Any) -> bool:
        """Whether a global name is one that functions of the module bind: to another function, say."""
        space = self.source.globals
        return name in space and name not in self.source.cells and not isinstance(value, types.ModuleType) and (
            name in rebound_in(space))

    def known(self, value: Any) -> bool:
        """Whether a value is fixed, for functions said once: the same few are asked about all the time."""
        found = self.fixed.get(id(value))
        if found is not value:
            if not is_fixed(value):
                return False
            self.fixed[id(value)] = value
        return True


def _parameters(code: types.CodeType) -> tuple[str, ...]:
    count = code.co_argcount + code.co_kwonlyargcount
    for flag in (inspect.CO_VARARGS, inspect.CO_VARKEYWORDS):
        count += bool(code.co_flags & flag)
    return code.co_varnames[:count]


def _static_attribute(owner: Any, attr: str) -> Any:
    if isinstance(owner, types.ModuleType):
        return part_of_module(owner, attr)
    return getattr(owner, attr, MISSING) if not isinstance(vars(owner).get(attr), property) else MISSING


def part_of_module(module: types.ModuleType, attr: str) -> Any:
    """What a module has under a name, or `MISSING`; what stands for one that is not installed may raise anything."""
    try:
        return getattr(module, attr, MISSING)
    except Exception:
        return MISSING


def _kept_by(owner: type, attr: str) -> Any:
    """What a class, a class that it is made from, or its metaclass has under a name, as it is kept there."""
    return next((vars(base)[attr] for base in (*owner.__mro__, *type(owner).__mro__) if attr in vars(base)), MISSING)


def is_fixed(value: Any) -> bool:
    """Whether a value is a function, class or module: an object that code refers to rather than computes with."""
    if is_gone(value):
        return False
    return (isinstance(value, _FIXED) and not poses_as_function(value)) or (callable(value) and lookup(value) is not None)


def index_objects() -> dict[Any, str]:
    """NumPy's objects whose items are computed from their index, by name: `np.r_[0:1:3j]`."""
    import numpy as np

    return {np.r_: "r_", np.c_: "c_", np.mgrid: "mgrid", np.ogrid: "ogrid", np.s_: "s_", np.index_exp: "index_exp"}


def is_closure(value: Any) -> bool:
    """Whether a value that a closure cell holds may be a closure in its turn: not what generated code has there to call.

    What `np.vectorize` makes is a function of ours while it is followed, and holds a function of the user's.
    """
    return isinstance(value, types.FunctionType) and (
        not (value.__module__ or "").startswith("tangentish.") or "<locals>" in value.__qualname__)


def _fixed_types() -> tuple[type, ...]:
    import numpy as np

    return (types.FunctionType, types.BuiltinFunctionType, types.ModuleType, type, types.MethodType, np.ufunc,
            type(np.sum), types.MethodDescriptorType, types.WrapperDescriptorType, Custom, *INDEX_TYPES)


INDEX_TYPES = frozenset(map(type, index_objects()))
_FIXED = _fixed_types()
_UFUNC = _FIXED[5]


def _imported(statement: Node, alias: Any, space: dict[str, Any]) -> Any:
    if statement.__class__ is gast.Import:
        name = alias.name if alias.asname else alias.name.split(".")[0]
        return sys.modules.get(name, MISSING)
    package = statement.module or ""
    if statement.level:
        base = str(space.get("__package__") or "").split(".")
        package = ".".join(base[: len(base) - statement.level + 1] + ([package] if package else []))
    module = sys.modules.get(package)
    if module is None:
        return MISSING
    value = part_of_module(module, alias.name)
    return sys.modules.get(f"{package}.{alias.name}", MISSING) if value is MISSING else value
