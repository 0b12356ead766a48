"""Batched tangent programs: the same numbers as the tangent program itself, called for each direction."""

from __future__ import annotations

import inspect
import pickle
import tracemalloc
from concurrent.futures import ThreadPoolExecutor

import numpy as np
import pytest

import tangentish
from tangentish import blocks, columns, grad, hessian, jacfwd, jacobian, jacrev
from tangentish.derivative.forward import Forward
from tangentish.leaves import leaves
from tangentish.nested import units
from tests.rules.programs import defined
from tests.rules.programs import program as program_of
from tests.rules.samples import SAMPLES

from . import programs, shadowed
from .programs import PROGRAMS, M, X

LOOPED_ROWS = {
    # of results that are numbers, complex, or several, there is one row, or none
    "called_for_a_number", "complex_values", "horner", "in_a_list", "newton", "python_mathematics", "several_results", "until",
    "zero_dimensional",
    # tables of adjoints, functions of the user's, None or a number on a tape, lists of parts
    "added_at", "branches", "called", "differences", "dots", "empty_part", "grown", "index_arrays_apart", "joined", "lambdas",
    "matrices", "reshaped", "row_views", "running", "single", "single_with_numbers", "stacked", "transposed_and_written", "turned",
    "view_written",
}
"""Programs for whose gradients there is none."""
LOOPED = {"empty", "grown", "in_a_list", "single_with_numbers"}
"""Programs for which there is no batched form."""


def differences(fun, args, h=1e-6):
    """The Jacobian by central differences, of functions with one result."""
    x = args[0]
    found = []
    for unit in units(x):
        up, down = (np.asarray(fun(x + step * unit, *args[1:])) for step in (h, -h))
        found.append((up - down) / (2 * h))
    return np.stack(found, axis=-1).reshape(*found[0].shape, *x.shape)


def assert_same(found, want) -> None:
    """Equal to the last digits, of the same dtype and shape."""
    assert (found.shape, found.dtype) == (want.shape, want.dtype)
    scale = np.max(np.abs(want), initial=0.0)
    precision = 1e-5 if want.dtype == np.float32 else 1e-12
    np.testing.assert_allclose(found, want, rtol=precision, atol=precision * scale)


@pytest.mark.parametrize(("fun", "args"), PROGRAMS, ids=[fun.__name__ for fun, _ in PROGRAMS])
def test_as_direction_by_direction(fun, args) -> None:
    derivative = jacfwd(fun)
    before = [np.copy(arg) if isinstance(arg, np.ndarray) else arg for arg in args]
    found = derivative(*args)
    assert all(np.array_equal(a, b) for a, b in zip(args, before, strict=True))
    assert ("_batched(" in derivative.source) == (fun.__name__ not in LOOPED)
    _, looped = blocks.looped_columns(Forward(fun), args, 0)
    for (_, one), (_, want) in zip(leaves(found), looped.items(), strict=True):
        assert_same(one, want[()])


@pytest.mark.parametrize(("fun", "args"), PROGRAMS, ids=[fun.__name__ for fun, _ in PROGRAMS])
def test_as_row_by_row(fun, args) -> None:
    if fun.__name__ == "complex_values":
        pytest.skip("reverse mode refuses complex results")
    derivative = jacrev(fun)
    before = [np.copy(arg) if isinstance(arg, np.ndarray) else arg for arg in args]
    found = derivative(*args)
    assert all(np.array_equal(a, b) for a, b in zip(args, before, strict=True))
    assert ("_batched(" in derivative.source) == (fun.__name__ not in LOOPED_ROWS)
    want = blocks.looped_rows(fun, args, [0])[1][0]
    for (_, one), (_, other) in zip(leaves(found), leaves(want), strict=True):
        assert_same(one, other)


SAMPLED = [sample for number, sample in enumerate(SAMPLES) if number % 12 == 0]


@pytest.mark.parametrize("part", range(12))
@pytest.mark.filterwarnings("ignore")
def test_rules(part) -> None:
    """Programs of one rule each, some of them for each run."""
    batched = 0
    for sample in SAMPLED[part::12]:
        made = program_of(sample)
        source = inspect.getsource(made.function)
        if "np.sum(w * " not in source:
            continue
        fun = defined("program", source.replace("np.sum(w * ", "(w * "), made.function.__globals__)
        for place, x in enumerate(made.active):
            if not isinstance(x, np.ndarray) or x.dtype != float:
                continue
            forward = Forward(fun)
            found = columns.columns(forward, made.values, place)
            if found is not None:
                _, want = blocks.looped_columns(forward, made.values, place)
                close(found[1][0].reshape(want[()][()].shape), want[()][()], sample)
            rows = columns.Rows(fun)(made.values, [place])
            if rows is not None:
                other = blocks.looped_rows(fun, made.values, [place])[1][0]
                close(rows[1][0].reshape(other.shape), other, sample)
            batched += (found is not None) + (rows is not None)
    assert batched > 5


def close(found, want, sample) -> None:
    scale = 1.0 + np.max(np.abs(want), initial=0.0)
    np.testing.assert_allclose(found, want, rtol=1e-10, atol=1e-10 * scale, err_msg=str(sample))


