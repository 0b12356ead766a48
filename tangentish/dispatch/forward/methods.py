"""Methods: of objects of users' classes, of lists, dicts and arrays; and objects that are called."""

from __future__ import annotations

import types
from typing import Any

from tangentish import library
from tangentish.dispatch.arguments import carries
from tangentish.dispatch.cached_functions import check_result, forget_results
from tangentish.dispatch.compiled import check_not_converted
from tangentish.dispatch.forward.core import Call
from tangentish.dispatch.functions import is_concerned
from tangentish.dispatch.methods import (
    bound_call,
    call_of,
    check_owner_known,
    draws,
    function_of,
    is_apart,
    is_call,
    is_operator,
    no_rule,
    of_names_alone,
    owner_of,
    replacement_of,
    through_class,
    wrapped_by,
)
from tangentish.library.operators import OPERATOR_METHODS


def bound(call: Call) -> tuple[Any, Any] | None:
    """A bound method, also one of those that namedtuples have of themselves."""
    function = call.function
    if not isinstance(function, types.MethodType):
        return None
    if draws(function.__self__) and not carries(call.args, call.keywords, [key for key in call.wrt if key != "*"]):
        return call.plain()
    return call.of_owner(function_of(function), function.__self__)


def of_builtin(call: Call) -> tuple[Any, Any] | None:
    """A method of an object of a builtin class: through what `library` or the rules have in its place."""
    function = call.function
    owner = owner_of(function)
    if owner is None:
        return None
    name = getattr(function, "__name__", "")
    if is_call(owner, name):
        return call.run(function=owner)
    check_owner_known(function, call.wrt, call.args, call.keywords)
    if name == "cache_clear":
        forget_results(owner)
    replacement = replacement_of(owner, name, call.args)
    if replacement is not None:
        return call.of_owner(replacement, owner)
    if not is_concerned(owner, call.args, call.keywords, call.wrt) or is_apart(owner, name, call.args, call.keywords):
        return call.plain()
    if name == "__init__" and not call.args and not call.keywords:
        return function(), None  # of `object`, at the end of `super().__init__()`
    if function is object.__new__:
        return function(*call.args), None
    if of_names_alone(owner, name, call.args):
        return function(*call.args), None
    if isinstance(owner, types.ModuleType):
        return None  # a function, of which Python says the same
    raise no_rule(name, owner)


def of_class(call: Call) -> tuple[Any, Any] | None:
    """A method of arrays or containers that is called through its class, as `np.ndarray.sum(x)` and `dict.update(d, e)`."""
    if not through_class(call.function, call.args):
        return None
    replacement = replacement_of(call.args[0], call.function.__name__)
    return None if replacement is None else call.run(function=replacement)


def of_operator(call: Call) -> tuple[Any, Any] | None:
    """An operator of a number, a list or a tuple that is called through its class, as `float.__mul__(a, b)`."""
    if call.keywords or not is_operator(call.function, call.args):
        return None
    ans = call.function(*call.args)
    meant = OPERATOR_METHODS.get(call.function.__name__)
    return (ans, None) if ans is NotImplemented or meant is None else call.run(function=meant)


def of_vectorize(call: Call) -> tuple[Any, Any] | None:
    """An object that `np.vectorize` or `np.frompyfunc` made, or Numba's `vectorize`."""
    form = library.form_for_entries(call.function)
    return None if form is None else call.of_owner(form, call.function)


def of_callable_object(call: Call) -> tuple[Any, Any] | None:
    """An object whose class defines `__call__`."""
    bound = bound_call(call.function)
    if bound is not None:
        return call.run(function=bound)
    target = call_of(call.function)
    return call.of_owner(target, call.function) if isinstance(target, types.FunctionType) else None


def of_wrapper(call: Call) -> tuple[Any, Any] | None:
    """`functools.lru_cache` and the like: what they wrap is called each time."""
    wrapped = wrapped_by(call.function)
    if wrapped is None:
        return None
    ans, ans_dot = call.run(function=wrapped)
    check_result(call.function, call.args, call.keywords, ans)
    check_not_converted(call.function, call.args, ans)
    return ans, ans_dot
