"""Examples of calls, at least one per rule: the tests of the rules run them all."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np


@dataclass(eq=False)
class Sample:
    """`function(*args, **kwargs)`, to be differentiated with respect to `only`, or all that can be."""

    function: Any
    args: tuple[Any, ...]
    kwargs: dict[str, Any]
    only: tuple[str, ...] | None = None
    rtol: float = 1e-6
    size: float = 1e-4
    single: bool = False

    def __str__(self) -> str:
        def text(x: Any) -> str:
            if isinstance(x, (list, tuple)):
                return "[" + " ".join(map(text, x)) + "]"
            return f"{x.dtype.kind}{list(x.shape)}".replace(" ", "") if isinstance(x, np.ndarray) else repr(x)[:12]

        name = getattr(self.function, "__name__", str(self.function))
        return f"{name}({', '.join([*map(text, self.args), *(f'{k}={text(v)}' for k, v in self.kwargs.items())])})"

    def wide(self, value: Any) -> Any:
        """`value` in double precision, for the central differences."""
        if self.single and isinstance(value, (list, tuple)):
            return type(value)(map(self.wide, value))
        if self.single and isinstance(value, (np.ndarray, np.floating)) and np.asarray(value).dtype == np.float32:
            return np.asarray(value, dtype=np.float64)
        return value


SAMPLES: list[Sample] = []


def sample(function: Any, *args: Any, only: tuple[str, ...] | None = None, rtol: float = 1e-6, size: float = 1e-4,
           single: bool = False, **kwargs: Any) -> None:
    """Add a sample."""
    SAMPLES.append(Sample(function, args, kwargs, only, rtol, size, single))


_rng = np.random.default_rng(7)


def A(*shape: int) -> np.ndarray:
    """Real numbers of either sign, not near 0."""
    return np.asarray(_rng.uniform(0.3, 1.7, shape) * _rng.choice([-1.0, 1.0], shape))


def P(*shape: int) -> np.ndarray:
    """Positive numbers."""
    return np.asarray(_rng.uniform(0.3, 1.7, shape))


def U(*shape: int) -> np.ndarray:
    """Numbers between -1 and 1."""
    return np.asarray(_rng.uniform(0.1, 0.9, shape) * _rng.choice([-1.0, 1.0], shape))


def C(*shape: int) -> np.ndarray:
    """Complex numbers."""
    return np.asarray(A(*shape) + 1j * A(*shape))


def S(n: int) -> np.ndarray:
    """A symmetric positive definite matrix."""
    x = A(n, n)
    return x @ x.T + n * np.eye(n)


def M(*shape: int) -> np.ndarray:
    """Regular matrices."""
    return A(*shape) + 3 * np.eye(shape[-2], shape[-1])


def F(x: np.ndarray) -> np.ndarray:
    """The same in single precision."""
    return x.astype(np.float32)


def several(functions: Any, *args: Any, **options: Any) -> None:
    """A sample for each of some functions."""
    for function in functions:
        sample(function, *args, **options)


from tests.rules import (
    samples_arrays,
    samples_decompositions,
    samples_elementwise,
    samples_fft,
    samples_found,
    samples_helpers_linalg,
    samples_linalg,
    samples_products,
    samples_reductions,
    samples_scipy,
    samples_scipy_distributions,
    samples_scipy_linalg,
    samples_scipy_special,
    samples_scipy_special_others,
    samples_types,
    samples_unlike,
)
