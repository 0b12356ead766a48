"""Which attributes, and which variables around it, compiled code binds anew, and of which it may change the content.

Read off the instructions, statement by statement: a store into an item or an `op=` changes what it names, a method that
changes a container may change whatever is read in the same statement.  So may be what was read where a variable was bound
that is changed.

>>> class Mask:
...     def __init__(self, n):
...         self.on, self.used = [True] * n, 0
...     def drop(self, k):
...         on = self.on
...         on[k] = False
...         self.used += 1
>>> sorted(changes(Mask.drop.__code__))
['binds used', 'fills on', 'fills used']
>>> sorted(changes(Mask.__init__.__code__))
[]
>>> sorted(changes((lambda self, x, k: [x.put(self.where, self.by), k]).__code__))
['fills by', 'fills where']
"""

from __future__ import annotations

import dis
import functools
import inspect
import itertools
import re
import types
from collections.abc import Iterator, Set
from typing import Any, NamedTuple

from tangentish.analysis.code.code_writes import MUTATORS
from tangentish.analysis.code.names_marked import marked
from tangentish.closures import codes_in, texts_of

MAKERS = frozenset(("__init__", "__new__", "__post_init__", "__setstate__"))
"""What they bind belongs to a new object."""
BINDERS = frozenset("setattr delattr __setattr__ __delattr__ __dict__ vars exec eval".split())
"""What binds attributes whose names are not seen."""
_LOOKING_UP = ("getattr", "attrgetter", "vars", "__dict__", "__getattribute__")
ANY = "*"
SEARCHED = 1 << 16
"""How many functions are kept in mind: those of one large package may all be looked at for each program, again and again."""
_ENDS = ("STORE_", "DELETE_", "POP_TOP", "RETURN_", "POP_JUMP", "FOR_ITER", "JUMP_")
_JUMPS = ("POP_JUMP", "JUMP_")
FROM_AROUND = ("LOAD_GLOBAL", "LOAD_NAME", "LOAD_DEREF", "LOAD_CLASSDEREF")
_BOUND_AROUND = ("STORE_GLOBAL", "DELETE_GLOBAL", "STORE_DEREF", "DELETE_DEREF")
_NOTHING = frozenset("RESUME NOP CACHE COPY_FREE_VARS MAKE_CELL PRECALL_FUNCTION NOT_TAKEN".split())
_POPPED = {"STORE_SUBSCR": 1, "STORE_SLICE": 2, "DELETE_SUBSCR": 1}
"""What is stored into is the operand with so many others behind it."""
_DOUBLE = re.compile("LOAD_FAST|STORE_FAST")
_IN_PLACE = "iadd isub imul imatmul itruediv ifloordiv imod ipow iand ior ixor ilshift irshift iconcat setitem".split()
FILLERS = MUTATORS | {"copyto", "putmask", "place", "fill_diagonal", "put_along_axis", "shuffle"}.union(
    *((name, f"__{name}__") for name in _IN_PLACE))
CREATORS = frozenset("zeros zeros_like ones ones_like empty empty_like full full_like arange linspace eye identity copy".split())
"""What gives a new array, whatever it is given."""
FRESH = ("COMPARE_OP", "UNARY_NEGATIVE", "BINARY_OP")
"""What leaves a new value."""


def binds(key: str) -> str:
    """How an attribute that is bound anew is found."""
    return f"binds {key}"


def fills(key: str) -> str:
    """How an attribute is found whose content may be changed."""
    return f"fills {key}"


class Step(NamedTuple):
    """An instruction, and by how much it makes the stack higher."""

    opname: str
    argval: Any
    height: int
    is_target: bool
    in_place: bool = False


def alters(name: str) -> str:
    """How a global or captured variable is found that is bound anew, or whose content may be changed."""
    return f"alters {name}"


@functools.lru_cache(maxsize=SEARCHED)
def changes(code: types.CodeType) -> frozenset[str]:
    """What a function does to attributes and to the variables around it, not counting what it calls."""
    found = _all_changes(code)
    if code.co_name in MAKERS:
        return frozenset(mark for mark in found if mark.startswith(alters("")))
    return found


@functools.lru_cache(maxsize=SEARCHED)
def bound_attributes(code: types.CodeType) -> frozenset[str]:
    """The attributes that a function binds, also those of what it makes.

    >>> class Rows:
    ...     def __init__(self): self.rows = []
    >>> sorted(bound_attributes(Rows.__init__.__code__))
    ['rows']
    """
    return frozenset(marked(binds, _all_changes(code)))


