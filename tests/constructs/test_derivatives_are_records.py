"""Derivatives with the structure of a dataclass, or of a class of lists: they are no arguments of it, so that none of its code
looks at them.  What is held by such arguments, and by those of the classes of dicts of Python, is not changed by derivatives.
"""

from __future__ import annotations

import functools
from collections import Counter, OrderedDict, defaultdict
from dataclasses import dataclass, field

import numpy as np
import pytest

from tangentish import grad, jacobian, jvp, vjp
from tangentish.testing import variant_grad

P = np.array([0.2, 0.5, 0.3])


@dataclass
class Beam:
    """One that computes a field, and checks its arguments."""

    length: float
    loads: list
    inertia: float = field(init=False)

    def __post_init__(self):
        if self.length <= 0.0:
            raise ValueError("no length")
        self.inertia = self.length**3
        self.loads.append(self.length)

    @functools.cached_property
    def load(self):
        return sum(self.loads)


@dataclass(frozen=True, slots=True)
class Shares:
    """One that changes its arguments."""

    parts: np.ndarray

    def __post_init__(self):
        object.__setattr__(self, "parts", self.parts / np.sum(self.parts))


def deflection(beam):
    return -beam.loads[0] * beam.length**2 / beam.inertia


def entropy(shares):
    return -np.sum(shares.parts * np.log(shares.parts))


@pytest.mark.parametrize("found", [
    grad(deflection), variant_grad(deflection, kinds=False), lambda beam: vjp(deflection, beam)[1](1.0)[0]])
def test_a_field_that_is_computed(found):
    beam = Beam(2.0, [0.3])
    assert beam.load == 2.3
    beam_bar = found(beam)
    assert (beam_bar.length, *beam_bar.loads, beam_bar.inertia) == pytest.approx((-0.15, -0.5, 0.0, 0.01875))
    assert beam.loads == [0.3, 2.0] and "load" not in vars(beam_bar)


def test_a_jacobian():
    found = jacobian(lambda beam: np.array([beam.inertia, 2.0 * beam.length]))(Beam(2.0, [0.3]))
    np.testing.assert_array_equal(found.inertia, [1.0, 0.0])
    np.testing.assert_array_equal(found.length, [0.0, 2.0])


def test_fields_that_are_changed():
    shares = Shares(P * 3.0)
    np.testing.assert_allclose(grad(entropy)(shares).parts, -1.0 - np.log(P))


def test_results_and_tangents():
    ans, ans_dot = jvp(lambda x: Shares(np.array([x, 3.0 * x, 4.0 * x**2])), (0.5,), (1.0,))
    np.testing.assert_allclose(ans.parts, [1.0 / 6.0, 0.5, 1.0 / 3.0])
    np.testing.assert_allclose(ans_dot.parts, [-1.0 / 9.0, -1.0 / 3.0, 4.0 / 9.0])


class Vector(list):
    """A list that is made in another way than from a list."""

    def __init__(self, *items):
        super().__init__(items)
        self.unit = "m"


def test_lists_of_a_class():
    def volume(v):
        return v[0] ** 2 * v[1]

    v = Vector(2.0, 3.0)
    for v_bar in (grad(volume)(v), vjp(volume, v)[1](1.0)[0]):
        assert isinstance(v_bar, Vector) and v_bar == [12.0, 4.0] and v_bar.unit == "m"
    assert jvp(volume, (v,), (Vector(1.0, 2.0),))[1] == 20.0
    ans, ans_dot = jvp(lambda x: Vector(x, x**2), (3.0,), (1.0,))
    assert (ans, ans_dot) == ([3.0, 9.0], [1.0, 6.0])


@dataclass(frozen=True)
class Disc:
    radius: float
    weights: tuple

    @functools.cached_property
    def area(self):
        return self.radius**2 * np.pi

    @functools.cached_property
    def loads(self):
        return self.weights[0] * self.area


def test_cached_properties_of_an_argument_in_both_modes():
    def load(disc):
        return disc.area * np.sum(disc.loads) + disc.radius

    disc, moved = Disc(0.5, (P,)), Disc(1.0, (np.zeros(3),))
    area = np.pi * 0.25
    for _ in range(2):  # the second time they are kept
        assert jvp(load, (disc,), (moved,))[1] == pytest.approx(2.0 * area * np.pi + 1.0)
        assert grad(load)(disc).radius == pytest.approx(2.0 * area * np.pi + 1.0)
    assert disc.area == pytest.approx(area)


@pytest.mark.parametrize("table", [
    defaultdict(float, {"a": 0.5, "b": P}), OrderedDict(a=0.5, b=P), {"a": 0.5, "b": P}])
def test_dicts_of_all_classes_are_left_as_they_were(table):
    def total(table):
        table["b"] *= table["a"]
        table["a"] = table["a"] ** 2
        table["c"] = table["a"] * 3.0
        return np.sum(table["b"]) * table["c"]

    want = 9.0 * 0.5**2
    for _ in range(2):
        assert grad(total)(table)["a"] == pytest.approx(want)
        assert jvp(total, (table,), ({"a": 1.0, "b": np.zeros(3)},))[1] == pytest.approx(want)
    assert list(table) == ["a", "b"] and table["a"] == 0.5
    np.testing.assert_array_equal(table["b"], [0.2, 0.5, 0.3])


def test_a_counter_is_left_as_it_was():
    def total(counts):
        counts["a"] *= 2.0 + counts["c"]
        return counts["a"] ** 2 + counts["b"]

    counts = Counter(a=0.5, b=0.25)
    for _ in range(2):
        assert grad(total)(counts) == {"a": 4.0, "b": 1.0}
        assert jvp(total, (counts,), ({"a": 1.0, "b": 1.0},))[1] == 5.0
    assert counts == {"a": 0.5, "b": 0.25}
