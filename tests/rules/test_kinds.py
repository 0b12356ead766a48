"""What is known of the result of a call holds for other values, and for other sizes, than those of the samples it is known from."""

from __future__ import annotations

from typing import Any

import gast
import numpy as np
import pytest

import tests.rules.test_rules  # noqa: F401  # all samples
from tangentish.analysis.kinds import UNKNOWN, Array, Const, Kind, Scalar, Sequence, kinds_of
from tangentish.analysis.kinds.infer import Infer
from tangentish.frontend.resolve import MISSING
from tests.rules.samples import SAMPLES, Sample

VALUES = (lambda a: a, lambda a: 0 * a, lambda a: 0 * a + 1, lambda a: -a, np.round, lambda a: 100 * a)
LARGER = (13, 17, 19)  # of which nothing is known but that they are not small
SIZES = ((12, 13, 14), (40, 30, 20), (25, 12, 12), (15, 15, 15))
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
    """In what a value is not of a kind; `UNKNOWN` stands for a call that was not possible."""
    if value is UNKNOWN:
        return ""

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


def resized(args: list[Any], sizes: dict[int, int]) -> list[Any]:
    """Arrays with other numbers in them, of which each size is another one."""
    rng = np.random.default_rng(0)
    return [np.abs(rng.normal(size=[sizes.get(size, size) for size in a.shape])).astype(a.dtype)
            if type(a) is np.ndarray else a for a in args]


def cases(args: list[Any]) -> list[tuple[list[Any], list[tuple[list[Any], dict[str, int]]]]]:
    """These arguments, of their sizes and of larger ones: what a kind is found for, and what it should be right for.

    With other values; with other sizes, and what symbols then stand for.
    """
    found = [(args, [([value(a).astype(a.dtype) if type(a) is np.ndarray and a.dtype.kind in "fciu" else a for a in args], {})
                     for value in VALUES])]
    for cls, numbers in NUMBERS.items():
        found[0][1].extend(([number if type(a) is cls else a for a in args], {}) for number in numbers if cls in map(type, args))
    own = list(dict.fromkeys(size for a in args if type(a) is np.ndarray for size in a.shape if size > 1))
    if 0 < len(own) <= len(LARGER):
        shown = resized(args, dict(zip(own, LARGER, strict=False)))
        symbols = {size: f"n{place}" for place, size in enumerate(LARGER)}
        found.append((shown, [(resized(args, dict(zip(own, sizes, strict=False))),
                               {symbols[large]: size for large, size in zip(LARGER, sizes, strict=True)}) for sizes in SIZES]))
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


def called(sample: Sample, values: list[Any]) -> Any:
    """What the function gives for other arguments; `UNKNOWN` if it does not take them."""
    values = [a.copy() if isinstance(a, np.ndarray) else a for a in values]
    count = len(sample.args)
    try:
        with np.errstate(all="ignore"):
            return sample.function(*values[:count], **dict(zip(sample.kwargs, values[count:], strict=True)))
    except Exception:  # of the function itself
        return UNKNOWN


@pytest.mark.parametrize("part", range(20))
@pytest.mark.filterwarnings("ignore")
def test_kinds_hold_for_other_arguments(part: int) -> None:
    wrong = []
    for sample in chosen()[part::20]:
        for args, others in cases([*sample.args, *sample.kwargs.values()]):
            kind = kind_of_call(sample.function, args, list(sample.kwargs))
            wrong += [f"{sample}: {found}" for values, sizes in (others if kind != UNKNOWN else ())
                      if (found := differs(kind, called(sample, values), sizes))][:1]
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
