"""Active values in objects around a function, and in containers that functions keep: refused where others may read them.

Those take them for constant that are given nothing active, and those whose derivative is made without knowing of them.
"""

from __future__ import annotations

import types
from collections.abc import Callable, Iterable, Iterator, Set
from dataclasses import replace
from typing import Any

import gast

from tangentish.analysis.active.activity import Activity
from tangentish.analysis.around.kept_containers import is_name
from tangentish.analysis.around.objects_around import is_of_arrays, named_around, objects_in, written_around
from tangentish.analysis.around.objects_stored import methods_around
from tangentish.analysis.code.code_names import ASKING, around, functions_of
from tangentish.analysis.code.reach import DATA, PLAIN
from tangentish.analysis.def_use import assigned_in, bound_names
from tangentish.analysis.writes.effects import effects_of
from tangentish.closures import cells_of, content
from tangentish.errors import UnsupportedError, located
from tangentish.frontend.foreign import is_foreign, is_installed
from tangentish.frontend.resolve import MISSING
from tangentish.normalise.around.objects_elsewhere import stored_elsewhere
from tangentish.normalise.around.read_below import State, loses
from tangentish.normalise.around.used import Reaches, Used, given, outermost, used
from tangentish.syntax import Block, Node, names_in, own_expressions, walk, walk_statements


def check_objects_read(body: Block, activity: Activity, seeds: Iterable[str], filename: str) -> None:
    """Raise UnsupportedError where other code may read what is stored in an object around, or in a container that is kept.

    `seeds` are the parameters that carry derivatives.
    """
    reaches = Reaches()
    objects = State(frozenset(), activity.objects_written, reaches, activity.names_stored, activity.stored_below)
    states = [state for state in (objects, stored_elsewhere(body, activity, reaches)) if state]
    kept = State(frozenset(filter(is_name, activity.varied)), {}, reaches)
    surely = _surely_active(body, seeds, activity) if states else frozenset()
    for statement, local, unaware in _statements(body, activity) if states or kept else ():
        unused = statement.value if statement.__class__ is gast.Expr else None
        parts = walk(own_expressions(statement))
        lambdas = [part for part in parts if part.__class__ is gast.Lambda]
        local = local.union(*(names_in(part.args) for part in lambdas))
        within = {id(inner): _stored_inside([part.body], activity) for part in lambdas for inner in walk(part.body)}
        owners = {id(part.value) for part in parts if part.__class__ is gast.Attribute}
        passed = passed_on(parts, activity) | named_again(statement)
        for node in outermost(parts):
            bare = node.__class__ is gast.Name and id(node) not in passed and _is_object(activity.scope.name(node.id))
            found = used(node, activity, id(node) in owners, bare)
            inner = not names_in(node).isdisjoint(local)  # what that is given may be active
            around = found is not None and found.label not in local
            if any((not inner and _calls_inside(node, activity, state, surely)) or (_meets_objects(
                    node, found, activity, state, node is unused, inner, surely,
                    unaware(found.label) or found.label not in within.get(id(node), {found.label})) if around else found is None
                    and _method_meets(node, activity, state)) for state in states):
                raise located(UnsupportedError, "this may read what the function stores in an object around it, which is active",
                              filename, node, "Pass the object as an argument.")
            if around and kept and _meets_kept(node, found, activity, kept):
                raise located(UnsupportedError, "this may read active values from a container that a function keeps",
                              filename, node, "Pass a container of its own as an argument.")


def _method_meets(node: Node, activity: Activity, state: State) -> bool:
    """Whether a method of something that is not known may read one of the objects by another name."""
    label = node.func.attr if node.__class__ is gast.Call and node.func.__class__ is gast.Attribute else ""
    return bool(label) and any(loses(method, None, activity, state) for method in methods_around(
        label, activity.scope.source.globals) if not is_installed(method))


def _statements(body: Block, activity: Activity, local: frozenset[str] = frozenset(),
                unaware: Callable[[str], bool] = lambda label: False) -> Iterator[
                    tuple[Node, frozenset[str], Callable[[str], bool]]]:
    """The statements of a block, and of the functions and classes defined in it, with the names that are local to these.

    The last item says whether the program of a function does not know that active values are stored in what a name holds: as it
    stores none there itself.
    """
    for statement in walk_statements(body):
        yield statement, local, unaware
        if statement.__class__ in (gast.FunctionDef, gast.ClassDef):
            arguments = names_in(statement.args) if statement.__class__ is gast.FunctionDef else set()
            known = _stored_inside(statement.body, activity)
            yield from _statements(statement.body, activity, local | assigned_in(statement.body) | arguments,
                                   lambda label, known=known: label not in known)


def _stored_inside(body: Block, activity: Activity) -> set[str]:
    """The variables around a function defined inside whose objects it stores something in, or calls what does."""
    parts = walk(body)
    found = {part.value.id for part in parts if part.__class__ is gast.Attribute and part.ctx.__class__ is not gast.Load
             and part.value.__class__ is gast.Name}
    uses = [one for node in outermost(parts) if (one := used(node, activity)) is not None]
    return found | {one.label for one in uses if any(effects_of(function).any_writes for function in one.functions)}


def passed_on(parts: list[Node], activity: Activity) -> set[int]:
    """The arguments, by identity, of calls of functions that are looked into, and of those that give nothing of what they get."""
    return {id(value) for part in parts if part.__class__ is gast.Call for value in (*part.args, *(k.value for k in part.keywords))
            if isinstance(target := activity.called(part.func), types.FunctionType) or (
                isinstance(target, types.BuiltinFunctionType | type) and target.__name__ in ASKING)}


