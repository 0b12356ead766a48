"""Derivatives with the structure of a dataclass: they are no arguments of it, so that none of its code looks at them."""

from __future__ import annotations

import functools
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