@functools.lru_cache(maxsize=SEARCHED)
def fillings(code: types.CodeType) -> frozenset[str]:
    """The attributes whose content a function may change, those of a class too that it is the `__init__` of.

    >>> class Rows:
    ...     rows, names = [], []
    ...     def __init__(self, x):
    ...         self.names = []
    ...         self.names.append("x")
    ...         self.rows.append(x)
    >>> sorted(fillings(Rows.__init__.__code__))
    ['fills rows']
    """
    return frozenset(mark for mark in _all_changes(code) if mark.startswith(fills("")) and not (
        code.co_name in MAKERS and _binds_first(code, mark[len(fills("")):])))


def filled(code: types.CodeType, keys: Set[str]) -> set[str]:
    """Those of some attributes whose content a function may change; code that does not name one is not looked at closely.

    >>> class Mask:
    ...     def drop(self, k): self.on[k] = False
    >>> sorted(filled(Mask.drop.__code__, {"on", "off"}))
    ['on']
    """
    named = keys & _mentioned(code)
    return {key for key in named if fills(key) in fillings(code)} if named else set()


@functools.lru_cache(maxsize=SEARCHED)
def _mentioned(code: types.CodeType) -> frozenset[str]:
    """The names of attributes, and the texts that may be such, in code and in what is defined in it."""
    return frozenset(name for part in codes_in(code) for name in (*part.co_names, *part.co_consts) if isinstance(name, str))


def _binds_first(code: types.CodeType, key: str) -> bool:
    """Whether a method binds an attribute of its first argument before it does anything else with it, on all ways."""
    steps = list(dis.get_instructions(code))
    for before, step in itertools.pairwise(steps):
        if step.is_jump_target or step.opname.startswith(_JUMPS) or step.argval == key:
            loaded = before.argval[-1] if before.argval and isinstance(before.argval, tuple) else before.argval
            return step.opname == "STORE_ATTR" and before.opname.startswith("LOAD_FAST") and loaded == code.co_varnames[0]
    return False


@functools.lru_cache(maxsize=SEARCHED)
def _all_changes(code: types.CodeType) -> frozenset[str]:
    groups = statements_in(code)
    found = {binds(ANY), *map(binds, texts_of(code))} if BINDERS.intersection(code.co_names) else set()
    found |= {binds(step.argval) for group in groups for step in group if step.opname in ("STORE_ATTR", "DELETE_ATTR")}
    reached: set[str] = set()
    within = [group for group in groups if any(map(_fills_something, _codes(group)))]  # functions inside, comprehensions
    makers = {step.argval for group in within for step in group if step.opname.startswith("STORE_")}
    filling = within + [changed for group in groups if (changed := group if makers.intersection(
        step.argval for step in group if step.opname.startswith("LOAD_")) else _changed(group))]
    while filling:
        for group in filling:
            found |= {fills(key) for key in _attributes(group) | _named(group)}
            found |= {alters(step.argval) for step in group if step.opname in FROM_AROUND}
        held = {step.argval for group in filling for step in group if step.opname.startswith("LOAD_FAST")} - reached
        reached |= held
        filling = [_shown(group) for group in groups
                   if any(step.opname.startswith("STORE_FAST") and step.argval in held for step in group)]
    return frozenset(found).union(alters(step.argval) for group in groups for step in group if step.opname in _BOUND_AROUND)


def statements_in(code: types.CodeType) -> list[list[Step]]:
    """The instructions of each simple statement, and of each loop as far as its variables."""
    steps = list(_steps(code))
    groups: list[list[Step]] = [[]]
    for step, after in zip(steps, [*steps[1:], None], strict=True):
        groups[-1].append(step)
        goes_on = after is not None and after.opname.startswith(("STORE_FAST", "UNPACK_"))
        if step.opname.startswith(_ENDS) and not (goes_on and step.opname.startswith(("STORE_FAST", "FOR_ITER"))):
            if any(inner.is_target for inner in groups[-1][1:]):  # one value or another, which come from jumps
                while len(groups) > 1 and (groups[-2][-1].opname.startswith(_JUMPS) or groups[-2][0].opname == "POP_TOP"):
                    groups[-2:] = [groups[-2] + groups[-1]]
            groups.append([])
    return [group for group in groups if group]


def _steps(code: types.CodeType) -> Iterator[Step]:
    """The instructions; those that do two things with local variables as the two that they are."""
    for step in dis.get_instructions(code):
        if step.opname in _NOTHING:
            continue
        if isinstance(step.argval, tuple) and "_FAST_" in step.opname:
            for place, (opname, argval) in enumerate(zip(_DOUBLE.findall(step.opname), step.argval, strict=True)):
                yield Step(opname, argval, 1 if opname.startswith("LOAD") else -1, step.is_jump_target and not place)
            continue
        argval = code.co_consts[step.arg] if step.opname == "KW_NAMES" and step.arg is not None else step.argval
        yield Step(step.opname, argval, dis.stack_effect(step.opcode, step.arg, jump=False), step.is_jump_target,
                   step.opname == "BINARY_OP" and step.argrepr.endswith("="))


