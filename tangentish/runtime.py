"""The few functions that generated code calls; everything else in it is plain Python and NumPy."""

from __future__ import annotations

import collections
import itertools
import numbers
import types
from typing import Any

import numpy as np

from tangentish.errors import OutputError, UnsupportedError
from tangentish.rules.helpers import shaped_like
from tangentish.rules.helpers.augmented import operand_cotangents

__all__ = [
    "accumulate", "augmented", "cell_of", "copied", "filled", "filled_number", "indexable", "inexact_only",
    "materialise", "own", "put_back", "saved", "saved_attribute", "saved_item", "saved_length", "scatter", "seed", "separated",
    "shaped_like", "shares_memory", "taken", "unbroadcast", "unfinished", "winners", "zeros_like",
]


PLAIN = (numbers.Rational, float, complex, list, tuple, collections.deque, str, type(None))
"""What an operand without a dtype is, unless it is an object that says itself what array or number it stands for."""


def object_as_number(x: Any) -> UnsupportedError:
    """The error for an object that NumPy took for an array, or Python for a number: what it holds has no cotangent there."""
    return UnsupportedError(
        f"a {type(x).__name__} is used as a number, and its class was not known when this program was made.\n"
        "Call a method of the class by its name, or pass the object as an argument.")


def unbroadcast(cotangent: Any, x: Any) -> Any:
    """Sum a cotangent over the axes along which `x` was broadcast; give it the shape and the kind of dtype of `x`.

    >>> unbroadcast(np.ones((3, 2)), np.zeros(2))
    array([3., 3.])
    """
    if cotangent is None:
        if not isinstance(x, (np.ndarray, np.generic, dict, *PLAIN)):
            raise UnsupportedError(f"a {type(x).__name__} met an operator, and its class was not known when this program was "
                                   "made.\nCall the method of the class by its name, or pass the object as an argument.")
        return None
    if isinstance(x, list | tuple) and isinstance(cotangent, list | tuple):  # an operand such as that of np.concatenate
        return [unbroadcast(one, item) for one, item in zip(cotangent, x, strict=True)]
    if type(x) is float:
        total = cotangent if isinstance(cotangent, float) else np.sum(cotangent)
        return float(total.real) if isinstance(total, np.number | np.ndarray | complex) else total
    dtype = getattr(x, "dtype", None)
    if dtype is None and not isinstance(x, PLAIN) and not isinstance(cotangent, dict) and np.any(cotangent):
        raise object_as_number(x)
    shape = np.shape(x)
    if np.shape(cotangent) != shape:
        if np.ndim(cotangent) < len(shape):
            cotangent = np.broadcast_to(cotangent, shape)
        else:
            extra = np.ndim(cotangent) - len(shape)
            ones = tuple(extra + k for k, size in enumerate(shape) if size == 1 and cotangent.shape[extra + k] != 1)
            cotangent = np.sum(cotangent, axis=(*range(extra), *ones), keepdims=True).reshape(
                np.shape(cotangent)[extra:] if not ones else shape)
            if np.shape(cotangent) != shape:
                cotangent = np.broadcast_to(cotangent, shape)
    if dtype is not None and getattr(cotangent, "dtype", None) != dtype and dtype.kind in "fc":
        if dtype.kind == "f" and np.iscomplexobj(cotangent):
            cotangent = np.real(cotangent)
        cotangent = dtype.type(cotangent) if shape == () and not isinstance(x, np.ndarray) else np.asarray(cotangent, dtype)
    elif isinstance(x, float) and isinstance(cotangent, complex):
        cotangent = cotangent.real
    if shape == () and isinstance(cotangent, np.ndarray) and not isinstance(x, np.ndarray):
        cotangent = cotangent[()]  # that of a number is a number: a view of an array could not be added to
    return cotangent


def zeros_like(x: Any) -> Any:
    """A zero cotangent for any value: an array of zeros, `0.0`, or None for what is neither number nor array."""
    if isinstance(x, np.ndarray):
        return np.zeros_like(x) if x.dtype.kind in "fc" else None
    if isinstance(x, np.inexact):
        return type(x)(0)
    if isinstance(x, float):
        return 0.0
    return 0j if isinstance(x, complex) else None


def filled(cotangent: Any, x: Any) -> Any:
    """A cotangent of `x`: zeros where there is None (0.0 for a container, whose items have theirs elsewhere).

    Whole numbers have zeros too: they have no cotangent, but what is said of a float may be said of them.
    """
    if cotangent is not None:
        return cotangent
    if isinstance(x, np.ndarray) and x.dtype.kind in "iub":
        return np.zeros(x.shape)
    whole = isinstance(x, int | np.integer | np.bool_)
    return 0.0 if whole or isinstance(x, list | tuple | dict) else zeros_like(x)


