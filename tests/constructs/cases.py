"""What the construct tests share: the collecting decorator and a few inputs."""

from __future__ import annotations

import copy
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

V3 = np.array([0.7, -1.3, 0.4])
V4 = np.array([1.1, 0.6, -0.8, 0.3])
V5 = np.array([0.9, -0.4, 1.7, 0.2, -1.1])
V6 = np.array([0.31, 1.42, -0.53, 0.84, -1.25, 0.66])
P4 = np.array([0.5, 1.2, 2.1, 0.8])  # positive
M33 = np.array([[2.1, 0.3, -0.4], [0.5, 1.8, 0.2], [-0.3, 0.6, 2.4]])
M34 = np.array([[0.2, -0.7, 1.1, 0.4], [0.9, 0.3, -0.6, 0.8], [-0.1, 1.3, 0.5, -1.2]])
EMPTY = np.zeros(0)
F32 = {"size": 0.125, "rtol": 2e-4, "atol": 1e-4}  # options for a program in float32


class Cases(list):
    """The programs of one file: `case = Cases()`, then `@case(args..., argnums=...)` above each of them."""

    def __call__(self, *args: Any, **options: Any) -> Callable[[Callable], Callable]:
        def keep(fun: Callable) -> Callable:
            # deep copies: a derivative that wrote into its arguments must not spoil the next program's
            self.append(pytest.param(fun, copy.deepcopy(args), options, id=getattr(fun, "__name__", "partial")))
            return fun  # the function itself, so that the source read is the program's own

        return keep
