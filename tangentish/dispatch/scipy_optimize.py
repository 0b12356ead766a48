"""`scipy.optimize`: roots and fixed points as implicit functions of `args` and of what the function captured.

The formulas are in `implicit.py`.  What was found is taken as exact; a starting point and a bracket have derivative zero.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import scipy.optimize as optimize

from tangentish import library
from tangentish.dispatch.core import primal
from tangentish.dispatch.functions import (
    Function,
    bound_arguments,
    cotangent_of_item,
    pulled,
    refuse_active,
    spread,
)
from tangentish.dispatch.implicit import matrix_of, solved
from tangentish.dispatch.records import Parts, Record
from tangentish.errors import UnsupportedError
from tangentish.library.scipy_optimize import fixed_point_of_items, newton_of_items, value_alone
from tangentish.shadows import Shadows

BRACKET = ("f", "a", "b", "args", "xtol", "rtol", "maxiter", "full_output", "disp")
NAMES: dict[Any, tuple[str, ...]] = {
    optimize.brentq: BRACKET, optimize.brenth: BRACKET, optimize.ridder: BRACKET, optimize.bisect: BRACKET,
    optimize.toms748: ("f", "a", "b", "args", "k", "xtol", "rtol", "maxiter", "full_output", "disp"),
    optimize.newton: ("f", "x0", "fprime", "args", "tol", "maxiter", "fprime2", "x1", "rtol", "full_output", "disp"),
    optimize.fsolve: ("f", "x0", "args", "fprime", "full_output", "col_deriv", "xtol", "maxfev", "band", "epsfcn", "factor",
                      "diag"),
    optimize.root: ("f", "x0", "args", "method", "jac", "tol", "callback", "options"),
    optimize.root_scalar: ("f", "args", "method", "bracket", "fprime", "fprime2", "x0", "x1", "xtol", "rtol", "maxiter",
                           "options"),
    optimize.fixed_point: ("f", "x0", "args", "xtol", "maxiter", "method"),
}
SPREADING = {optimize.newton: newton_of_items, optimize.fixed_point: fixed_point_of_items}
"""Those that take any sequence of further arguments; for the others what is no tuple is one argument."""
ALIASES = {"func": "f", "fun": "f"}
ZERO = ("a", "b", "x0", "x1", "bracket", "fprime", "fprime2", "jac", "xtol", "rtol", "tol", "factor", "epsfcn", "band", "diag",
        "options", "callback")
"""Arguments that a solution does not depend on, whatever they are."""
OF_THE_SEARCH = ("fjac", "r", "qtf", "jac", "cov_x")
"""What solvers tell of the Jacobian, as they approximated it."""


def root_of(solver: Any) -> Callable[..., Any]:
    """The handler of a function that finds a root, or a fixed point."""
    names, what = NAMES[solver], f"scipy.optimize.{solver.__name__}"

    def handler(wrt: Any, args: tuple[Any, ...], keywords: dict[str, Any]) -> tuple[Any, Record]:
        given = {ALIASES.get(key, key): value for key, value in keywords.items()}
        named = tuple(ALIASES.get(key, key) if isinstance(key, str) else key for key in wrt)
        values, active = bound_arguments(names, named, args, given, what)
        refuse_active(what, values, active, ("f", "args", *ZERO))
        if solver in SPREADING and not isinstance(values.get("args", ()), tuple):
            return primal(SPREADING[solver], wrt, *args, **keywords)
        ans = solver(*args, **keywords)
        paired = values.get("jac") is True or (solver is optimize.root_scalar and values.get("fprime") is True)
        function = value_of(values, active, paired)
        item = _item(ans)
        x = ans if item is None else ans[item] if isinstance(ans, tuple) else getattr(ans, item)
        record = _Root(ans, item, len(args), keywords, names, given)
        if function.wrt:
            point = np.array(x, dtype=float) if np.ndim(x) else float(x)
            record.matrix = matrix_of(function, point, solver is optimize.fixed_point)
            record.point, record.paired = function.record(point), paired
        return ans, record

    return handler


def value_of(values: dict[str, Any], active: set[str], paired: bool) -> Function:
    """The user's function; if it is `paired`, giving its value and its derivative, only the first."""
    if not paired:
        return Function(values["f"], values.get("args", ()), "f" in active, "args" in active)
    args = values.get("args", ())
    args = args if isinstance(args, tuple) else (args,)
    function = Function(value_alone, (values["f"], *args), False, False)
    function.wrt = (*((1,) if "f" in active else ()), *(range(2, 2 + len(args)) if "args" in active else ()))
    return function


def arguments_of(bars: Any, paired: bool) -> Any:
    """The cotangents of `args`, given those of what the function of `value_of` was given."""
    return bars[1:] if paired and bars is not None else bars


def _item(ans: Any) -> Any:
    """Where in the result of a solver the solution is; None if it is all of it."""
    if isinstance(ans, tuple):
        return 0
    if isinstance(ans, optimize.OptimizeResult):
        return "x" if "x" in ans else "root"
    return "root" if hasattr(ans, "root") else None


class _Root(Record):
    """A root of a function."""

    matrix: Any = None
    point: Any = None
    paired = False  # the function gives its derivative too

    def __init__(self, ans: Any, item: Any, count: int, keywords: dict[str, Any], names: Any, given: dict[str, Any]) -> None:
        self.ans, self.item, self.count, self.keywords, self.names, self.given = ans, item, count, keywords, names, given
        self.told = ans[1] if item == 0 and len(ans) > 1 else ans  # what is said of the search, beside where the root is
        self.without: tuple[Any, ...] = (1,) if self.told is not ans and type(self.told) is dict else OF_THE_SEARCH

    def reverse(self, ans_bar: Any, shadows: Shadows) -> Parts:
        bar = _cotangent(self.ans, self.item, ans_bar, shadows)
        if isinstance(self.told, dict):
            if self.told is not self.ans and "root" in self.told:  # told a second time
                again = shadows.held(self.told, "root", self.told["root"], None)
                bar = again if bar is None else bar if again is None else bar + again
            for key in OF_THE_SEARCH:
                if is_asked(self.told.get(key), shadows):
                    raise UnsupportedError(f"`{key}` of what is found with a root has no derivative.\nUse the root.")
        if bar is None or self.point is None:
            return spread({}, self.names, self.count, {})
        weight = solved(self.matrix.T, np.ravel(bar))
        bars = pulled([(self.point, np.reshape(weight, np.shape(self.point.ans)))], shadows)
        parts = {"args": arguments_of(bars, self.paired)}
        return spread(parts, self.names, self.count, self.given)


def is_asked(held: Any, shadows: Shadows) -> bool:
    """Whether a cotangent has come to an array that is, or is in, part of a result."""
    parts = held if isinstance(held, list | tuple) else held.values() if isinstance(held, dict) else [held]
    return any(isinstance(part, np.ndarray) and shadows.knows(part) and bool(np.any(shadows.of(part))) for part in parts)


def _cotangent(ans: Any, item: Any, ans_bar: Any, shadows: Shadows) -> Any:
    """The cotangent of the solution."""
    if item is None:
        return ans_bar
    if isinstance(item, int):
        return cotangent_of_item(ans, item, ans_bar, shadows)
    return shadows.held(ans, item, getattr(ans, item), None)


for _solver in NAMES:
    library.HANDLED[_solver] = root_of(_solver)