def named_again(statement: Node) -> set[int]:
    """The value, by identity, of a statement that does no more than to give it another name, which is followed."""
    plain = statement.__class__ is gast.Assign and all(target.__class__ is gast.Name for target in statement.targets)
    return {id(statement.value)} if plain else set()


def _is_object(value: Any) -> bool:
    return not isinstance(value, (*PLAIN, *DATA, tuple, types.FunctionType, types.BuiltinFunctionType, types.MethodType)) and (
        value is not MISSING and not is_foreign(type(value).__module__))


def _is_read(node: Node, activity: Activity) -> bool:
    """Whether a value that is not active is read as an attribute, and not a method passed on."""
    return node.__class__ is gast.Attribute and not (activity.expr(node) or functions_of(activity.scope.part(node)))


def _surely_active(body: Block, seeds: Iterable[str], activity: Activity) -> Set[str]:
    """The variables that active values come to by assignments, or by calls that are given them, and that are no functions.

    Others are active only as a call might write into them, or may not be told from what is: at run time they may be plain numbers.
    """
    found = set(seeds)
    statements = [(names_in(statement.iter if statement.__class__ is gast.For else own_expressions(statement)),
                   bound_names(statement), [part for part in walk(own_expressions(statement)) if part.__class__ is gast.Call])
                  for statement in walk_statements(body) if statement.__class__ not in (gast.FunctionDef, gast.ClassDef)]
    known = -1
    while known != (known := len(found)):
        for named, bound, calls in statements:
            if not named.isdisjoint(found):
                found |= bound
            for call in calls:
                if not names_in(call).isdisjoint(found):
                    found |= {label for label in names_in(call) if label not in activity.naming and (
                        activity.scope.name(label) is MISSING)}
    return found


def _is_given_active(node: Node, activity: Activity, surely: Set[str]) -> bool:
    """Whether a call is given something active, by what it is of or in its arguments."""
    of_object = node.func.__class__ is gast.Attribute or activity.expr(node.func)
    plain = isinstance(activity.called(node.func), types.BuiltinFunctionType | type)  # which reads nothing around
    return bool(activity.call(node)) and (of_object or plain or not names_in(node).isdisjoint(surely))


def _calls_inside(node: Node, activity: Activity, state: State, surely: Set[str]) -> bool:
    """Whether a call that is given nothing active may call a function defined inside that lets others read such an object."""
    if node.__class__ is not gast.Call or _is_given_active(node, activity, surely):
        return False
    labels = sorted(names_in([node.func, *node.args, *(k.value for k in node.keywords)]) & activity.naming.keys())
    functions = {function for label in labels for function in activity.naming[label]}
    if activity.called(node.func) is MISSING:
        functions |= activity.passed_on  # it may be any of them
    return any(state.met(state.reaches({"": function})).objects for function in functions)


def _meets_objects(node: Node, found: Used, activity: Activity, state: State, unused: bool, inner: bool, surely: Set[str],
                   unaware: bool) -> bool:
    """Whether what is called, or passed on, may read an object that active values are stored in.

    What stores them itself has its part in their derivatives; an `unused` result of what writes nothing has none.  In an `inner`
    function nobody knows what is active: its own program sees to that, if it is not `unaware` of what is stored.
    """
    is_call = node.__class__ is gast.Call
    target = activity.called(node.func if is_call else node)
    inactive = is_call and not inner and not _is_given_active(node, activity, surely)
    known = isinstance(target, types.FunctionType)
    followed = found.label in activity.varied and not known
    met = state.met(found.reach(state.reaches, given(node, activity) if inactive or (is_call and known) else [])).objects
    if not met or (unused and not any(effects_of(function).any_writes for function in found.functions)):
        return False
    if unaware and not all(map(is_of_arrays, met.values())) and (is_call or not functions_of(activity.scope.part(node))):
        return True
    if known and is_call:
        met = {key: owner for key, owner in met.items() if key in activity.stored_here or (
            key not in _captured(target, state))}
    if not met:
        return False
    if known:
        if inactive or not met.keys() & named_around(target).keys() <= written_around(target).keys():
            return True
        met = {key: owner for key, owner in met.items() if not is_foreign(type(owner).__module__)}
        return loses(target, node if is_call and not inner else None, activity, replace(state, objects=met))
    if not followed and (inactive or found.bare or _is_read(node, activity) or (state.exactly and not is_call)):
        return True
    return any(loses(function, None, activity, replace(state, objects=met)) for function in found.functions)


def _captured(function: types.FunctionType, state: State) -> set[int]:
    """The objects, by identity, that a function captured, which is told when it is called, and that nothing that it calls names."""
    held = {key for cell in cells_of(function).values() for key in objects_in(content(cell, None))} & state.objects.keys()
    others = [one for one in state.reaches({"": function}).functions if one is not function] if held else []
    return held.difference(*(objects_in(value) for one in others for value in around(one).values()))


def _meets_kept(node: Node, found: Used, activity: Activity, state: State) -> bool:
    """Whether what is called, or passed on, may read a container that a function keeps and that has active values.

    Calls of the functions that keep it are active, and so have their part in its derivative.
    """
    is_call = node.__class__ is gast.Call
    target = activity.called(node.func if is_call else node)
    inactive = is_call and not activity.call(node)
    known = isinstance(target, types.FunctionType)
    met = state.met(found.reach(state.reaches, given(node, activity) if inactive or (is_call and known) else []))
    if not is_call and target is not MISSING and not activity.expr(node):
        return bool(met)
    met = met.without_kept([found.value, *found.functions])
    if not met or inactive or found.bare or _is_read(node, activity):
        return bool(met)
    return any(loses(function, node if is_call and function is target else None, activity, met) for function in found.functions)
