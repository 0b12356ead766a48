"""Refuses, with a caret, what active values meet and nothing downstream can handle."""

from __future__ import annotations

import enum
import inspect
import re
import types
from collections.abc import Mapping
from typing import Any

import gast

from tangentish.analysis.active.activity import Activity
from tangentish.analysis.code.code_names import called_by_name, globals_read
from tangentish.analysis.code.inert import is_inert, is_of_inert_module
from tangentish.analysis.def_use import assigned_in, bound_names
from tangentish.errors import UnsupportedError, located
from tangentish.frontend.resolve import MISSING, Scope
from tangentish.normalise.effects.acting_comprehensions import acting_comprehensions
from tangentish.normalise.effects.effectful import Effectful
from tangentish.normalise.exceptions import look_at_exceptions, refuse_left_by_errors
from tangentish.rules.registry import lookup
from tangentish.syntax import (
    COMPREHENSIONS,
    Block,
    Node,
    as_load,
    child_blocks,
    class_names,
    name_nodes,
    names_in,
    own_expressions,
    walk,
    walk_statements,
)

LOOKED_AT = (gast.Call, gast.Attribute, gast.Yield, gast.YieldFrom, gast.Await)


_DEFAULTS = ("__defaults__", "__kwdefaults__")


def validate(body: Block, activity: Activity, scope: Scope, filename: str, given: Mapping[str, Any]) -> None:
    """Raise `UnsupportedError` for the first construct that cannot be differentiated; `given`: functions that are arguments."""
    for node in walk_statements(body):
        for part in own_expressions(node):
            for inner in walk(part):
                if inner.__class__ in LOOKED_AT:
                    _expression(inner, activity, scope, filename, _is_raised(node, body, scope))
                    _reads_by_name(inner, node, activity, scope, filename)
                elif inner.__class__ in COMPREHENSIONS:
                    stored = [part for generator in inner.generators for part in walk(generator.target)
                              if part.__class__ in (gast.Subscript, gast.Attribute) and part.ctx.__class__ is gast.Store]
                    if names_in(stored) & activity.varied:
                        raise _refuse("a comprehension that stores into what is active is not followed here", inner, filename,
                                      "Write a loop.")
                    for found in acting_comprehensions(node, activity, given):
                        raise _refuse("a comprehension that writes active values is not followed here", found, filename,
                                      "Write a loop.")
        if node.__class__ in (gast.AsyncFor, gast.AsyncWith) or (
                node.__class__ is gast.AsyncFunctionDef and _meets_active(node, body, activity)):
            raise _refuse("`async` code is not supported", node, filename, "Use plain functions.")
        if node.__class__ in (gast.Assign, gast.AugAssign) and activity.expr(node.value):
            for target in node.targets if node.__class__ is gast.Assign else [node.target]:
                if target.__class__ is gast.Attribute and target.attr == "default_factory":
                    raise _refuse("a function that gives active values is stored where a dict looks for it", node, filename,
                                  "Give it to the constructor: defaultdict(...).")
                if target.__class__ is gast.Attribute and target.attr in _DEFAULTS and (
                        getattr(target.value, "attr", "__new__") == "__new__"):
                    raise _refuse("an active value is stored as a default of a function", node, filename, "Pass it as an argument.")
                if target.__class__ is gast.Attribute and _is_class(target.value, scope):
                    raise _refuse("an active value is stored into a class", node, filename, "Store it into an object of it.")
        if node.__class__ is gast.Expr and node.value.__class__ is gast.Call:
            _overwriting(node.value, activity, scope, filename)
        for part in walk(own_expressions(node)):
            names = _overwritten(part, activity, scope) if part.__class__ is gast.Call else set()
            if names and (read := (names - bound_names(node)) & _read_later(node, body)):
                raise _refuse(f"`{min(read)}` is read after this call, which may overwrite it, and that is not followed", part,
                              filename, "Leave out the `overwrite_` argument.")
        if node.__class__ is gast.TryStar and activity.varied:
            raise _refuse("`except*` is not supported where active values flow", node, filename, "Use `except`.")
        if node.__class__ is gast.Try:
            look_at_exceptions(node, activity, filename)
            _deleted_names(node, body, activity, filename)
            _raised_in_place(node, activity, filename)
        if node.__class__ is gast.With:
            refuse_left_by_errors(node, activity, filename)
        if node.__class__ is gast.Nonlocal and any(n in activity.varied and _bound_active(n, body) for n in node.names):
            raise _refuse("assigning an active value to a variable of the function around this one is not supported", node,
                          filename, "Differentiate the function around it, or return the value.")
        if node.__class__ is gast.Global and any(n in activity.varied for n in node.names):
            raise _refuse("assigning an active value to a global is not supported", node, filename, "Return it instead.")
        if node.__class__ is gast.Global:
            _read_by_callees(node, scope, filename)
        if node.__class__ is gast.FunctionDef and any(
                default is not None and activity.expr(default) for default in (*node.args.defaults, *node.args.kw_defaults)):
            _asked_for_defaults(node, body, scope, filename)
        if node.__class__ is gast.ClassDef and class_names(node) & activity.varied:
            raise _refuse("a class that captures active values is not supported", node, filename,
                          "Pass them to its constructor.")


