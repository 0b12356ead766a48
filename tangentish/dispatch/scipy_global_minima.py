"""`scipy.optimize`: minima that are searched for in a whole region, as implicit functions like those of `scipy_minima`.

By chance or by a grid, the search ends at a minimum, whose derivative does not depend on how it was found.  The region, and other
local minima, have none.
"""

from __future__ import annotations

import inspect
from collections.abc import Callable
from typing import Any

import numpy as np
import scipy.optimize as optimize

from tangentish import library
from tangentish.dispatch.functions import refuse_active
from tangentish.dispatch.records import Record
from tangentish.dispatch.scipy_minima import Minimum, bound_of_search, minimum, refuse_bounds
from tangentish.dispatch.scipy_optimize import ALIASES, ZERO
from tangentish.errors import UnsupportedError
from tangentish.shadows import Shadows

FOR_THE_SEARCH = ("method", "tol", "options", "jac", "hess", "hessp", "callback")
"""What may be said of the local search: nothing that changes the function or where it is searched."""


class _Lowest(Minimum):
    """The lowest minimum, and what else is told of the search."""

    without = ("hess", "hess_inv", "jac", "population", "population_energies", "xl", "funl", "lowest_optimization_result")
    slopes = ()

    def cotangents(self, ans_bar: Any, shadows: Shadows) -> tuple[Any, Any]:
        found = super().cotangents(ans_bar, shadows)
        local = self.ans.get("lowest_optimization_result", {})
        if any(shadows.held(local, key, value, None) for key, value in local.items() if isinstance(value, float)):
            raise UnsupportedError("`lowest_optimization_result` has no derivative.\nUse `x` and `fun`.")
        return found


def searched_by(search: Any, names: tuple[str, ...]) -> Callable[..., Any]:
    """The handler of a function that searches a region."""
    what = f"scipy.optimize.{search.__name__}"

    def handler(wrt: Any, args: tuple[Any, ...], keywords: dict[str, Any]) -> tuple[Any, Record]:
        values, active = bound_of_search(names, wrt, args, keywords, what)
        refuse_active(what, values, active, ("f", "args", "bounds", *ZERO))
        local = values.get("minimizer_kwargs") or {}
        if not set(local) <= set(FOR_THE_SEARCH) or values.get("vectorized") or values.get("integrality") is not None or (
                values.get("constraints") not in ((), None)):
            raise UnsupportedError(f"{what} with constraints, integrality or vectorized, or that tells the local search of bounds "
                                   "or args, has no derivative.\nUse scipy.optimize.minimize from where it ends.")
        ans = search(*args, **keywords)
        values["jac"] = local.get("jac")
        record = minimum(_Lowest(ans, len(args), names, values), np.array(ans.x), values, active)
        refuse_bounds(what, record, values, active)
        return ans, record

    return handler


for _search in (optimize.differential_evolution, optimize.dual_annealing, optimize.shgo, optimize.direct, optimize.basinhopping):
    library.HANDLED[_search] = searched_by(_search, tuple(
        ALIASES.get(key, key) for key in inspect.signature(_search).parameters))
