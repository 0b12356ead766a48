"""What is refused, with an error that says where."""

from __future__ import annotations

import inspect
import operator

import numpy as np

from tests.rules.lines import X, check_refused, each

LINES = [
    "np.array([x,x],ndmax=4)",
    "np.asmatrix(x)",
    "np.asmatrix(x)*np.asmatrix(x).T",
    "np.modf(x, where=x > 0, out=(np.zeros((3, 4)), np.zeros((3, 4))))[0]",
    "x.byteswap().byteswap()",
    "x.setfield(x[0,0],float)\nx",
    "h={'a':x*2}\nh['a'].shape=(2,6)\nh['a']",
    *(["np.sort(x, descending=True)"] if "descending" in str(inspect.signature(np.sort)) else []),
    "np.matrix(x)*np.matrix(x.T)",
    "x.dumps() and x",
    "np.bmat([[x, x], [x, x]])",
    "np.roots([1.0, x[0, 0] * 0 - 2.0, 1.0])",
    "np.sum(x, axis=0, unknown=1)",
    "np.logaddexp.outer(x[0], x[1], where=x > 0)",
]


@each(LINES)
def test_refused(text: str) -> None:
    check_refused(text, X, operator=operator)
