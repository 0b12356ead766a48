"""`scipy.sparse`: products of sparse matrices with vectors and matrices, and systems solved with them.

A matrix made of active `data` (CSR, CSC, COO) has the cotangent of its data in its slot, and gives it back where it was
made.
"""

from __future__ import annotations

import operator
from typing import Any

import numpy as np
import scipy.sparse as sparse
import scipy.sparse.linalg as sparse_linalg

from tangentish import library
from tangentish.dispatch.arguments import floats
from tangentish.dispatch.functions import bound_arguments, spread
from tangentish.dispatch.records import Nothing, Parts, Record
from tangentish.dispatch.scipy_sparse_forms import in_another_form
from tangentish.dispatch.scipy_sparse_places import BY_ENTRIES, MADE, check_means_the_same, found_at, is_inside, places
from tangentish.dispatch.scipy_sparse_products import product_of_two
from tangentish.errors import UnsupportedError
from tangentish.shadows import Shadows


def contribute(matrix: Any, left: Any, right: Any, shadows: Shadows, diagonal: bool = True) -> None:
    """Add the cotangent left @ right.T of a matrix to that of its data; without that of its diagonal if this is not read."""
    if not isinstance(matrix, MADE):
        if matrix.format == "dok":
            raise UnsupportedError("the derivative with respect to the entries of a dok_matrix is not known.\n"
                                   "Make it a csr_matrix of its data, or pass stop_gradient(...) of them.")
        return  # active values do not get into the others
    rows, across = places(matrix)
    left, right = (left[:, None], right[:, None]) if np.ndim(left) == 1 else (left, right)
    bar = np.sum(left[rows] * right[across], axis=1) * is_inside(matrix)
    if not diagonal:
        bar = bar * (rows != across)
    shadows.deposit(matrix, "data", np.asarray(matrix.data), np.reshape(bar, matrix.data.shape).astype(matrix.dtype))


def shows(made: Any, data: Any) -> bool:
    """Whether a sparse matrix has kept the very array that it was made of."""
    return isinstance(data, np.ndarray) and np.may_share_memory(made.data, data)


class _Made(Record):
    """A sparse matrix made from its data; `nested` if that came in a tuple with its places."""

    def __init__(self, made: Any, given: Any, count: int, keywords: dict[str, Any]) -> None:
        self.made, self.given, self.count, self.keywords = made, given, count, keywords
        self.sorts = len(given) == 2 and made.format != "coo"

    def found(self) -> Any:
        """Where each entry of the data went: they were sorted, and those of one place were added up."""
        return found_at(self.made, *map(np.asarray, self.given[1]))

    def reverse(self, ans_bar: Any, shadows: Shadows) -> Parts:
        if shows(self.made, self.given[0]):  # what was contributed to its data is where that of the array is
            return Parts([None] * self.count, dict.fromkeys(self.keywords))
        bar = shadows.held(self.made, "data", self.made.data, None)
        shape = np.shape(self.given[0])
        if bar is not None and self.sorts:
            bar = bar[self.found()]
        part = None if bar is None else (np.reshape(bar, shape), *[None] * (len(self.given) - 1))
        return Parts([part, *[None] * (self.count - 1)], dict.fromkeys(self.keywords))


def constructed(cls: Any) -> Any:
    """The handler of a class of sparse matrices."""

    def handler(wrt: Any, args: tuple[Any, ...], keywords: dict[str, Any]) -> tuple[Any, Record]:
        if "arg1" in wrt:
            raise UnsupportedError(f"what a {cls.__name__} is made of is given by its name.\nGive it first, without a name.")
        given = args[0] if args else None
        if 0 in wrt and isinstance(given, MADE):
            made = cls(*args, **keywords)
            if isinstance(made, MADE) and shows(made, given.data):
                return made, Nothing(len(args))
            return in_another_form(given, made, False, len(args), keywords)
        if 0 not in wrt or not (isinstance(given, tuple) and floats(given[0]) and not isinstance(given[0], int)):
            if 0 in wrt and (sparse.issparse(given) or isinstance(given, np.ndarray | list)):
                raise UnsupportedError(f"a {cls.__name__} of an active matrix has no derivative.\n"
                                       "Make it from its data: (data, indices, indptr) or (data, (row, col)).")
            return cls(*args, **keywords), Nothing(len(args))
        made = cls(*args, **keywords)
        if made.data.shape != np.shape(given[0]) and (len(given) != 2 or made.format == "coo"):
            raise UnsupportedError(f"a {cls.__name__} whose data is rearranged has no derivative.\n"
                                   "Give COO data to coo_matrix, and CSR data to csr_matrix.")
        if not shows(made, given[0]):
            made.data = np.array(made.data)  # its cotangent is its own
        return made, _Made(made, given, len(args), keywords)

    return handler