def filled_number(cotangent: Any, y: Any) -> Any:
    """As `filled`, for the result of an operator; raises UnsupportedError where that is an object of a user's class."""
    if cotangent is None and not isinstance(y, np.ndarray | np.generic | int | float | complex | list | tuple | str | dict):
        raise UnsupportedError(
            f"an operator gave a {type(y).__name__}, and its class was not known when this program was made.\n"
            "Call the method of the class by its name, or pass the object as an argument.")
    return filled(cotangent, y)


def accumulate(total: Any, cotangent: Any) -> Any:
    """The sum of two cotangents of the same structure, either of which may be None for zero; nothing is overwritten."""
    if total is None:
        return cotangent
    if cotangent is None:
        return total
    if isinstance(total, dict):
        return {key: accumulate(total.get(key), cotangent.get(key)) for key in {**total, **cotangent}}
    if isinstance(total, list | tuple):
        items = [accumulate(a, b) for a, b in zip(total, cotangent, strict=True)]
        return type(total)(*items) if hasattr(total, "_fields") else type(total)(items)
    return total + cotangent


def indexable(x: Any, drawn: bool = False) -> Any:
    """`x` itself where `x[k]` gives what iteration gives, else a list of what iteration gives.

    Iterators are refused, unless what is `drawn` from them is known to carry no derivative.
    """
    if isinstance(x, list | tuple | np.ndarray | str | range):
        return x
    if isinstance(x, dict | set | frozenset) or hasattr(x, "keys"):
        return list(x)
    if isinstance(getattr(type(x), "__iter__", None) or getattr(type(x), "__getitem__", None), types.FunctionType):
        raise UnsupportedError(
            f"a {type(x).__name__} is iterated over, and its class was not known when this program was made.\n"
            "Make it a list or a tuple in a method of the class, or pass the object as an argument.")
    if hasattr(x, "__getitem__") and hasattr(x, "__len__"):
        return x
    if not drawn and (isinstance(x, enumerate | zip | map | filter | reversed) or hasattr(x, "__next__")):
        raise UnsupportedError(
            f"a {type(x).__name__} object carries active values; iterators are not followed.\nMake it a list first.")
    if is_endless(x):
        raise UnsupportedError("an endless iterator is gone through as a whole where active values flow.\n"
                               "Take as many of its items as are needed, by itertools.islice.")
    return list(x)


def is_endless(x: Any) -> bool:
    """Whether an iterator of `itertools` never ends."""
    if isinstance(x, itertools.repeat):
        try:
            x.__length_hint__()  # type: ignore[attr-defined]  # which it has
        except TypeError:
            return True
    return isinstance(x, itertools.count | itertools.cycle)


ABSENT = object()
"""Stands for what was not there before it was written."""


def check_list(owner: Any, method: str) -> None:
    """Raise if what grows is no list or deque, and has no methods of its own, but an `array.array`, say."""
    if not isinstance(owner, list | collections.deque):
        raise UnsupportedError(f"`{method}` of active values to a {type(owner).__name__} is not followed.\nUse a list.")


def check_no_array(owner: Any, key: str) -> None:
    """Raise if what `owner.key = value` stores into is an array, which nobody knew when the program was made."""
    if isinstance(owner, np.ndarray):
        raise UnsupportedError(f"assigning to `{key}` of an active array is not supported here.\n"
                               "Write x.real[...] = value, or make a new array, as in x = x.reshape(shape).")


def saved(x: Any) -> Any:
    """The content of an array, list, dict or deque as it is now, to be put back by the table; None for anything else."""
    return x.copy() if isinstance(x, np.ndarray | list | dict | collections.deque) else None


def saved_length(x: Any) -> Any:
    """What has to be kept of a list that is about to grow at its end."""
    return len(x) if isinstance(x, list) else saved(x)


def saved_item(x: Any, index: Any) -> Any:
    """The content of `x[index]` of an array, list, dict or deque."""
    if isinstance(x, np.ndarray):
        return np.array(x[index])
    if isinstance(x, list):
        return x.copy() if isinstance(index, slice) else x[index]
    if isinstance(x, collections.deque):
        return x[index]
    return x.get(index, ABSENT) if isinstance(x, dict) else ABSENT


def falls_back(owner: Any, key: str) -> bool:
    """Whether `owner.key` is what the `__getattr__` of a class of the user's gives."""
    if isinstance(owner, super | type | types.ModuleType) or not isinstance(
            getattr(type(owner), "__getattr__", None), types.FunctionType):
        return False
    return not hasattr(type(owner), key) and key not in getattr(owner, "__dict__", ())


