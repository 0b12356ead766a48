"""`scipy.linalg.qr_update`, `qr_insert` and `qr_delete` of square Q, in plain NumPy: by a QR decomposition of what R becomes.

With `A = Q R` the changed matrix is `Q S`, with S = `R + Q* u v*`, or R with a column more or fewer, or, of one row more, with
that row; and `S = G R1` gives `Q1 = Q G` (G. H. Golub, C. F. Van Loan, Matrix Computations, 4th edition, section 6.5).  The signs
are those that SciPy finds.  R is upper triangular: what is below its diagonal is 0, and stays 0.
"""

from __future__ import annotations

from typing import Any

import numpy as np
import scipy.linalg as linalg

from tangentish import library
from tangentish.errors import UnsupportedError
from tangentish.rules.registry import zero_derivative


def found(name: str, *args: Any) -> Any:
    """What SciPy gives, or raises."""
    return getattr(linalg, name)(*args)


def signs(q: Any, by_scipy: Any) -> Any:
    """The signs that make the columns of `q` those that SciPy finds.

    >>> signs(np.eye(2), np.diag([1.0, -1.0]))
    array([ 1., -1.])
    """
    return np.where(np.sum(q * by_scipy, axis=0) < 0, -1.0, 1.0).astype(q.dtype)


zero_derivative(found, signs)


def factors(name: str, q: Any, changed: Any, by_scipy: Any) -> tuple[Any, Any]:
    """Q1 and R1."""
    if np.iscomplexobj(changed) or np.shape(by_scipy[0]) != (len(changed), len(changed)):
        raise UnsupportedError(f"{name} of complex matrices, or of a Q that is not square, is not followed.\n"
                               "Use scipy.linalg.qr of the matrix itself.")
    g, r = linalg.qr(changed)
    sign = signs(q @ g, by_scipy[0])
    return q @ g * sign, r * sign[:, None]


def qr_update(Q: Any, R: Any, u: Any, v: Any, overwrite_qruv: bool = False, check_finite: bool = True) -> tuple[Any, Any]:
    """`scipy.linalg.qr_update`."""
    Q, R, u, v = np.asarray(Q), np.triu(R), np.asarray(u), np.asarray(v)
    by_scipy = found("qr_update", Q, R, u, v, False, check_finite)
    moved = np.conj(Q.T) @ u
    return factors("qr_update", Q, R + (np.outer(moved, np.conj(v)) if u.ndim == 1 else moved @ np.conj(v.T)), by_scipy)


def qr_insert(Q: Any, R: Any, u: Any, k: Any, which: str = "row", rcond: Any = None, overwrite_qru: bool = False,
              check_finite: bool = True) -> tuple[Any, Any]:
    """`scipy.linalg.qr_insert`."""
    Q, R, u = np.asarray(Q), np.triu(R), np.asarray(u)
    by_scipy = found("qr_insert", Q, R, u, k, which, rcond, False, check_finite)
    if which == "col":
        moved = np.reshape(np.conj(Q.T) @ u, (len(Q), -1))
        place = k if k >= 0 else k + R.shape[1]
        return factors("qr_insert", Q, np.concatenate([R[:, :place], moved, R[:, place:]], axis=1), by_scipy)
    rows = np.reshape(u, (-1, R.shape[1]))
    place, count = k if k >= 0 else k + len(Q), len(rows)
    none, more = np.zeros((len(Q), count), Q.dtype), np.eye(count, len(Q) + count, len(Q), Q.dtype)
    wider = np.concatenate([Q, none], axis=1)
    return factors("qr_insert", np.concatenate([wider[:place], more, wider[place:]]), np.concatenate([R, rows]), by_scipy)


def qr_delete(Q: Any, R: Any, k: Any, p: Any = 1, which: str = "row", overwrite_qr: bool = False,
              check_finite: bool = True) -> tuple[Any, Any]:
    """`scipy.linalg.qr_delete`, of columns."""
    Q, R = np.asarray(Q), np.triu(R)  # SciPy reads no more of it
    if which != "col":
        raise UnsupportedError("qr_delete of rows is not followed.\nUse scipy.linalg.qr of the matrix itself.")
    by_scipy = found("qr_delete", Q, R, k, p, which, False, check_finite)
    place = k if k >= 0 else k + R.shape[1]
    return factors("qr_delete", Q, np.concatenate([R[:, :place], R[:, place + p :]], axis=1), by_scipy)


library.REPLACED |= {linalg.qr_update: qr_update, linalg.qr_insert: qr_insert, linalg.qr_delete: qr_delete}
