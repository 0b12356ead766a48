"""The instructions of compiled code, read quickly: their numbers, and what they name.

`dis.get_instructions` says far more of each than most searches ask for, and one search may go through a thousand functions.
"""

from __future__ import annotations

import dis
import sys
import types
from collections.abc import Iterator

ATTRIBUTES = frozenset(dis.opmap[name] for name in ("LOAD_ATTR", "LOAD_METHOD", "STORE_ATTR") if name in dis.opmap)
LOADS = frozenset(number for name, number in dis.opmap.items() if name.startswith("LOAD_") and name != "LOAD_CONST") - ATTRIBUTES
"""What puts a variable, or a part of the language, on the stack."""
IMPORT = dis.opmap["IMPORT_NAME"]

_NAMED = frozenset(dis.hasname)
_VARIABLES = frozenset(dis.haslocal) | frozenset(dis.hasfree)
_PAIRS = {number: tuple(dis.opmap[f"{kind}_FAST"] for kind in name.split("_")[::2])
          for name, number in dis.opmap.items() if name.count("_FAST") == 2}
"""What does two things with local variables."""
_FLAGS = {dis.opmap["LOAD_GLOBAL"]: 1}  # bits beside the number of the name
if sys.version_info >= (3, 12):
    _FLAGS |= {dis.opmap["LOAD_ATTR"]: 1, dis.opmap["LOAD_SUPER_ATTR"]: 2}
_SILENT = frozenset(dis.opmap[name] for name in ("CACHE", "NOP"))


def instructions(code: types.CodeType) -> Iterator[tuple[int, int]]:
    """The instructions of code with their arguments, without those that do nothing; two in one are given as two.

    >>> [dis.opname[number] for number, _ in instructions((lambda: None).__code__)][-2:]
    ['LOAD_CONST', 'RETURN_VALUE']
    """
    raw = iter(code.co_code)
    higher = 0
    for number, argument in zip(raw, raw, strict=True):
        if number == dis.EXTENDED_ARG:
            higher = (higher | argument) << 8
            continue
        argument |= higher
        higher = 0
        if number in _PAIRS:
            first, second = _PAIRS[number]
            yield first, argument >> 4
            yield second, argument & 15
        elif number not in _SILENT:
            yield number, argument


def named(code: types.CodeType, number: int, argument: int) -> str | None:
    """The variable, attribute or module that an instruction is about.

    >>> code = (lambda x: x.size).__code__
    >>> [named(code, *one) for one in instructions(code) if named(code, *one)]
    ['x', 'size']
    """
    if number in _NAMED:
        return code.co_names[argument >> _FLAGS.get(number, 0)]
    if number in _VARIABLES:
        name: str = code._varname_from_oparg(argument)  # type: ignore[attr-defined]  # as dis does: not in typeshed
        return name
    return None


_BINDING = frozenset(dis.opmap[name] for name in ("STORE_GLOBAL", "DELETE_GLOBAL"))


def globals_bound(code: types.CodeType) -> frozenset[str]:
    """The variables of its module that code itself binds or deletes.

    >>> def count():
    ...     global counted
    ...     counted = 1
    >>> sorted(globals_bound(count.__code__))
    ['counted']
    """
    if _BINDING.isdisjoint(code.co_code[::2]):
        return frozenset()
    return frozenset(named(code, *step) or "" for step in instructions(code) if step[0] in _BINDING)