def own_setter(owner: Any) -> Any:
    """The `__setattr__` that somebody wrote for the class of an object, else None."""
    setter = getattr(type(owner), "__setattr__", None)
    written = isinstance(setter, types.FunctionType) and not setter.__code__.co_filename.startswith("<string>")
    return setter if written and not isinstance(owner, type) else None


def saved_attribute(x: Any, key: str) -> Any:
    """What storing into an attribute of an object may overwrite: that attribute, or all of them for a property."""
    if isinstance(x, type):
        raise UnsupportedError(f"an active value is stored into the class {x.__name__}.\nStore it into an object of it.")
    if not hasattr(x, "__dict__") or key == "__dict__":
        return {key: getattr(x, key, ABSENT)}
    return dict(vars(x)) if runs_code(x, key) else {key: vars(x).get(key, ABSENT)}


def runs_code(x: Any, key: str) -> bool:
    """Whether storing into an attribute runs code of the user's, which may store into others."""
    return isinstance(getattr(type(x), key, None), property) or own_setter(x) is not None


def copied(*values: Any) -> Any:
    """Copies of arguments that are written into; what shared memory before shares it again.

    Arrays, lists, tuples and dicts are copied, nested ones too; other objects are passed on as they are.
    """
    memory: dict[int, tuple[Any, Any, int]] = {}
    done: dict[int, Any] = {}

    def copy_of(x: Any) -> Any:
        if id(x) in done:
            return done[id(x)]
        result: Any = x
        if type(x) is np.ndarray and x.dtype != object:
            root: Any = x
            while isinstance(root.base, np.ndarray):
                root = root.base
            if id(root) not in memory:
                low, high = np.lib.array_utils.byte_bounds(root)
                block = np.zeros(high - low + 64, np.uint8)
                align = -block.__array_interface__["data"][0] % 64
                whole = np.ndarray(root.shape, root.dtype, block[align:].data, root.__array_interface__["data"][0] - low,
                                   root.strides)
                whole[...] = root
                memory[id(root)] = (root, block[align:], low)
            _, block, low = memory[id(root)]
            offset = x.__array_interface__["data"][0] - low if x.size else 0
            result = np.ndarray(x.shape, x.dtype, block.data, offset, x.strides)
        elif type(x) is list:
            result = done[id(x)] = []
            result.extend(copy_of(item) for item in x)
        elif type(x) is dict:
            result = done[id(x)] = {}
            result.update((key, copy_of(item)) for key, item in x.items())
        elif type(x) is tuple:
            result = tuple(copy_of(item) for item in x)
        elif isinstance(x, tuple) and hasattr(x, "_fields"):
            result = type(x)(*(copy_of(item) for item in x))
        done[id(x)] = result
        return result

    results = [copy_of(value) for value in values]
    return results[0] if len(results) == 1 else tuple(results)


def shares_memory(values: dict[str, Any]) -> bool:
    """Whether containers among the arguments hold the same list twice, or arrays that share memory with another argument."""
    if not any(isinstance(value, list | tuple | dict) for value in values.values()):
        return False
    arrays: list[Any] = []
    seen: set[int] = set()
    twice = False

    def visit(x: Any) -> None:
        nonlocal twice
        if isinstance(x, np.ndarray):
            arrays.append(x)
        elif isinstance(x, list | tuple | dict):
            twice |= id(x) in seen
            seen.add(id(x))
            for item in x.values() if isinstance(x, dict) else x:
                visit(item)

    for value in values.values():
        visit(value)
    return twice or any(np.may_share_memory(a, b) for k, a in enumerate(arrays) for b in arrays[:k])


def separated(x: Any) -> Any:
    """A copy in which no two arrays share memory, and no list or dict occurs twice."""
    if isinstance(x, np.ndarray):
        return x.copy()
    if isinstance(x, dict):
        return {key: separated(item) for key, item in x.items()} if type(x) is dict else x
    if isinstance(x, list | tuple):
        items = [separated(item) for item in x]
        return type(x)(*items) if hasattr(x, "_fields") else type(x)(items)
    return x


def own(x: Any) -> Any:
    """A copy of an array, so that it can be updated in place; of anything else, itself."""
    return x.copy() if isinstance(x, np.ndarray) else x


def materialise(cotangent: Any, x: Any) -> Any:
    """A full array of the shape of `x` from a cotangent that is one scalar for all entries."""
    return np.full(np.shape(x), cotangent, dtype=getattr(x, "dtype", None))


def _basic(index: Any) -> bool:
    items = index if isinstance(index, tuple) else (index,)
    return all(item is None or item is Ellipsis or isinstance(item, slice | int | np.integer) for item in items)


def scatter(total: np.ndarray[Any, Any], index: Any, cotangent: Any) -> None:
    """`total[index] += cotangent`, adding up where an index occurs more than once."""
    if _basic(index) or _is_mask(index):
        total[index] += cotangent
    else:
        np.add.at(total, index if not isinstance(index, list) else np.asarray(index), cotangent)