SMOOTH = [(fun, args) for fun, args in PROGRAMS if args[0].dtype == float and fun.__name__ not in ("empty", "several_results")]


@pytest.mark.parametrize(("fun", "args"), SMOOTH, ids=[fun.__name__ for fun, _ in SMOOTH])
def test_as_central_differences(fun, args) -> None:
    args = (args[0].copy(), *args[1:])
    want = differences(lambda x, *rest: fun(x.copy(), *rest), args)
    np.testing.assert_allclose(jacfwd(fun)(*args), want, rtol=1e-6, atol=1e-7)
    if not np.iscomplexobj(want):
        np.testing.assert_allclose(jacrev(fun)(*args), want, rtol=1e-6, atol=1e-7)


def test_the_program_is_readable() -> None:
    derivative = jacfwd(programs.heat)
    derivative(X, 3)
    assert derivative.source.splitlines()[2:] == """\
    u = u.copy()  # heat writes into u
    u_dot = u_dot.copy()
    # forward sweep
    for _ in range(steps):
        u_dot[:, 1:-1] += (u_dot[:, 2:] - u_dot[:, 1:-1] * 2.0 + u_dot[:, :-2]) * 0.1
        u[1:-1] += 0.1 * (u[2:] - 2.0 * u[1:-1] + u[:-2])
    ans = u ** 2
    ans_dot = u_dot * 2 * u
    return ans, ans_dot""".splitlines()


def test_the_program_of_rows_is_readable() -> None:
    derivative = jacrev(programs.heat)
    derivative(X, 3)
    assert derivative.source.splitlines()[2:] == """\
    u = u.copy()  # heat writes into u
    # primal sweep
    for _ in range(steps):
        u[1:-1] += 0.1 * (u[2:] - 2.0 * u[1:-1] + u[:-2])
    ans = u ** 2
    # reverse sweep
    u_bar = ans_bar * 2.0 * u
    for _ in range(steps):
        t_bar = 0.1 * u_bar[:, 1:-1]
        u_bar[:, 1:-1] *= 0.8
        u_bar[:, :-2] += t_bar
        u_bar[:, 2:] += t_bar
    return u_bar,""".splitlines()


CALLS = []
note = CALLS.append


def noted(x):
    note(1)
    return np.sin(x) * x[0]


def test_the_primal_runs_once() -> None:
    CALLS.clear()
    jacfwd(noted)(X)
    assert CALLS == [1]


def test_directions_in_turns(monkeypatch) -> None:
    want = jacfwd(programs.softmax)(M)
    monkeypatch.setattr(columns, "ENTRIES", 60)  # five rows of a matrix of twelve entries at a time
    CALLS.clear()
    np.testing.assert_array_equal(jacfwd(programs.softmax)(M), want)
    jacfwd(noted)(np.arange(1.0, 40.0))
    assert len(CALLS) == 39  # not even two at a time
    monkeypatch.setattr(columns, "ENTRIES", 390)
    CALLS.clear()
    jacfwd(noted)(np.arange(1.0, 40.0))
    assert len(CALLS) == 4


def spread_out(x):
    return np.sum(np.sin(x[:, None] * x) @ x, axis=0) * x[:3]


def test_memory_is_bounded() -> None:
    x = np.linspace(0.0, 1.0, 400)  # a value of 160,000 entries, for each of 400 directions
    derivative = jacfwd(spread_out)
    derivative(x[:5])
    tracemalloc.start()
    derivative(x)
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert peak < 60 * columns.ENTRIES  # bytes: seven such values in double precision


def roots(x):
    return np.sqrt(x) * x[1]


@pytest.mark.filterwarnings("ignore::RuntimeWarning")
def test_where_the_arithmetic_is_special_it_is_that_of_the_program() -> None:
    x = np.array([0.0, 1.0, 4.0])
    _, want = blocks.looped_columns(Forward(roots), (x,), 0)
    np.testing.assert_array_equal(jacfwd(roots)(x), want[()][()])
    big = np.array([1e200, 1.0])
    _, want = blocks.looped_columns(Forward(cubes), (big,), 0)
    np.testing.assert_array_equal(jacfwd(cubes)(big), want[()][()])


def logarithm_or(z):
    try:
        return np.log(z)
    except Exception:
        return 3.0


def beside_an_infinity(x):
    return x * (1.0 if logarithm_or(np.zeros(1))[0] < 0.0 else 2.0)


@pytest.mark.filterwarnings("ignore::RuntimeWarning")
def test_what_a_program_catches_is_not_of_our_making() -> None:
    for operator in (jacfwd, jacrev):
        np.testing.assert_array_equal(operator(beside_an_infinity)(X), np.eye(5))


def test_builtins_that_have_another_meaning() -> None:
    np.testing.assert_allclose(jacfwd(shadowed.with_zip)(X), differences(shadowed.with_zip, (X,)), rtol=1e-6, atol=1e-7)


def cubes(x):
    return x**3 * 1e10