class _Product(Record):
    """The product of a sparse matrix and an array, in this order or the other; either may be active."""

    def __init__(self, matrix: Any, x: Any, first: bool, active: bool) -> None:
        self.matrix, self.x, self.first, self.active = matrix, np.asarray(x), first, active

    def reverse(self, ans_bar: Any, shadows: Shadows) -> Parts:
        if ans_bar is None:
            return Parts([None, None], {})
        if self.first:
            x_bar = self.matrix.T @ ans_bar
            if self.active:
                contribute(self.matrix, ans_bar, self.x, shadows)
            return Parts([None, x_bar], {})
        x_bar = (self.matrix @ ans_bar.T).T
        if self.active:
            contribute(self.matrix, self.x.T, ans_bar.T, shadows)
        return Parts([x_bar, None], {})


def product(function: Any, wrt: Any, args: tuple[Any, ...], keywords: dict[str, Any]) -> tuple[Any, Record] | None:
    """`A @ x`, `x @ A`, and `A * x` where that means the same; of a sparse matrix with a number or another one, an error."""
    if function is operator.imatmul:  # which gives a new array, too
        function = operator.matmul
    if function not in (operator.matmul, operator.mul, operator.add, operator.sub, operator.truediv, operator.neg):
        return None
    found = [k for k, arg in enumerate(args) if sparse.issparse(arg)]
    if not found:
        return None
    check_means_the_same(*args)
    means = function is operator.matmul or (function is operator.mul and isinstance(args[found[0]], sparse.spmatrix))
    other = args[1 - found[0]] if len(args) == 2 else None
    if not means or len(found) != 1 or not isinstance(other, np.ndarray):
        if not any(floats(arg) and place in wrt for place, arg in enumerate(args)):
            return function(*args), Nothing(len(args))
        found_two = product_of_two(function, *args) if means and len(found) == 2 else None
        if found_two is not None:
            return found_two
        raise UnsupportedError(f"`{function.__name__}` of a sparse matrix and active values has no derivative; its product with an "
                               "array has.")
    matrix = args[found[0]]
    return function(*args), _Product(matrix, other, found[0] == 0, found[0] in wrt)


def dot(wrt: Any, args: tuple[Any, ...], keywords: dict[str, Any]) -> tuple[Any, Record]:
    """`A.dot(x)` and `A.__matmul__(x)`."""
    if keywords:
        raise UnsupportedError("the factor of `dot` of a sparse matrix is given by its name.\nWrite A.dot(x), or A @ x.")
    found = product(operator.matmul, wrt, args, keywords)
    assert found is not None
    return found


class _Dense(Record):
    """The entries of a sparse matrix as an array."""

    def __init__(self, matrix: Any, count: int, keywords: dict[str, Any]) -> None:
        self.matrix, self.count, self.keywords = matrix, count, keywords

    def reverse(self, ans_bar: Any, shadows: Shadows) -> Parts:
        if ans_bar is not None and isinstance(self.matrix, MADE):
            rows, across = places(self.matrix)
            bar = np.asarray(ans_bar)[rows, across] * is_inside(self.matrix)
            shadows.deposit(self.matrix, "data", np.asarray(self.matrix.data), np.reshape(bar, self.matrix.data.shape))
        return Parts([None] * self.count, dict.fromkeys(self.keywords))


