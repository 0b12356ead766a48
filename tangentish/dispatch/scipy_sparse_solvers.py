"""`scipy.sparse.linalg`: systems of equations solved by sparse matrices, or with functions that multiply vectors.

A solver that is given a matrix has the derivative of the exact solution. One that is given an operator is followed, step by step;
but each of them stops at once where the right-hand side is zero, and gives what does not tell how the solution moves.
"""

from __future__ import annotations

import contextlib
from collections.abc import Iterator
from typing import Any

import numpy as np
import scipy.sparse as sparse
import scipy.sparse.linalg as sparse_linalg

from tangentish import library
from tangentish.dispatch.functions import bound_arguments, refuse_active, spread
from tangentish.dispatch.records import Parts, Record
from tangentish.dispatch.scipy_sparse import contribute
from tangentish.errors import UnsupportedError
from tangentish.runtime.walk import reachable
from tangentish.shadows import Shadows

SYSTEM = ("A", "b", "permc_spec", "use_umfpack")
TRIANGULAR = ("A", "b", "lower", "overwrite_A", "overwrite_b", "unit_diagonal")
GMRES = ("A", "b", "x0", "rtol", "atol", "restart", "maxiter", "M", "callback", "callback_type")
ITERATIVE = {
    sparse_linalg.cg: GMRES, sparse_linalg.cgs: GMRES, sparse_linalg.bicg: GMRES, sparse_linalg.bicgstab: GMRES,
    sparse_linalg.gmres: GMRES,
    sparse_linalg.minres: ("A", "b", "x0", "rtol", "shift", "maxiter", "M", "callback", "show", "check"),
    sparse_linalg.qmr: ("A", "b", "x0", "rtol", "atol", "maxiter", "M1", "M2", "callback"),
    sparse_linalg.tfqmr: ("A", "b", "x0", "rtol", "atol", "maxiter", "M", "callback", "show"),
    sparse_linalg.lgmres: ("A", "b", "x0", "rtol", "atol", "maxiter", "M", "callback", "inner_m", "outer_k", "outer_v",
                           "store_outer_Av", "prepend_outer_v"),
    sparse_linalg.gcrotmk: ("A", "b", "x0", "rtol", "atol", "maxiter", "M", "callback", "m", "k", "CU", "discard_C", "truncate"),
}
CHANGE_THE_SYSTEM = ("shift", "outer_v", "CU")
LEAST_SQUARES = {
    sparse_linalg.lsqr: ("A", "b", "damp", "atol", "btol", "conlim", "iter_lim", "show", "calc_var", "x0"),
    sparse_linalg.lsmr: ("A", "b", "damp", "atol", "btol", "conlim", "maxiter", "show", "x0"),
}


def solver(solve: Any, names: tuple[str, ...]) -> Any:
    """The handler of a function that solves A x = b; the transposed system is solved directly.

    An iterative one that is given an operator, or told of more than the system, is followed instead.
    """
    what = f"scipy.sparse.linalg.{solve.__name__}"

    def handler(wrt: Any, args: tuple[Any, ...], keywords: dict[str, Any]) -> tuple[Any, Record] | None:
        values, active = bound_arguments(names, wrt, args, keywords, what)
        matrix, b = values["A"], values["b"]
        if sparse.issparse(b):
            raise UnsupportedError(f"{what} with a sparse right-hand side has no derivative.")
        known = sparse.issparse(matrix) or isinstance(matrix, np.ndarray)
        if solve in ITERATIVE and (not known or any(values.get(key) for key in CHANGE_THE_SYSTEM)):
            if not np.any(b):
                raise UnsupportedError(f"{what} gives zeros for a right-hand side of zeros, without a look at the system: how they "
                                       "move is not known.\nGive it a matrix.")
            return None
        refuse_active(what, values, active, ("A", "b", "x0", "rtol", "atol", "M", "M1", "M2", "callback"))
        if not known:
            raise UnsupportedError(f"{what} with a {type(matrix).__name__} has no derivative.\nUse a sparse matrix.")
        ans = solve(*args, **keywords)
        return ans, _Solution(values, "A" in active, ans, names, len(args), keywords)

    return handler


