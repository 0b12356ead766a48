"""The source of a function that was made by `exec` from text that is gone, where its code only puts arguments together.

SciPy's distributions sort their arguments with such functions.

>>> space = {}
>>> exec("def parse(self, a, loc=0, scale=1): return (a,), loc, scale", space)
>>> rebuilt_text(space["parse"])
'def parse(self, a, loc=0, scale=1):\\n    return ((a,), loc, scale)\\n'
"""

from __future__ import annotations

import dis
import inspect
import types

_IGNORED = {"RESUME", "NOP", "CACHE"}


def rebuilt_text(function: types.FunctionType) -> str | None:
    """A `def` that does the same, or None where the code does more than build tuples of its arguments and constants."""
    stack: list[str] = []
    for step in dis.get_instructions(function):
        if step.opname in _IGNORED:
            continue
        if step.opname in ("LOAD_FAST", "LOAD_FAST_BORROW", "LOAD_FAST_CHECK"):
            stack.append(str(step.argval))
        elif step.opname in ("LOAD_FAST_LOAD_FAST", "LOAD_FAST_BORROW_LOAD_FAST_BORROW"):
            stack += [str(part) for part in step.argval]
        elif step.opname == "LOAD_CONST":
            stack.append(repr(step.argval))
        elif step.opname == "BUILD_TUPLE":
            count = step.arg or 0
            items = stack[len(stack) - count :]
            del stack[len(stack) - count :]
            stack.append(f"({', '.join(items)}{',' * (count == 1)})")
        elif step.opname == "RETURN_CONST":
            return _definition(function, repr(step.argval))
        elif step.opname == "RETURN_VALUE" and len(stack) == 1:
            return _definition(function, stack[0])
        else:
            return None
    return None


def _definition(function: types.FunctionType, value: str) -> str | None:
    signature = inspect.signature(function, follow_wrapped=False)
    defaults = [p.default for p in signature.parameters.values() if p.default is not p.empty]
    if not all(isinstance(d, (int, float, str, bool, type(None))) for d in defaults):
        return None
    return f"def {function.__name__}{signature}:\n    return {value}\n"
