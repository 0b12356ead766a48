"""Programs of a line or a few, for what is said best as the expression that a user writes."""

from __future__ import annotations

import itertools
import warnings
from collections.abc import Iterable
from typing import Any

import numpy as np
import pytest

import tangentish
from tangentish.errors import TangentishError
from tangentish.testing import variant_grad
from tests.constructs.ways import same
from tests.oracle import check_gradient
from tests.texts import executed

_count = itertools.count()
_WEIGHTS = np.cos(1.7 * np.arange(4096.0))  # all different, so that no entry can stand in for another


def program(text: str, count: int, **names: Any) -> Any:
    """A function of `x`, `y` ... with these lines, the last of which is weighed and returned."""
    *lines, last = text.split("\n")
    params = ", ".join("xyz"[:count])
    body = [*lines, f"result = {last}",
            "return np.sum(WEIGHTS[:np.size(result)].reshape(np.shape(result)) * result)"]
    source = f"def program({params}):\n" + "".join(f"    {line}\n" for line in body)
    return executed(source, f"<lines {next(_count)}>", **{"np": np, "WEIGHTS": _WEIGHTS, **names})["program"]


def check_lines(text: str, *args: Any, **names: Any) -> None:
    """The gradient against central differences, and again with no kinds known."""
    single = "float32" in text
    fun = program(text, len(args), **names)
    nums = tuple(range(len(args)))
    options = {"rtol": 3e-3, "atol": 1e-3, "size": 0.05} if single else {"rtol": 1e-5}
    with warnings.catch_warnings():  # NumPy warns of `where` without `out`, and of broadcast_arrays
        warnings.simplefilter("ignore", UserWarning)
        warnings.simplefilter("ignore", FutureWarning)
        bars = check_gradient(fun, *args, argnums=nums, **options)
        found = variant_grad(fun, nums, kinds=False)(*args)
    assert same(bars, found), f"with no kinds known: {found!r}, not {bars!r}"


def check_refused(text: str, *args: Any, **names: Any) -> None:
    """Refused with an error that says where."""
    with warnings.catch_warnings(), pytest.raises(TangentishError) as raised:
        warnings.filterwarnings("ignore", "Setting the shape", DeprecationWarning)  # from NumPy 2.5 on
        tangentish.grad(program(text, len(args), **names), tuple(range(len(args))))(*args)
    assert "<lines" in str(raised.value) or ".py:" in str(raised.value)


def each(lines: Iterable[str]) -> Any:
    """A parametrisation over the programs of a list."""
    return pytest.mark.parametrize("text", list(lines), ids=lambda text: text.replace("\n", "; ")[:60])


X = np.array([[0.61, -1.27, 0.93, 1.44], [-0.52, 0.78, 1.31, -0.84], [1.13, 0.46, -0.67, -1.58]])
"""An argument of either sign, with no two entries or their absolute values alike."""