def _is_mask(index: Any) -> bool:
    return isinstance(index, np.ndarray) and index.dtype == bool


def winners(total: np.ndarray[Any, Any], index: Any) -> Any:
    """`total[index]`, zero where a later entry of `index` overwrote the same place.

    >>> winners(np.array([5.0, 7.0]), [0, 0, 1])
    array([0., 5., 7.])
    """
    picked = total[index]
    if _basic(index) or _is_mask(index):
        return picked
    order = np.arange(np.size(picked)).reshape(np.shape(picked))
    last = np.empty(total.shape, dtype=int)
    last[index] = order
    return np.where(last[index] == order, picked, 0)


def taken(total: np.ndarray[Any, Any], index: Any) -> Any:
    """What was stored at `index` gets `total[index]` as its cotangent, and `total[index]` becomes zero."""
    picked = own(winners(total, index))
    total[index] = 0
    return picked


def inexact_only(cotangent: Any, y: Any) -> Any:
    """The cotangent of a value that may have been cast to integers, through which nothing flows."""
    return cotangent if getattr(y, "dtype", np.dtype(float)).kind in "fcO" else np.zeros(np.shape(y))


def seed(ans_bar: Any, ans: Any) -> Any:
    """The cotangent of a scalar result with the shape of the result.

    Raises OutputError where the result is not a number or an array of size 1.
    """
    if isinstance(ans, np.ndarray) and ans.size == 1:
        return np.full(ans.shape, ans_bar, ans.dtype if ans.dtype.kind in "fc" else float)
    if isinstance(ans, float | complex | int | np.number):
        return ans_bar
    what = f"an array of shape {ans.shape}" if isinstance(ans, np.ndarray) else (
        "None" if ans is None else f"a {type(ans).__name__}")
    raise OutputError(
        f"the function returned {what}; grad needs a single number.\n"
        "Reduce the result, as in np.sum(result), or use tangentish.vjp for results of any shape.")


def unfinished() -> None:
    """Raise where an exception left a statement in the middle that cannot be reversed in part."""
    raise UnsupportedError("an exception was caught that left this statement in the middle of its work on active values.\n"
                           "Check before the statement whether it can be done.")


def put_back(x: Any, content: Any) -> None:
    """Give an array its old content again, after a call that may have written into it; not if nobody can."""
    if x.flags.writeable:
        x[...] = content


def cell_of(function: Any, captured: str) -> Any:
    """The closure cell through which a function sees a variable of the function around it."""
    inner = function
    while inner is not None:  # np.vectorize and decorators hold on to what they decorate
        function, inner = inner, getattr(inner, "pyfunc", None) or getattr(inner, "__wrapped__", None)
    code = getattr(function, "__code__", None)
    if code is None or captured not in code.co_freevars or not code.co_filename.startswith("<tangentish"):
        raise UnsupportedError(f"a decorator hides the function that sees `{captured}`.\n"
                               "Write it with functools.wraps, or pass the variable as an argument.")
    return function.__closure__[function.__code__.co_freevars.index(captured)]


def augmented(shadows: Any, op: str, old: Any, new: Any, value: Any, g: Any) -> tuple[Any, Any]:
    """Reverse `x op= value` where only the value of `x` tells whether it is written into: both cotangents.

    `old` is `x` before (its content put back), or None where it is not needed; `new` is `x` after.
    """
    if not isinstance(new, np.ndarray | np.generic | int | float | complex | list | tuple | dict):
        raise UnsupportedError(f"`{op}=` of a {type(new).__name__}, whose class was not known when this program was made.\n"
                               "Call the method of the class by its name, or pass the object as an argument.")
    if isinstance(new, list | tuple):
        if op != "+":
            raise UnsupportedError(
                f"`{op}=` of a list of active values is not supported.\nBuild the list with a comprehension.")
        if isinstance(new, tuple):  # a tuple that grows further has its cotangent from there
            shadows.add(new, None, g)
        return shadows.extended(new, value)
    g = filled(g, new)
    if op in "+-":
        value_bar = g if op == "+" else -np.asarray(g)[()]
        if isinstance(new, np.ndarray):
            return g, own(unbroadcast(value_bar, value)) if not isinstance(value, list | tuple) else value_bar.copy()
        return g, unbroadcast(value_bar, value)
    x_bar, value_bar = operand_cotangents(op, own(g), old, value)
    if isinstance(new, np.ndarray) and isinstance(old, np.ndarray):
        g[...] = unbroadcast(x_bar, old)
        return g, unbroadcast(value_bar, value)
    return unbroadcast(x_bar, old), unbroadcast(value_bar, value)