def test_errors_are_those_of_the_program() -> None:
    def checked(x):
        if x[0] > 0.0:
            raise KeyError("positive")
        return x * x

    with pytest.raises(KeyError, match="positive"):
        jacfwd(checked)(X)
    with pytest.raises(IndexError):
        jacfwd(lambda x: x[7] * x)(X)


def test_a_primal_that_is_run_again_is_run_once(monkeypatch) -> None:
    CALLS.clear()
    jacrev(noted)(X)
    assert CALLS == [1, 1]  # for the shape of the result, and for all rows
    monkeypatch.setattr(columns, "ENTRIES", 390)
    CALLS.clear()
    x = np.arange(1.0, 40.0)
    np.testing.assert_allclose(jacrev(noted)(x), jacfwd(noted)(x), rtol=1e-12)
    assert len(CALLS) == 1 + 4 + 4


def scaled(x):
    return factor(x) * x


def factor(x):
    return 2.0 * x


def test_functions_are_read_as_they_are_at_the_call(monkeypatch) -> None:
    derivative = jacfwd(scaled)
    np.testing.assert_allclose(derivative(X), np.diag(4.0 * X))
    monkeypatch.setitem(globals(), "factor", programs.first_of)
    np.testing.assert_allclose(derivative(X), np.eye(5) * X[0] + np.outer(X, np.eye(5)[0]))


def test_several_arguments() -> None:
    def bilinear(x, w):
        return w @ x

    w = np.arange(10.0).reshape(2, 5)
    derivative = jacfwd(bilinear, (0, 1))
    by_x, by_w = derivative(X, w)
    np.testing.assert_allclose(by_x, w)
    np.testing.assert_allclose(by_w, np.einsum("ij,k->ijk", np.eye(2), X))
    assert "_batched(w, x, w_dot)" in derivative.source or "_batched(x, w, w_dot)" in derivative.source


def test_several_arguments_by_rows() -> None:
    def bilinear(x, w):
        return w @ x

    w = np.arange(10.0).reshape(2, 5)
    derivative = jacrev(bilinear, (1, 0))
    by_w, by_x = derivative(X, w)
    np.testing.assert_allclose(by_x, w)
    np.testing.assert_allclose(by_w, np.einsum("ij,k->ijk", np.eye(2), X))
    assert "_batched(" in derivative.source
    again = jacrev(bilinear, (0, 0))(X, w)
    np.testing.assert_allclose(again[0], w)
    np.testing.assert_allclose(again[1], w)


def test_arguments_that_share_memory() -> None:
    def product(x, y):
        return x * y[0]

    for operator in (jacfwd, jacrev):
        np.testing.assert_allclose(operator(product)(X, X), np.eye(5) * X[0])


def test_what_is_given_back_is_nobodys_else() -> None:
    def given_back(x):
        return x

    for operator in (jacfwd, jacrev):
        found = operator(given_back)(X)
        found[0] = 7.0
        np.testing.assert_array_equal(operator(given_back)(X), np.eye(5))


def energy(x):
    y = x.copy()
    for k in range(1, len(x)):
        y[k] = y[k] * np.sin(y[k - 1]) + x[0]
    return np.sum(y**2)


def rosenbrock(x):
    return np.sum(100.0 * (x[1:] - x[:-1] ** 2) ** 2 + (1 - x[:-1]) ** 2)


def quadratic(x):
    return x @ programs.W.T @ programs.W @ x


@pytest.mark.parametrize("fun", [rosenbrock, energy, quadratic])
def test_hessians(fun) -> None:
    found = hessian(fun)(X)
    np.testing.assert_allclose(found, differences(grad(fun), (X,)), rtol=1e-6, atol=1e-7)
    np.testing.assert_allclose(found, found.T, rtol=1e-12)


def test_a_hessian_is_of_one_program() -> None:
    from tangentish.derivative.forward import forward_of

    gradient = grad(rosenbrock)
    found = columns.columns(forward_of(gradient), (X,), 0)
    assert found is not None
    np.testing.assert_allclose(found[1][0], hessian(rosenbrock)(X), rtol=1e-14)
    assert "rosenbrock_grad_jvp_batched(x, ans_bar, x_dot)" in forward_of(gradient).source


def test_jacobians_are_pickled_and_called_from_threads() -> None:
    for operator in (jacfwd, jacrev, jacobian):
        derivative = operator(programs.softmax)
        want = derivative(M)
        np.testing.assert_array_equal(pickle.loads(pickle.dumps(derivative))(M), want)
        with ThreadPoolExecutor(4) as pool:
            for found in pool.map(operator(programs.softmax), [M] * 8):
                np.testing.assert_array_equal(found, want)


def test_an_array_that_is_written_out_needs_no_table() -> None:
    forward = Forward(programs.written_out_twice)
    forward((X,), (X,))
    assert "tangents" not in forward.source and "Tangents" not in forward.source


def test_derivatives_of_jacobians() -> None:
    def norm(x):
        return np.sum(jacfwd(cubed)(x) ** 2)

    np.testing.assert_allclose(grad(norm)(X), 36.0 * X**3)
    np.testing.assert_allclose(tangentish.jacfwd(norm)(X), 36.0 * X**3)


def cubed(x):
    return x**3
