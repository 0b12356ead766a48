"""The transposes of `np.einsum`, in all the forms that its arguments take."""

from __future__ import annotations

from typing import Any

import numpy as np

_LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"


def _places(operands: Any) -> list[int]:
    """Which of the arguments of `np.einsum` are the arrays: all after a string, else every other one."""
    return list(range(1, len(operands)) if isinstance(operands[0], str) else range(0, len(operands) - 1, 2))


def _written(operands: Any) -> str:
    """The subscripts as a string; lists of numbers stand for letters in alphabetical order."""
    if isinstance(operands[0], str):
        return operands[0].replace(" ", "")
    terms = ["".join("..." if label is Ellipsis else _LETTERS[label] for label in labels) for labels in operands[1::2]]
    return ",".join(terms) + ("->" + "".join("..." if label is Ellipsis else _LETTERS[label] for label in operands[-1])
                              if len(operands) % 2 else "")


def einsum_terms(operands: Any) -> tuple[list[str], str, list[Any]]:
    """The letters of each array and of the result, with letters for `...` too; and the arrays."""
    arrays = [operands[place] for place in _places(operands)]
    text = _written(operands)
    inputs, arrow, output = text.partition("->")
    terms = inputs.split(",")
    extra = [np.ndim(x) - len(term.replace("...", "")) if "..." in term else 0
             for x, term in zip(arrays, terms, strict=True)]
    dots = "".join([letter for letter in reversed(_LETTERS) if letter not in text][: max(extra)])
    full = [term.replace("...", dots[len(dots) - n :]) for term, n in zip(terms, extra, strict=True)]
    if not arrow:
        letters = inputs.replace(",", "").replace(".", "")
        output = dots + "".join(sorted(letter for letter in set(letters) if letters.count(letter) == 1))
    return full, output.replace("...", dots), arrays


def uneinsum(bar: Any, operands: Any, k: int, optimize: Any = False) -> Any:
    """The cotangent of array number `k` of `np.einsum(*operands)`, where that of the result is `bar`."""
    terms, output, arrays = einsum_terms(operands)
    shape, term = np.shape(arrays[k]), terms[k]
    distinct = "".join(dict.fromkeys(term))
    labels = [output, *terms[:k], *terms[k + 1 :]]
    known = set().union(*labels)
    present = "".join(letter for letter in distinct if letter in known)
    bar = np.einsum(",".join(labels) + "->" + present, bar, *arrays[:k], *arrays[k + 1 :], optimize=bool(optimize))
    # labels that this array alone has were summed over; of axes of length 1 that were stretched, all that they became is
    sizes = [max(size for letter, size in zip(term, shape, strict=True) if letter == one) for one in distinct]
    bar = np.reshape(bar, [np.shape(bar)[present.index(letter)] if letter in present else 1 for letter in distinct])
    stretched = tuple(axis for axis, size in enumerate(sizes) if size == 1 and bar.shape[axis] != 1)
    bar = np.broadcast_to(np.sum(bar, axis=stretched, keepdims=True) if stretched else bar, sizes)
    if distinct == term:
        return bar
    result = np.zeros(shape, np.result_type(bar))
    np.einsum(f"{term}->{distinct}", result)[...] = bar  # a diagonal, which is a view
    return result


def einsum_with(x: Any, operands: Any, k: int, optimize: Any = False) -> Any:
    """`np.einsum(*operands)` with `x` for array number `k`: `uneinsum` is the transpose of this."""
    place = _places(operands)[k]
    return np.einsum(*operands[:place], x, *operands[place + 1 :], optimize=optimize)


def uneinsum_others(x: Any, bar: Any, operands: Any, k: int, optimize: Any = False) -> list[Any]:
    """The cotangents of the other arrays for `uneinsum(bar, operands, k)`, where that of the result is `x`."""
    place = _places(operands)[k]
    bars = uneinsum_all(bar, (*operands[:place], x, *operands[place + 1 :]), optimize)
    return [None if here == place else one for here, one in enumerate(bars)]


def uneinsum_dot(operands_dot: Any, bar: Any, operands: Any, k: int, optimize: Any = False) -> Any:
    """The tangent of `uneinsum(bar, operands, k)` along the other arrays; None in `operands_dot` stands for zero."""
    places = _places(operands)
    terms = [uneinsum(bar, (*operands[:place], operands_dot[place], *operands[place + 1 :]), k, optimize)
             for place in places if place != places[k] and operands_dot[place] is not None]
    return sum(terms[1:], terms[0]) if terms else np.zeros_like(operands[places[k]])


def uneinsum_all(bar: Any, operands: Any, optimize: Any = False) -> list[Any]:
    """The cotangents of the arguments of `np.einsum(*operands)`, None for those that are not arrays."""
    places = _places(operands)
    return [uneinsum(bar, operands, places.index(place), optimize) if place in places else None
            for place in range(len(operands))]


def einsum_dot(dots: Any, operands: Any) -> Any:
    """The tangent of `np.einsum` along `dots`, in which None stands for zero."""
    terms = [np.einsum(*operands[:place], dots[place], *operands[place + 1 :])
             for place in _places(operands) if dots[place] is not None]
    return sum(terms[1:], terms[0]) if terms else np.zeros_like(np.einsum(*operands))


def einsum_dot_dot(dots: Any, operands_dot: Any, operands: Any) -> Any:
    """The tangent of `einsum_dot(dots, operands)` along the operands; None stands for zero."""
    total: Any = 0.0
    for place in _places(operands):
        others = [None if k == place else one for k, one in enumerate(operands_dot)]
        if dots[place] is not None and any(one is not None for one in others):
            total = total + einsum_dot(others, (*operands[:place], dots[place], *operands[place + 1 :]))
    return total


def uneinsum_dots(bar: Any, dots: Any, operands: Any) -> list[Any]:
    """The cotangents of `operands` for `einsum_dot(dots, operands)`; None for those that are not arrays."""
    places = _places(operands)
    return [uneinsum_dot(dots, bar, operands, places.index(place)) if place in places else None
            for place in range(len(operands))]
