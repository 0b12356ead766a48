"""Other forms of the arguments of samples: other layouts, precisions, numbers, lists, nothing at all."""

from __future__ import annotations

import random
import warnings
from collections.abc import Callable, Iterable
from typing import Any

import numpy as np

from tests.rules import direct
from tests.rules.samples import SAMPLES, Sample


def label(function: Any) -> str:
    """What a function is called in lists: `linalg.norm`, `scipy.special.erf`."""
    name = getattr(function, "__qualname__", None) or getattr(function, "__name__", str(function))
    module = (getattr(function, "__module__", None) or "").removeprefix("numpy.").replace("numpy", "")
    return f"{module}.{name}".strip(".")


def some(samples: Iterable[Sample], share: float = 0.0, seed: int = 0) -> list[Sample]:
    """The first sample of each function, and a share of the others, drawn with a fixed seed."""
    by_function: dict[int, list[Sample]] = {}
    for sample in samples:
        by_function.setdefault(id(sample.function), []).append(sample)
    chosen, draw = set(), random.Random(seed)
    for group in by_function.values():
        chosen |= {id(one) for k, one in enumerate(group) if k == 0 or draw.random() < share}
    return [sample for sample in samples if id(sample) in chosen]


def distinct(samples: Iterable[Sample], keywords: bool = True) -> list[Sample]:
    """The first sample of each function for each set of its rules, of its keywords and of the kinds of its arguments."""
    found: dict[Any, Sample] = {}
    for sample in samples:
        rules = tuple(id(rule) for rule in direct.rules_for(sample.function, sample.args, sample.kwargs))
        kinds = frozenset(_kind(arg) for arg in sample.args if direct.is_active(arg))
        found.setdefault((id(sample.function), rules, kinds, frozenset(sample.kwargs if keywords else ())), sample)
    return list(found.values())


def _kind(value: Any) -> Any:
    """What a variant of a value depends on: number, array or list, real or complex."""
    if isinstance(value, list | tuple):
        return (list, *{_kind(item) for item in value})
    return (np.ndarray, value.dtype.kind, value.ndim > 0) if isinstance(value, np.ndarray) else type(value)


def mapped(change: Callable[[Any], Any], value: Any) -> Any:
    """A value with a change made to each array and number in it."""
    if isinstance(value, list | tuple):
        return type(value)(mapped(change, item) for item in value)
    return change(value)


def derived(sample: Sample, change: Callable[[Any], Any]) -> Sample | None:
    """A sample with changed arguments; None if nothing changed, or the function does not take them without a warning."""
    args = tuple(mapped(change, arg) for arg in sample.args)
    kwargs = {key: mapped(change, arg) for key, arg in sample.kwargs.items()}
    if all(a is b for a, b in zip((*args, *kwargs.values()), (*sample.args, *sample.kwargs.values()), strict=True)):
        return None
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("error")
            ans = sample.function(*args, **kwargs)
    except Exception:  # whatever the function says against it
        return None
    if not direct.is_active(ans):
        return None
    return Sample(sample.function, args, kwargs, sample.only, sample.rtol, sample.size, sample.single)


def single(value: Any) -> Any:
    """In single precision; numbers of Python as they are."""
    if isinstance(value, np.ndarray | np.inexact) and value.dtype.kind in "fc":
        return value.astype({"f": np.float32, "c": np.complex64}[value.dtype.kind])
    return value


def relaid(rng: np.random.Generator) -> Callable[[Any], Any]:
    """A change to read-only arrays with gaps, in Fortran order, backwards or as they were, by turns."""

    def change(value: Any) -> Any:
        if not isinstance(value, np.ndarray) or value.ndim == 0:
            return value
        made = [lambda: np.repeat(value, 2, axis=-1)[..., ::2], lambda: value.T.copy().T, lambda: value[::-1].copy()[::-1],
                value.copy][rng.integers(4)]()
        made.flags.writeable = False
        return made

    return change


def numbers(rng: np.random.Generator) -> Callable[[Any], Any]:
    """A change of each array of floats to its first entry, as one of the four kinds of numbers there are."""

    def change(value: Any) -> Any:
        if not isinstance(value, np.ndarray) or value.dtype.kind != "f" or not value.size:
            return value
        first = value.reshape(-1)[0]
        return [float, np.float64, np.array, np.float64][rng.integers(4)](first)

    return change


def emptied(value: Any) -> Any:
    """Nothing, of the same number of dimensions."""
    return value[:0] if isinstance(value, np.ndarray) and value.ndim and value.size else value


def listed(value: Any) -> Any:
    """A list, nested for a matrix."""
    return value.tolist() if isinstance(value, np.ndarray) and value.ndim and value.dtype.kind == "f" else value


def stretched(sample: Sample) -> Sample | None:
    """For two or more arrays of one shape: a broadcast against the others, along one axis each."""
    arrays = [arg for arg in sample.args if isinstance(arg, np.ndarray) and arg.ndim]
    if len(arrays) < 2 or len({arg.shape for arg in arrays}) > 1 or sample.kwargs:
        return None
    place = iter(range(len(arrays)))

    def change(value: Any) -> Any:
        if not any(value is arg for arg in arrays):
            return value
        k = next(place) % value.ndim if value.ndim > 1 else next(place)
        if value.ndim == 1:
            return value[:1] if k == 0 else value
        return value[(slice(None),) * k + (slice(1),)]

    return derived(sample, change)


def is_elementwise(sample: Sample) -> bool:
    return any(rule.kind == "elementwise" for rule in direct.rules_for(sample.function, sample.args, sample.kwargs))


DOUBLE = [sample for sample in SAMPLES if not sample.single]


def all_of(change: Callable[[Sample], Sample | None], samples: Iterable[Sample]) -> list[Sample]:
    """The derived samples there are, none of a result that is no number any more."""
    found = (change(sample) for sample in samples if sample.only is None)
    return [sample for sample in found if sample is not None]
