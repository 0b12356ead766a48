"""Containers as arguments: the derivative has the same structure."""

from collections import deque, namedtuple
from dataclasses import dataclass, fields

import numpy as np
import pytest

import tangentish
from tests.constructs.cases import F32, M33, V3, V4, Cases
from tests.oracle import assert_same, check_gradient, directional, inner, random_like

case = Cases()

Layer = namedtuple("Layer", "w b")


@dataclass
class Beam:
    length: float
    load: np.ndarray

    def energy(self):
        return self.length**3 * np.sum(self.load**2)


@dataclass(frozen=True)
class Frame:
    left: Beam
    scale: float


@case([0.4, -0.9, 1.3])
@case((0.4, -0.9, 1.3))
@case([V3, V4, 0.5])
@case(([0.4, 0.6], [V3], (M33, 0.1)))
@case([np.float64(0.4), np.array(0.6)])
@case([V3.astype(np.float32), 0.5], **F32)
def sum_of_leaves(items):
    total = 0.0
    for k, item in enumerate(items):
        total = total + (sum_of_leaves(item) if isinstance(item, (list, tuple)) else np.sum(item**2)) * (k + 1)
    return total


@case([[0.2, 0.3], [0.4, -0.7]])
def list_of_lists_as_matrix(rows):
    a = np.array(rows)
    rows[0][1] = rows[1][0] ** 2
    return np.sum(a @ a) * rows[0][1] + len(rows)


@case(1.3, [0.4, -0.9], argnums=(0, 1))
@case(1.3, (0.4, -0.9), argnums=(0, 1))
@case(1.3, [V3, 0.7], argnums=(0, 1))
@case(1.3, {0: 0.4, 1: V3}, argnums=(0, 1))
def held_by_a_dict(x, items):
    held = {"items": items, "scale": x}
    return held["scale"] * np.sum(held["items"][0]) * np.sum(held["items"][1])


@case(1.3, [0.4, -0.9], argnums=(0, 1))
def held_but_not_read(x, items):
    held = [items]
    return held[0][0] * x if x > 2.0 else x * x


@case({"w": M33, "b": V3, "scale": 0.3}, V3, argnums=(0, 1))
@case({"w": M33, "b": V3, "scale": 0.3, "unused": 1.5}, V3, argnums=0)
def dict_of_parameters(params, x):
    h = np.tanh(params["w"] @ x + params["b"])
    return params["scale"] * np.sum(h**2)


@case([Layer(M33, V3), Layer(M33.T, 0.5)], V3, argnums=(0, 1))
@case((Layer(w=M33, b=None), Layer(M33, V3)), V3, argnums=(0, 1))
def layers_with_none(layers, x):
    for w, b in layers:
        x = w @ x
        if b is not None:
            x = np.sin(x + b)
    return np.sum(x**2)


@case({"a": [0.4, {"b": (V3, None)}], "c": None})
def nested_with_none(tree):
    b, nothing = tree["a"][1]["b"]
    if nothing is None and tree["c"] is None:
        return tree["a"][0] * np.sum(b**3)
    return 0.0


@case((0.4, V3), {"k": 0.7}, argnums=(0, 1))
def same_array_in_two_places(pair, options):
    first = [pair[1], pair[1]]
    first[0][0] = pair[0] ** 2
    return np.sum(first[0] * first[1]) * options["k"] * options.get("missing", 1.0)


def dataclass_argument(beam, factor):
    doubled = Beam(2.0 * beam.length, beam.load * factor)
    return beam.energy() * factor + doubled.energy()


def dataclass_written(beam, factor):
    beam.load[0] = beam.length**2
    beam.length *= factor
    return beam.energy()


def nested_dataclass(frame, factor):
    return frame.scale * frame.left.energy() * factor + frame.scale**2


def pack(value):
    """Dataclasses as tuples, for the oracle."""
    if hasattr(value, "__dataclass_fields__"):
        return tuple(pack(getattr(value, f.name)) for f in fields(value))
    return value


@pytest.mark.parametrize("fun, args, options", case)
def test_gradient(fun, args, options):
    bars = check_gradient(fun, *args, **options)
    argnums = options.get("argnums", 0)
    check_structure(bars, args[argnums] if isinstance(argnums, int) else tuple(args[k] for k in argnums))


def check_structure(bar, value):
    """`bar` has the structure, shapes and dtypes of `value`."""
    if value is None:
        assert bar is None
    elif isinstance(value, dict):
        assert type(bar) is type(value) and list(bar) == list(value)
        for key in value:
            check_structure(bar[key], value[key])
    elif isinstance(value, (list, tuple)):
        assert type(bar) is type(value) and len(bar) == len(value)
        for b, v in zip(bar, value, strict=True):
            check_structure(b, v)
    else:
        assert np.shape(bar) == np.shape(value)
        assert np.asarray(bar).dtype == np.asarray(value).dtype


@pytest.mark.parametrize("fun, make, build", [
    (dataclass_argument, lambda: Beam(0.7, V3.copy()), lambda t: Beam(*t)),
    (dataclass_written, lambda: Beam(0.7, V3.copy()), lambda t: Beam(*t)),
    (nested_dataclass, lambda: Frame(Beam(0.7, V3.copy()), 1.2), lambda t: Frame(Beam(*t[0]), t[1])),
])
def test_dataclass(fun, make, build):
    import tangentish

    value = make()
    bar, factor_bar = tangentish.grad(fun, argnums=(0, 1))(value, 0.6)
    assert type(bar) is type(value)
    if fun is not dataclass_written:
        assert_same(pack(value), pack(make()))
    args = (pack(make()), 0.6)
    rng = np.random.default_rng(0)
    directions = tuple(random_like(arg, rng) for arg in args)
    want = directional(lambda t, factor: fun(build(t), factor), args, (0, 1), directions)
    got = inner(pack(bar), directions[0]) + inner(factor_bar, directions[1])
    assert got == pytest.approx(want, rel=1e-7)


def test_a_deque() -> None:
    def squares(q):
        q.append(q[0] * 3)
        return sum(v * v for v in q)

    given = deque([1.0, 2.0])
    for _ in range(2):
        assert tangentish.grad(squares)(given) == tangentish.vjp(squares, given)[1](1.0)[0] == deque([20.0, 4.0])
    assert given == deque([1.0, 2.0])
    with pytest.raises(tangentish.DerivativeTypeError, match="deque"):
        tangentish.jacfwd(squares)(given)