def dense(function: Any) -> Any:
    """The handler of `A.toarray()`."""

    def handler(wrt: Any, args: tuple[Any, ...], keywords: dict[str, Any]) -> tuple[Any, Record]:
        check_means_the_same(args[0])
        if (keywords.get("out") is not None or len(args) > 2) or args[0].format == "dok":
            raise UnsupportedError("`toarray` of a sparse matrix into `out`, or of a dok_matrix, has no derivative.")
        return function(*args, **keywords), _Dense(args[0], len(args), keywords)

    return handler


# factorisations


class _Factored(Record):
    """A factorisation; what its solutions say of the matrix is kept in its slot."""

    def __init__(self, made: Any, matrix: Any) -> None:
        self.made, self.matrix = made, matrix

    def reverse(self, ans_bar: Any, shadows: Shadows) -> Parts:
        for left, right in shadows.slots(self.made).pop("solutions", ()):
            contribute(self.matrix, left, right, shadows)
        return Parts([None], {})

    def carry(self, args: Any, dots: Any, keywords: Any, keyword_dots: Any, tangents: Any) -> bool:
        tangents.slots(self.made)["record"] = self
        return True


def factored(wrt: Any, args: tuple[Any, ...], keywords: dict[str, Any]) -> tuple[Any, Record]:
    """`splu(A)` and `factorized(A)`."""
    if keywords or len(args) != 1 or not sparse.issparse(args[0]):
        raise UnsupportedError("scipy.sparse.linalg.splu has a derivative where it is given a sparse matrix alone.")
    made = sparse_linalg.splu(sparse.csc_array(args[0]))
    return made, _Factored(made, args[0])


def factorized(wrt: Any, args: tuple[Any, ...], keywords: dict[str, Any]) -> tuple[Any, Record]:
    """`factorized(A)`, which gives a method of what `splu(A)` gives."""
    made, record = factored(wrt, args, keywords)
    return made.solve, record


def factor_solved(function: Any, wrt: Any, args: tuple[Any, ...], keywords: dict[str, Any]) -> tuple[Any, Record]:
    """`splu(A).solve(b, trans)`."""
    values, _ = bound_arguments(("rhs", "trans"), wrt, args, keywords, "SuperLU.solve")
    ans = function(*args, **keywords)
    return ans, _Solved(function.__self__, ans, values.get("trans", "N"), len(args), keywords)


class _Solved(Record):
    """A solution by a factorisation."""

    def __init__(self, factor: Any, ans: Any, trans: str, count: int, keywords: Any) -> None:
        self.factor, self.ans, self.trans, self.count, self.keywords = factor, ans, trans, count, keywords

    def reverse(self, ans_bar: Any, shadows: Shadows) -> Parts:
        if ans_bar is None:
            return spread({}, ("rhs", "trans"), self.count, self.keywords)
        if self.trans == "H" and np.iscomplexobj(self.ans):
            raise UnsupportedError("SuperLU.solve with trans='H' has no derivative for complex numbers.")
        b_bar = self.factor.solve(np.array(ans_bar), "T" if self.trans == "N" else "N")
        pair = (-b_bar, self.ans) if self.trans == "N" else (-self.ans, b_bar)
        shadows.slots(self.factor).setdefault("solutions", []).append(pair)
        return spread({"rhs": b_bar}, ("rhs", "trans"), self.count, self.keywords)


for _cls in (*BY_ENTRIES, sparse.dok_matrix, sparse.dok_array):
    library.HANDLED[_cls] = constructed(_cls)
for _cls in (sparse.csr_matrix, sparse.csr_array, sparse.csc_matrix, sparse.csc_array, sparse.coo_matrix, sparse.coo_array,
             sparse.dia_matrix, sparse.dia_array, sparse.bsr_matrix, sparse.bsr_array, sparse.lil_matrix, sparse.lil_array,
             sparse.dok_matrix, sparse.dok_array):
    for _name in ("dot", "__matmul__"):
        library.HANDLED[getattr(_cls, _name)] = dot
    library.HANDLED[_cls.toarray] = dense(_cls.toarray)
library.OPERATOR_HANDLERS.append(product)
library.HANDLED |= {sparse_linalg.splu: factored, sparse_linalg.factorized: factorized,
                    (sparse_linalg.SuperLU, "solve"): factor_solved}