def least_squares(solve: Any, names: tuple[str, ...]) -> Any:
    """The handler of `lsqr` and `lsmr`, which are followed where they take a step."""
    what = f"scipy.sparse.linalg.{solve.__name__}"

    def handler(wrt: Any, args: tuple[Any, ...], keywords: dict[str, Any]) -> None:
        values, _ = bound_arguments(names, wrt, args, keywords, what)
        system, x0 = sparse_linalg.aslinearoperator(values["A"]), values.get("x0")
        with _left_as_it_was(system):
            residual = np.squeeze(values["b"]) if x0 is None else np.squeeze(values["b"]) - system.matvec(x0)
            found = system.rmatvec(np.atleast_1d(residual))
        if not np.any(found):
            raise UnsupportedError(f"{what} takes no step where it begins at the solution, as for a right-hand side of zeros: how "
                                   "the solution moves is not known.\nBegin elsewhere, at another x0.")

    return handler


@contextlib.contextmanager
def _left_as_it_was(system: Any) -> Iterator[None]:
    """An operator that is asked keeps its adjoint, which has to be made where it is followed: it is put back as it was."""
    operators = [part for part in reachable(system) if isinstance(part, sparse_linalg.LinearOperator)]
    before = [dict(vars(operator)) for operator in operators]
    try:
        yield
    finally:
        for operator, held in zip(operators, before, strict=True):
            vars(operator).clear()
            vars(operator).update(held)


def transposed_solution(matrix: Any, g: Any) -> Any:
    """The solution of the transposed system; an error where there is not one."""
    try:
        found = sparse_linalg.splu(sparse.csc_array(matrix.T)).solve(g) if sparse.issparse(matrix) else np.linalg.solve(matrix.T, g)
    except (RuntimeError, np.linalg.LinAlgError) as error:
        raise UnsupportedError("a system of equations with a singular matrix has no derivative.") from error
    return np.reshape(found, np.shape(g))


class _Solution(Record):
    """The solution of a system; `unit` if ones are taken for the diagonal of its matrix."""

    unit = False

    def __init__(self, values: dict[str, Any], active: bool, ans: Any, names: Any, count: int, keywords: Any) -> None:
        self.matrix, self.b, self.active, self.ans = values["A"], values["b"], active, ans
        self.names, self.count, self.keywords = names, count, keywords

    def transposed(self, g: Any) -> Any:
        """The solution of the transposed system."""
        return transposed_solution(self.matrix, g)

    def reverse(self, ans_bar: Any, shadows: Shadows) -> Parts:
        x = self.ans
        if isinstance(x, tuple):
            if ans_bar is not None:
                shadows.add(x, None, ans_bar)
            x, ans_bar = x[0], shadows.held(x, 0, x[0], None)
        if ans_bar is None:
            return spread({}, self.names, self.count, self.keywords)
        g = np.reshape(ans_bar, np.shape(x))
        parts: dict[str, Any] = {}
        if sparse.issparse(self.matrix):
            b_bar = self.transposed(g)
            if self.active:
                contribute(self.matrix, -b_bar, x, shadows, not self.unit)
        else:
            b_bar = self.transposed(g)
            rows = len(b_bar)  # one column, or one for each right-hand side
            parts["A"] = -np.reshape(b_bar, (rows, -1)) @ np.reshape(x, (rows, -1)).T
        parts["b"] = np.reshape(b_bar, np.shape(self.b))
        return spread(parts, self.names, self.count, self.keywords)


class _Triangular(_Solution):
    """The solution of a system whose matrix is triangular."""

    lower = True

    def transposed(self, g: Any) -> Any:
        return sparse_linalg.spsolve_triangular(sparse.csr_array(self.matrix.T), g, not self.lower, unit_diagonal=self.unit)


def triangular(wrt: Any, args: tuple[Any, ...], keywords: dict[str, Any]) -> tuple[Any, Record]:
    """`spsolve_triangular`."""
    what = "scipy.sparse.linalg.spsolve_triangular"
    values, active = bound_arguments(TRIANGULAR, wrt, args, keywords, what)
    refuse_active(what, values, active, ("A", "b"))
    if not sparse.issparse(values["A"]) or not isinstance(values["b"], np.ndarray) or values.get("overwrite_b"):
        raise UnsupportedError(f"{what} has a derivative for a sparse matrix and an array that is not written into.")
    ans = sparse_linalg.spsolve_triangular(*args, **keywords)
    record = _Triangular(values, "A" in active, ans, TRIANGULAR, len(args), keywords)
    record.lower, record.unit = values.get("lower", True), values.get("unit_diagonal", False)
    return ans, record


library.HANDLED[sparse_linalg.spsolve_triangular] = triangular
library.HANDLED[sparse_linalg.spsolve] = solver(sparse_linalg.spsolve, SYSTEM)
library.HANDLED |= {_solve: solver(_solve, _names) for _solve, _names in ITERATIVE.items()}
library.HANDLED |= {_solve: least_squares(_solve, _names) for _solve, _names in LEAST_SQUARES.items()}
