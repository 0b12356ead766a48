"""Random numbers whose parameters are active: the numbers of the standard distribution, from the same stream, moved and scaled.

`rng.normal(loc, scale)` is `loc + scale * z`, where `z` is what `rng.standard_normal()` would have given.  What cannot be written
so is refused: the shape of a gamma distribution, say.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any

import numpy as np

from tangentish.errors import UnsupportedError
from tangentish.rules.registry import zero_derivative


def drawn(rng: Any, method: str, *args: Any, **keywords: Any) -> Any:
    """What a method of a source of random numbers gives; it takes its place in the stream, but has no derivative."""
    return getattr(rng, method)(*args, **keywords)


def drawn_shape(size: Any, *params: Any) -> Any:
    """The shape of what is drawn; None for a number."""
    if size is not None:
        return size
    shape = np.broadcast_shapes(*(np.shape(param) for param in params))
    return None if shape == () and not any(isinstance(param, np.ndarray) for param in params) else shape


def check_not_negative(scale: Any, label: str = "scale") -> None:
    """Raise what NumPy raises for a negative scale."""
    if np.any(np.signbit(np.asarray(scale, dtype=float))):
        raise ValueError(f"{label} < 0")


def normal(rng: Any, loc: Any = 0.0, scale: Any = 1.0, size: Any = None) -> Any:
    """`normal`."""
    check_not_negative(scale)
    return loc + scale * drawn(rng, "standard_normal", drawn_shape(size, loc, scale))


def lognormal(rng: Any, mean: Any = 0.0, sigma: Any = 1.0, size: Any = None) -> Any:
    """`lognormal`."""
    check_not_negative(sigma, "sigma")
    return np.exp(mean + sigma * drawn(rng, "standard_normal", drawn_shape(size, mean, sigma)))


def uniform(rng: Any, low: Any = 0.0, high: Any = 1.0, size: Any = None) -> Any:
    """`uniform`."""
    return low + (high - low) * drawn(rng, "uniform", 0.0, 1.0, drawn_shape(size, low, high))


def exponential(rng: Any, scale: Any = 1.0, size: Any = None) -> Any:
    """`exponential`."""
    check_not_negative(scale)
    return scale * drawn(rng, "standard_exponential", drawn_shape(size, scale))


def rayleigh(rng: Any, scale: Any = 1.0, size: Any = None) -> Any:
    """`rayleigh`."""
    check_not_negative(scale)
    return scale * drawn(rng, "rayleigh", 1.0, drawn_shape(size, scale))


def laplace(rng: Any, loc: Any = 0.0, scale: Any = 1.0, size: Any = None) -> Any:
    """`laplace`."""
    check_not_negative(scale)
    return loc + scale * drawn(rng, "laplace", 0.0, 1.0, drawn_shape(size, loc, scale))


def logistic(rng: Any, loc: Any = 0.0, scale: Any = 1.0, size: Any = None) -> Any:
    """`logistic`."""
    check_not_negative(scale)
    return loc + scale * drawn(rng, "logistic", 0.0, 1.0, drawn_shape(size, loc, scale))


def gumbel(rng: Any, loc: Any = 0.0, scale: Any = 1.0, size: Any = None) -> Any:
    """`gumbel`."""
    check_not_negative(scale)
    return loc + scale * drawn(rng, "gumbel", 0.0, 1.0, drawn_shape(size, loc, scale))


# orders


def shuffled(rng: Any, x: Any, axis: int = 0) -> None:
    """`shuffle`, in place."""
    if isinstance(x, np.ndarray):
        order = order_of(rng, x.shape[axis])
        x[...] = np.take(x, order, axis=axis)
    else:
        order = order_of(rng, len(x))
        x[:] = [x[k] for k in order]


def order_of(rng: Any, count: int) -> Any:
    """The order in which `shuffle` puts so many items."""
    order = np.arange(count)
    rng.shuffle(order)
    return order


def permuted(rng: Any, x: Any, axis: int = 0) -> Any:
    """`permutation` of the items of an array."""
    values = np.asarray(x)
    return np.take(values, order_of(rng, values.shape[axis]), axis=axis)


def chosen(rng: Any, a: Any, size: Any = None, replace: bool = True, p: Any = None, axis: int = 0, shuffle: bool = True) -> Any:
    """`choice` among the items of an array, or so many numbers, by a `Generator`."""
    values = np.asarray(a)
    if values.ndim == 0:
        return drawn(rng, "choice", a, size, replace, p, axis, shuffle)
    return np.take(values, drawn(rng, "choice", values.shape[axis], size, replace, p, 0, shuffle), axis=axis)


def chosen_by_state(rng: Any, a: Any, size: Any = None, replace: bool = True, p: Any = None) -> Any:
    """`choice` among the items of an array, or so many numbers, by a `RandomState`."""
    if np.ndim(a) == 0:
        return drawn(rng, "choice", a, size, replace, p)
    return np.asarray(a)[drawn(rng, "choice", len(a), size, replace, p)]


zero_derivative(drawn, drawn_shape, check_not_negative, order_of)

NUMPY_DRAWS: dict[str, Callable[..., Any]] = {
    function.__name__: function for function in (normal, lognormal, uniform, exponential, rayleigh, laplace, logistic, gumbel)}
NUMPY_DRAWS |= {"shuffle": shuffled, "permutation": permuted, "choice": chosen}


# the module `random` of Python


def gauss(rng: Any, mu: Any = 0.0, sigma: Any = 1.0) -> Any:
    """`random.gauss`."""
    return mu + drawn(rng, "gauss", 0.0, 1.0) * sigma


def normalvariate(rng: Any, mu: Any = 0.0, sigma: Any = 1.0) -> Any:
    """`random.normalvariate`."""
    return mu + drawn(rng, "normalvariate", 0.0, 1.0) * sigma


def lognormvariate(rng: Any, mu: Any = 0.0, sigma: Any = 1.0) -> Any:
    """`random.lognormvariate`."""
    return math.exp(mu + drawn(rng, "normalvariate", 0.0, 1.0) * sigma)


def uniform_number(rng: Any, a: Any, b: Any) -> Any:
    """`random.uniform`."""
    return a + (b - a) * drawn(rng, "random")


def expovariate(rng: Any, lambd: Any = 1.0) -> Any:
    """`random.expovariate`."""
    return drawn(rng, "expovariate", 1.0) / lambd


def shuffled_list(rng: Any, x: Any) -> None:
    """`random.shuffle`, in place."""
    check_list(x)
    order = list_order(rng, len(x))
    x[:] = [x[k] for k in order]


def check_list(x: Any) -> None:
    """Raise for what is shuffled by the code of its class, or by swaps of its items."""
    if not isinstance(x, list | np.ndarray):
        raise UnsupportedError(f"random.shuffle of a {type(x).__name__} is not followed.\nShuffle a list of its items.")


def list_order(rng: Any, count: int) -> list[int]:
    """The order in which `random.shuffle` puts so many items."""
    order = list(range(count))
    rng.shuffle(order)
    return order


zero_derivative(list_order, check_list)


def chosen_item(rng: Any, seq: Any) -> Any:
    """`random.choice`."""
    return seq[drawn(rng, "choice", range(len(seq)))]


def chosen_items(rng: Any, population: Any, weights: Any = None, *, cum_weights: Any = None, k: int = 1) -> Any:
    """`random.choices`."""
    return [population[place] for place in drawn(rng, "choices", range(len(population)), weights, cum_weights=cum_weights, k=k)]


def sampled_items(rng: Any, population: Any, k: int, *, counts: Any = None) -> Any:
    """`random.sample`."""
    return [population[place] for place in drawn(rng, "sample", range(len(population)), k, counts=counts)]


PYTHON_DRAWS: dict[str, Callable[..., Any]] = {
    "gauss": gauss, "normalvariate": normalvariate, "lognormvariate": lognormvariate, "uniform": uniform_number,
    "expovariate": expovariate, "shuffle": shuffled_list, "choice": chosen_item, "choices": chosen_items, "sample": sampled_items,
}


def draws_of(function: Any, module: str) -> Callable[..., Any] | None:
    """What stands for a method of a source of random numbers."""
    name = getattr(function, "__name__", "")
    if module == "random":
        return PYTHON_DRAWS.get(name)
    by_state = getattr(function, "__qualname__", "").startswith("RandomState")
    return chosen_by_state if by_state and name == "choice" else NUMPY_DRAWS.get(name)
