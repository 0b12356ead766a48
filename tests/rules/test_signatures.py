"""Arguments by place, with releases of NumPy that tell no signatures of what is written in C."""

import inspect

import numpy as np
import pytest

from tangentish import signatures
from tangentish.derive import operands
from tests.constructs.cases import P4, V3, V4
from tests.oracle import check_gradient


@pytest.fixture
def old_release(monkeypatch):
    """`inspect.signature` as it is with NumPy 2.3; what was found before is not known."""
    told = inspect.signature

    def untold(function, **options):
        if type(function).__name__ in ("builtin_function_or_method", "_ArrayFunctionDispatcher") and not inspect.isfunction(
                inspect.unwrap(function)):
            raise ValueError(f"no signature found for builtin {function!r}")
        return told(function, **options)

    signatures.signature_told.cache_clear()
    monkeypatch.setattr(operands, "_BOUND", {})
    monkeypatch.setattr(inspect, "signature", untold)
    yield
    signatures.signature_told.cache_clear()


def typed(x):
    y = np.asarray(x, float)
    z = np.array(y, np.float64) * np.asanyarray(x, float, "C") + np.ascontiguousarray(x, float)
    out = np.empty(z.shape, float)
    np.copyto(out, z * y, "same_kind", y > 0.0)
    return np.sum(np.where(y > 0.0, out, np.asfortranarray(z, float))) + np.dot(z, y)


def joined(x, y):
    both = np.concatenate([x, y], 0)
    out = np.empty_like(both, float)
    np.concatenate([y, x], 0, out)
    return np.sum(out**2 * both) + np.sum(np.bincount(np.array([0, 2, 0]), x, 4) ** 2)


@pytest.mark.parametrize(("program", "args"), [(typed, (V4,)), (typed, (list(P4),)), (joined, (V3, V4))])
def test_arguments_by_place(program, args, old_release):
    check_gradient(program, *args, argnums=tuple(range(len(args))))


def test_signatures_are_those_of_new_releases():
    for function, held in signatures._OF_OLD_RELEASES.items():
        try:
            told = inspect.signature(function)
        except ValueError:
            continue
        known = inspect.signature(held)
        new = [key for key in told.parameters if key not in known.parameters]
        assert all(told.parameters[key].kind is inspect.Parameter.KEYWORD_ONLY for key in new), function
        for key, parameter in known.parameters.items():
            assert (parameter.kind, parameter.default) == (told.parameters[key].kind, told.parameters[key].default), function
