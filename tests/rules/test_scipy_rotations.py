"""Rotations and rigid motions: SciPy's compiled functions are differentiated as their counterparts in Python."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from scipy.spatial.transform import Rotation, RotationSpline, Slerp

import tangentish
from tangentish.errors import UnsupportedError
from tests.oracle import check_gradient

pytest.importorskip("scipy.spatial.transform._rotation_xp")  # SciPy has them twice from 1.17 on
from scipy.spatial.transform import RigidTransform

V = np.array([[0.3, -0.5, 0.7], [0.2, 0.9, -0.4]])
Q = np.array([[0.3, -0.5, 0.7, 0.6], [0.2, 0.9, -0.4, 0.3]])
M = np.array([[0.9, 0.2, -0.3], [-0.1, 1.1, 0.4], [0.3, -0.2, 0.8]])


def weighted(x: Any) -> Any:
    return np.sum(np.reshape(1.0 + 0.5 * np.cos(np.arange(float(np.size(x)))), np.shape(x)) * x)


def motion(v: Any) -> Any:
    return RigidTransform.from_components(v, Rotation.from_rotvec(v[::-1]))


PROGRAMS: dict[str, tuple[Any, Any]] = {
    "angles": (lambda a: Rotation.from_euler("xyz", a).as_matrix(), V),
    "degrees": (lambda a: Rotation.from_euler("zyx", a, degrees=True).as_quat(), V[0]),
    "one angle": (lambda a: Rotation.from_euler("z", a).as_rotvec(), 0.7),
    "vectors": (lambda v: Rotation.from_rotvec(v).as_euler("zxy"), V),
    "vector": (lambda v: Rotation.from_rotvec(v).as_mrp(), V[0]),
    "matrix": (lambda m: Rotation.from_matrix(m).as_quat(), M),
    "matrices": (lambda m: Rotation.from_matrix(np.stack([m, m.T])).as_rotvec(), M),
    "applied": (lambda q: Rotation.from_quat(q).apply(V), Q),
    "canonical": (lambda q: Rotation.from_quat(-q).as_quat(canonical=True, scalar_first=True), Q),
    "power": (lambda q: (Rotation.from_quat(q) ** 0.7).as_matrix(), Q),
    "product": (lambda q: (Rotation.from_quat(q).inv() * Rotation.from_quat(q[::-1] + 0.3)).as_matrix(), Q),
    "of a list": (lambda q: Rotation.concatenate([Rotation.from_quat(q), Rotation.from_quat(q[0])])[1:].as_matrix(), Q),
    "magnitude": (lambda q: Rotation.from_quat(q).magnitude(), Q),
    "davenport": (lambda a: Rotation.from_davenport(np.eye(3), "extrinsic", a).as_davenport(np.eye(3), "intrinsic"), V),
    "between": (lambda v: Slerp([0.0, 1.0], Rotation.from_rotvec(v))([0.2, 0.7]).as_matrix(), V),
    "spline": (lambda v: RotationSpline(range(3), Rotation.from_rotvec(np.vstack([v, v[:1] * 0.3])))([0.2, 0.7]).as_matrix(), V),
    "translation": (lambda v: RigidTransform.from_translation(v).as_matrix(), V),
    "rotation in a motion": (lambda v: motion(v[0]).rotation.as_matrix(), V),
    "none in a translation": (lambda v: RigidTransform.from_translation(v).rotation.as_quat() + v[0], V[0]),
    "motions": (lambda v: (motion(v) * motion(v**2)).apply(v), V),
    "coordinates": (lambda v: RigidTransform.from_exp_coords(v).as_dual_quat(), np.hstack([V, V**2])),
    "dual": (lambda q: RigidTransform.from_dual_quat(q).inv().as_exp_coords(), np.hstack([Q, Q[:, ::-1]])),
}


@pytest.mark.parametrize("label", PROGRAMS)
def test_value_and_derivative(label: str) -> None:
    program, at = PROGRAMS[label]

    def fun(x: Any) -> Any:
        return weighted(program(x))

    check_gradient(fun, at, repeats=1, size=1e-4)
    np.testing.assert_allclose(tangentish.value_and_grad(fun)(at)[0], fun(at), rtol=1e-12)


@pytest.mark.parametrize("fun", [
    lambda v: Rotation.from_rotvec(v).as_matrix(),
    lambda v: RigidTransform.from_exp_coords(np.concatenate([v, v])).as_matrix(),
])
def test_complex_numbers_are_refused(fun: Any) -> None:
    """The compiled functions drop imaginary parts."""
    for derivative in (tangentish.grad, lambda f: lambda v: tangentish.jvp(f, (v,), (v,))):
        with pytest.raises(UnsupportedError, match="complex numbers have no derivative"):
            derivative(lambda v: weighted(fun(v)))(V[0] + 0.2j)