def _bound_active(label: str, body: Block) -> bool:
    """Whether a name may be given more than a constant: something active, or what may hold such once a function is given it."""
    binding = [node for node in walk_statements(body) if label in bound_names(node)]
    return any(getattr(node, "value", None).__class__ is not gast.Constant for node in binding)


def _meets_active(node: Node, body: Block, activity: Activity) -> bool:
    """Whether a coroutine that is defined inside names active values, or is given some."""
    calls = [part for part in walk(body) if part.__class__ is gast.Call and getattr(part.func, "id", "") == node.name]
    return not names_in(node.body).isdisjoint(activity.varied) or any(map(activity.expr, [value for part in calls for value in (
        *part.args, *(keyword.value for keyword in part.keywords))]))


def _asked_for_defaults(node: Node, body: Block, scope: Scope, filename: str) -> None:
    """Refuse to look at the defaults of a function that are active."""
    for part in walk(body):
        if part.__class__ is gast.Call and scope.resolve(part.func) in (inspect.signature, inspect.getfullargspec) and (
                node.name in names_in(part.args)):
            raise _refuse(f"the defaults of `{node.name}`, which are active, are looked at here", part, filename,
                          "Keep them in variables.")


def _is_raised(node: Node, body: Block, scope: Scope) -> bool:
    """Whether a statement raises what is in it, or gives it a name to be raised by, which the user did not."""
    if node.__class__ is not gast.Assign or node.targets[0].__class__ is not gast.Name:
        return node.__class__ is gast.Raise
    label = node.targets[0].id
    raising = [part for part in walk_statements(body) if part.__class__ is gast.Raise]
    return label not in names_in(scope.source.tree) and any(part.id == label for part in name_nodes(raising))


def _read_by_callees(node: Node, scope: Scope, filename: str) -> None:
    """Refuse a global that is bound anew where functions that are called read it: they would read it again in the reverse sweep."""
    function = scope.source.function
    for called in called_by_name(function, lambda one: True):
        read = globals_read(called.__code__).intersection(node.names) if called.__globals__ is function.__globals__ else ()
        if read and called is not function:
            raise _refuse(f"`{min(read)}` is bound anew here, and read by {called.__name__}", node, filename,
                          "Pass it as an argument.")


def _overwriting(node: Node, activity: Activity, scope: Scope, filename: str) -> None:
    """Refuse a call for what it leaves in an argument that it may overwrite: the programs for rules overwrite nothing."""
    asked = [k for k in node.keywords if (k.arg or "").startswith("overwrite_") and getattr(k.value, "value", True)]
    if asked and activity.call(node) and lookup(scope.resolve(node.func)) is not None:
        raise _refuse("what this call leaves in the argument that it overwrites is not followed", node, filename,
                      "Bind its result, and read that.")


def _overwritten(node: Node, activity: Activity, scope: Scope) -> set[str]:
    """The names of arrays that a call with a rule says it may overwrite."""
    asked = [k for k in node.keywords if (k.arg or "").startswith("overwrite_") and getattr(k.value, "value", False) is True]
    if not asked or not activity.call(node) or lookup(scope.resolve(node.func)) is None:
        return set()
    return {part.id for part in node.args if part.__class__ is gast.Name}


def _read_later(node: Node, body: Block) -> set[str]:
    """The names that are read after a statement, also when a loop comes to what is before it."""
    statements = walk_statements(body)
    loops = [other for other in statements if other.__class__ in (gast.For, gast.While) and node in walk_statements(other.body)]
    around = [other for loop in loops for other in walk_statements(loop.body) if other is not node]
    return _loaded([*_after(node, body), *around]).union(*(_loaded([node]) - assigned_in(loop.body) for loop in loops))


def _after(node: Node, block: Block) -> Block:
    """The statements that may be run after one, in the blocks that it is in: no other branches."""
    for place, other in enumerate(block):
        if other is node:
            return [] if node.__class__ is gast.Return else list(walk_statements(block[place + 1:]))
        for _, inner in child_blocks(other):
            if node in walk_statements(inner):
                return [*_after(node, inner), *walk_statements(block[place + 1:])]
    return []


def _loaded(statements: Block) -> set[str]:
    return {part.id for node in statements for part in name_nodes(own_expressions(node)) if part.ctx.__class__ is gast.Load}


def _is_class(node: Node, scope: Scope) -> bool:
    """Whether an expression is seen to be a class: `type(x)`, `x.__class__`."""
    if node.__class__ is gast.Call:
        return scope.resolve(node.func) is type and len(node.args) == 1
    return node.__class__ is gast.Attribute and node.attr == "__class__"


def _makes_class(target: Any, node: Node) -> bool:
    """Whether a call makes a class, `type(name, bases, namespace)`, `Enum(name, members)`, or may: `type(*parts)`."""
    if target is not type and not (isinstance(target, enum.EnumMeta) and not target.__members__):
        return False
    return len(node.args) != 1 or node.args[0].__class__ is gast.Starred