def _changed(group: list[Step]) -> list[Step]:
    """The part of a statement that says what it changes the content of."""
    found: list[Step] = []
    again = any(step.opname in ("COPY", "SWAP") for step in group)  # what is stored into was read too, or is stored twice
    unclear = any(step.opname.startswith(_JUMPS) for step in group[:-1])
    for place, step in enumerate(group):
        if step.opname in _POPPED:
            told = not again or any(other.in_place for other in group)
            owner = operand_before(group, place, _POPPED[step.opname]) if told and not unclear else None
            found += group if owner is None else owner
        elif step.in_place:
            found += group if unclear else _target(group, place)
        elif (step.opname in ("LOAD_ATTR", "LOAD_METHOD") and step.argval in FILLERS) or (
                step.opname in ("KW_NAMES", "LOAD_CONST") and isinstance(step.argval, tuple) and "out" in step.argval):
            return group
    return found


def _target(group: list[Step], place: int) -> list[Step]:
    """What an `op=` changes; of an item or an attribute, all but the right-hand side."""
    start = _start(group, place)
    if start is None:
        return group
    if any(step.opname in ("COPY", "SWAP") for step in group):
        return [*group[:start], *group[place:]]
    return operand_before(group, place, 1) or group


def operand_before(group: list[Step], end: int, skipped: int) -> list[Step] | None:
    """The instructions for an operand of the one at `end`, with so many more behind it; None where they are not told apart."""
    place: int | None = end
    for _ in range(skipped):
        place = None if place is None else _start(group, place)
    start = None if place is None else _start(group, place)
    return None if start is None else group[start:place]


def _start(group: list[Step], end: int) -> int | None:
    """Where the instructions begin that leave the value which is on the stack before `end`."""
    height = 0
    for place in range(end - 1, -1, -1):
        height += group[place].height
        if height == 1:
            return place
    return None


def _shown(group: list[Step]) -> list[Step]:
    """The part of an assignment to local variables whose content these may show: of arithmetic, nothing."""
    end = next(place for place, step in enumerate(group) if step.opname.startswith(("STORE_FAST", "UNPACK_", "FOR_ITER")))
    last = group[end - 1] if end else group[end]
    if any(step.opname.startswith(_JUMPS) for step in group):
        return group
    if last.in_place:
        return _target(group[:end], end - 1)
    return [] if last.opname in FRESH or _makes_array(group[:end]) else group


def _makes_array(group: list[Step]) -> bool:
    """Whether a value is `np.zeros(...)` or its like."""
    return len(group) > 2 and group[0].argval in ("np", "numpy") and group[1].argval in CREATORS and (
        group[-1].opname.startswith("CALL") and _start(group, len(group)) == 0)


def _codes(group: list[Step]) -> list[types.CodeType]:
    """The code of the functions and comprehensions that a statement makes."""
    return [step.argval for step in group if step.opname == "LOAD_CONST" and isinstance(step.argval, types.CodeType)]


def _fills_something(code: types.CodeType) -> bool:
    """Whether a function, or one inside it, may change the content of what it is given or captured."""
    groups = statements_in(code)
    return any(map(_changed, groups)) or any(map(_fills_something, [inner for group in groups for inner in _codes(group)]))


def _named(group: list[Step]) -> set[str]:
    """What a statement may read by a text, as `getattr(self, "w")` does, or in a function that it makes."""
    looks_up = any(step.argval in _LOOKING_UP for step in group if step.opname.startswith("LOAD_"))
    texts = {step.argval for step in group if looks_up and step.opname == "LOAD_CONST" and isinstance(step.argval, str)}
    codes = [code for code in _codes(group) if _fills_something(code) or not _is_fresh(code)]
    return texts.union(*(_attributes(inner) | _named(inner) for code in codes for inner in statements_in(code)))


def _is_fresh(code: types.CodeType) -> bool:
    """Whether all that a function gives is the outcome of arithmetic, which shows nothing of what it has read."""
    given = [group for group in statements_in(code) if group[-1].opname == "RETURN_VALUE"]
    if code.co_flags & inspect.CO_GENERATOR or any(step.opname.startswith(_JUMPS) for group in given for step in group):
        return False
    return all(len(group) > 1 and group[-2].opname in FRESH and not group[-2].in_place for group in given)


def _attributes(group: list[Step]) -> set[str]:
    """The attributes read in a statement, and bound by it where it is an `op=`."""
    return {step.argval for step in group
            if step.opname in ("LOAD_ATTR", "LOAD_METHOD", "STORE_ATTR") and step.argval not in MUTATORS}
