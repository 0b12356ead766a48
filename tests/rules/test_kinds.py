"""What is known of the result of a call holds for other values, and for other sizes, than those of the samples it is known from."""

from __future__ import annotations

from typing import Any

import gast
import numpy as np
import pytest

import tests.rules.test_rules  # noqa: F401  # all samples
from tangentish.analysis.infer import Infer
from tangentish.analysis.kinds import UNKNOWN, Array, Const, Kind, Scalar, Sequence, kinds_of
from tangentish.frontend.resolve import MISSING
from tests.rules.samples import SAMPLES, Sample

VALUES = (lambda a: a, lambda a: 0 * a, lambda a: 0 * a + 1, lambda a: -a, np.round, lambda a: 100 * a)
SIZES = ((2, 3, 4, 5), (9, 8, 7, 6), (40, 30, 20, 10), (5, 2, 2, 2))
NUMBERS = {float: (-1.5, 7.0, 0.0, 30.0), int: (0, 1, 2, 5, 9)}
OTHER_TYPES = {"factorial", "factorial2", "invhilbert", "max", "min", "pow"}
"""Functions that give a float or an int, or a complex number, as it comes; the kinds of their results may say either number."""


class One:
    """A scope in which `function` is the only name."""

    def __init__(self, function: Any) -> None:
        self.function = function
        self.imports: dict[str, Any] = {}

    def resolve(self, node: Any) -> Any:
        return self.function if isinstance(node, gast.Name) and node.id == "function" else MISSING


def kind_of_call(function: Any, args: list[Any], keywords: list[str]) -> Kind:
    """The kind of a call, of which the last arguments have these keywords."""
    env = {f"a{key}": kind for key, kind in kinds_of(dict(enumerate(args))).items()}
    names = list(env)
    named = names[len(names) - len(keywords) :]
    passed = [*names[: len(names) - len(keywords)], *(f"{key}={name}" for key, name in zip(keywords, named, strict=True))]
    node = gast.parse(f"function({', '.join(passed)})", mode="eval").body
    return Infer([], env, One(function)).expr(node, env)


def differs(kind: Kind, value: Any, sizes: dict[str, int]) -> str:
    """In what a value is not of a kind."""

    def fits(dim: Any, size: int) -> bool:
        return dim is None or size == (dim if isinstance(dim, int) else max(sizes[dim[0]] + dim[1], 0))

    if isinstance(kind, Array):
        if type(value) is not np.ndarray or value.dtype != kind.dtype or value.ndim != len(kind.dims):
            return f"{kind}, and not {value!r}"
        return "" if all(map(fits, kind.dims, value.shape)) else f"{kind} with {sizes}, and not {value.shape}"
    if isinstance(kind, Scalar):
        return "" if type(value) is kind.type and (kind.dim is None or fits(kind.dim, value)) else f"{kind}, and not {value!r}"
    if isinstance(kind, Sequence):
        if len(kind.items) != len(value):
            return f"{len(kind.items)} items, and not {len(value)}"
        return next(filter(None, (differs(item, part, sizes) for item, part in zip(kind.items, value, strict=True))), "")
    return "" if not isinstance(kind, Const) or kind.value is value else f"{kind}, and not {value!r}"


def variants(args: list[Any]) -> list[tuple[list[Any], dict[str, int]]]:
    """These arguments with other values and of other sizes, and the sizes that symbols then stand for."""
    arrays = [a for a in args if type(a) is np.ndarray]
    symbols: dict[int, str] = {}
    for array in arrays:
        for size in array.shape:
            if size > 1:
                symbols.setdefault(size, f"n{len(symbols)}")
    own = {symbol: size for size, symbol in symbols.items()}
    found = [([value(a).astype(a.dtype) if type(a) is np.ndarray and a.dtype.kind in "fciu" else a for a in args], own)
             for value in VALUES]
    rng = np.random.default_rng(0)
    for sizes in SIZES if len(symbols) <= 4 else ():
        other = dict(zip(symbols, sizes, strict=False))
        found.append(([np.abs(rng.normal(size=[other.get(size, size) for size in a.shape])).astype(a.dtype)
                       if type(a) is np.ndarray else a for a in args],
                      {symbols[size]: other[size] for size in symbols}))
    for cls, numbers in NUMBERS.items():
        found += [([number if type(a) is cls else a for a in args], own) for number in numbers if cls in map(type, args)]
    return found


def chosen() -> list[Sample]:
    """Some samples of each function, without those that have arrays in lists, whose sizes have symbols too."""
    count: dict[str, int] = {}
    found = []
    for sample in SAMPLES:
        name = getattr(sample.function, "__name__", str(sample.function))
        plain = not any(isinstance(a, list | tuple) and any(isinstance(item, np.ndarray | list) for item in a)
                        for a in (*sample.args, *sample.kwargs.values()))
        if plain and name not in OTHER_TYPES and count.get(name, 0) < 2:
            count[name] = count.get(name, 0) + 1
            found.append(sample)
    return found


@pytest.mark.parametrize("part", range(20))
@pytest.mark.filterwarnings("ignore")
def test_kinds_hold_for_other_arguments(part: int) -> None:
    wrong = []
    for sample in chosen()[part::20]:
        args = [*sample.args, *sample.kwargs.values()]
        kind = kind_of_call(sample.function, args, list(sample.kwargs))
        for values, sizes in variants(args) if kind != UNKNOWN else ():
            values = [a.copy() if isinstance(a, np.ndarray) else a for a in values]
            count = len(sample.args)
            try:
                with np.errstate(all="ignore"):
                    ans = sample.function(*values[:count], **dict(zip(sample.kwargs, values[count:], strict=True)))
            except Exception:  # of the function itself, for arguments that it does not take
                continue
            difference = differs(kind, ans, sizes)
            if difference:
                wrong.append(f"{sample}: {difference}")
                break
    assert wrong == []


def test_nothing_is_printed_while_a_program_is_made(capsys: pytest.CaptureFixture[str]) -> None:
    import tangentish

    def noisy(x: Any) -> Any:
        nothing = print("size", x.shape)
        return np.sum(x**2) if nothing is None else 0.0

    gradient = tangentish.grad(noisy)
    gradient.source_for(np.ones(3))
    assert capsys.readouterr().out == ""
    gradient(np.ones(3))
    assert capsys.readouterr().out == "size (3,)\n"