def _deleted_names(node: Node, body: Block, activity: Activity, filename: str) -> None:
    """Refuse a `try` that finds out whether an active variable has been deleted: generated code keeps its value for the reverse."""
    if not any(h.type is not None and names_in(h.type) & _UNBOUND for h in node.handlers):
        return
    deleted = {target.id for s in walk_statements(body) if s.__class__ is gast.Delete
               for target in s.targets if target.__class__ is gast.Name and target.id in activity.varied}
    for statement in walk_statements(node.body):
        for part in own_expressions(statement):
            if names_in(part) & deleted:
                raise _refuse("an active variable may be read here after `del`", statement, filename, "Bind it to None instead.")


def _raised_in_place(node: Node, activity: Activity, filename: str) -> None:
    """Refuse `op=` and `out=` where a FloatingPointError is caught: NumPy has written the result when it raises."""
    if not any((h.type is not None and names_in(h.type) & {"FloatingPointError"}) or (
            h.type.__class__ is gast.Attribute and h.type.attr == "FloatingPointError") for h in node.handlers):
        return
    for statement in walk_statements(node.body):
        written = statement.__class__ is gast.AugAssign and activity.expr(as_load(statement.target))
        outs = any(part.__class__ is gast.Call and any(k.arg == "out" for k in part.keywords) for part in walk(
            own_expressions(statement)))
        if written or outs:
            raise _refuse("a FloatingPointError that NumPy raises after it wrote the result is not followed", statement, filename,
                          "Make a new array, as in y = y / z.")


_UNBOUND = {"NameError", "UnboundLocalError"}


def _expression(node: Node, activity: Activity, scope: Scope, filename: str, raised: bool = False) -> None:
    if node.__class__ in (gast.Yield, gast.YieldFrom, gast.Await):
        raise _refuse("generators and coroutines are not supported", node, filename, "Build a list and return it.")
    if node.__class__ is gast.Call:
        target = scope.resolve(node.func)
        given = [*node.args, *(k.value for k in node.keywords)]
        if getattr(target, "__module__", "") == "_bisect" and Effectful(scope).by_functions_given(node) and (
                any(activity.expr(one) for one in given) or activity.hands_over(given)):
            raise _refuse("the `key` that is called here may write active values, which is not followed", node, filename,
                          "Make a list of the keys first.")
        if target is not MISSING and is_of_inert_module(target) and activity.hands_over(given):
            raise _refuse(f"what `{getattr(target, '__name__', target)}` calls here writes active values, which is not followed",
                          node, filename, "Call it in a loop of your own.")
        if isinstance(target, type) and issubclass(target, BaseException) and not raised and any(map(activity.expr, given)):
            raise _refuse("an exception that holds active values is not followed", node, filename,
                          "Keep them in an object of another class.")
        if _makes_class(target, node) and any(map(activity.expr, node.args)):
            raise _refuse("a class that holds active values is not supported", node, filename,
                          "Store them into objects of it, or into a types.SimpleNamespace.")
        if target is not MISSING and getattr(target, "__module__", None) == "builtins" and getattr(
                target, "__name__", "") in ("exec", "eval", "locals", "globals", "vars"):
            values = [*node.args, *(k.value for k in node.keywords)]
            if target is vars and values:
                return  # the `__dict__` of an object
            if any(activity.expr(v) for v in values):
                raise _refuse(f"`{target.__name__}` is not supported where active values flow", node, filename,
                              "Write the code out as a function.")


def _reads_by_name(node: Node, statement: Node, activity: Activity, scope: Scope, filename: str) -> None:
    """Refuse what reads variables of the function by their names: `eval` and `exec` of text, `locals()` that is kept."""
    target = scope.resolve(node.func) if node.__class__ is gast.Call else None
    if target in (eval, exec) and len(node.args) == 1:
        text = node.args[0]
        constant = text.__class__ is gast.Constant and isinstance(text.value, str)
        reads = activity.varied & set(_WORD.findall(text.value)) if constant else activity.varied
    elif target is globals or (target is vars and node.args and isinstance(scope.resolve(node.args[0]), types.ModuleType)):
        stored = any(part is node for place in getattr(statement, "targets", ()) for part in walk(place))
        reads = activity.varied if stored else set()
    elif target in (locals, vars) and not node.args and not _is_shown(node, statement, scope):
        reads = activity.varied
    else:
        return
    if reads:
        raise _refuse(f"`{target.__name__}` is not supported where active values flow", node, filename,
                      "Write the code out as a function.")


def _is_shown(node: Node, statement: Node, scope: Scope) -> bool:
    """Whether a value is thrown away, or only printed."""
    value = statement.value if statement.__class__ is gast.Expr else None
    target = scope.resolve(value.func) if value.__class__ is gast.Call else MISSING
    return value is node or (target is not MISSING and is_inert(target) and node in value.args)


_WORD = re.compile(r"\w+")


def _refuse(message: str, node: Node, filename: str, hint: str) -> Exception:
    return located(UnsupportedError, message, filename, node, hint)
