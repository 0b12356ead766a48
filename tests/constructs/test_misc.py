"""try, with, raise, assert, f-strings, math.*, builtins with active values."""

import contextlib
import math
import warnings

import numpy as np
import pytest

import tangentish
from tests.constructs.cases import M33, P4, V3, V4, Cases
from tests.oracle import check_gradient

case = Cases()

SINGULAR = np.array([[1.0, 2.0], [2.0, 4.0]])


def solve_or_pinv(a, b):
    try:
        x = np.linalg.solve(a, b)
    except np.linalg.LinAlgError:
        x = b * 2.0
    return x


@case(M33, V3, argnums=(0, 1))
@case(SINGULAR, np.array([0.3, 0.4]), argnums=1)
def fallback_after_error(a, b):
    x = solve_or_pinv(a, b)
    return np.sum(x**2)


@case(0.6, True)
@case(0.6, False)
def raised_after_assignment(x, fail):
    y = x
    try:
        y = y * x  # stays done
        if fail:
            raise ValueError("no")
        y = np.sin(y)
    except ValueError:
        y = y**2 + x
    return y * x


@case(0.6, {"a": 2.0})
@case(0.6, {})
def raised_before_assignment(x, table):
    y = x**2
    try:
        y = y * table["a"]
    except KeyError:
        pass
    return y * x


@case(V4, 2)
@case(V4, 0)
@case(V4, 9)
def raised_in_the_middle_of_a_loop(x, stop):
    y = x * 1.0
    total = 0.0
    try:
        for i in range(9):
            if i == stop:
                raise StopIteration
            y[i] *= y[i - 1]  # IndexError at 4
            total += y[i] ** 2
    except StopIteration:
        total = total * 2.0 + y[0]
    except (IndexError, KeyError) as error:
        total = total * 3.0 + len(str(error)) * 0.0
    return total * np.sum(y)


@case(0.6)
@case(-0.6)
def try_else_finally(x):
    y = z = x
    try:
        y = math.sqrt(x) * x
    except ValueError:
        z = -x
    else:
        z = y**2
    finally:
        z = z * 3.0
    return y * z


@case(0.6)
@case(-0.6)
def return_from_try(x):
    try:
        return math.log(x) * x
    except ValueError:
        return x**2
    finally:
        x = 0.0


def checked_sqrt(x):
    if x < 0:
        raise ValueError(f"negative: {x}")
    return math.sqrt(x)


def safe_sqrt(x):
    try:
        return checked_sqrt(x)
    except ValueError:
        return checked_sqrt(-x) * 2.0


@case(0.6)
@case(-0.6)
def raised_in_callee(x):
    return safe_sqrt(x) * x


@case(V4)
def try_in_loop(x):
    total = 1.0
    for t in x:
        try:
            total = total * checked_sqrt(t)
        except ValueError:
            total = total + t**2
            continue
        finally:
            total = total * 1.5
    return total


@case(P4)
def with_errstate(x):
    with np.errstate(divide="ignore", invalid="ignore"):
        y = np.where(x > 1.0, np.log(x - 1.0), x**2)
    return np.sum(y)


@case(P4)
def with_catch_warnings(x):
    y = x
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        y = y * np.sqrt(x)
        y = y**2
    return np.sum(y)


@contextlib.contextmanager
def scope(name, log):
    log.append(name)
    try:
        yield len(log)
    finally:
        log.append("done")


class Scale:
    def __init__(self, factor):
        self.factor = factor

    def __enter__(self):
        return self

    def __exit__(self, *info):
        self.factor = 0.0
        return False


@case(0.6)
def with_user_contexts(x):
    log = []
    with scope("outer", log) as depth, scope("inner", log):
        y = x**2 * depth
        with Scale(x * 2.0) as s:
            y = y * s.factor
        y = y + s.factor
    return y * len(log)


@case(0.6)
@case(-0.6)
def with_suppress_and_return(x):
    y = x
    with contextlib.suppress(ValueError):
        y = y * x
        y = math.sqrt(x) + y
    with np.errstate(all="ignore"):
        if x > 0:
            return y * x
    return y


@case(V3)
def raise_not_taken(x):
    if x.ndim != 1 or np.any(np.isnan(x)):
        raise ValueError(f"expected a vector, got {x.shape} with {x.sum():.3f}")
    if len(x) > 10:
        raise NotImplementedError from None
    return x @ x


@case(V3)
def asserts(x):
    assert x.shape == (3,), "shape"
    y = x**2
    assert np.all(y >= 0) and y.sum() < 100, f"too big: {y}"
    return np.sum(y)


@case(0.6)
def f_strings_and_print_like(x):
    label = f"{x:.2f} and {x * 2:8.3e}" + "%5.2f" % x + "{:.1f}".format(x)
    y = x * len(label) * 0.1
    message = f"{y = }" if y > 1e9 else str(y)
    return y**2 + 0.0 * len(message)


@case(V4, 2)
@case(V4, 3)
def powers_of_a_negative_number(x, n):
    total = (-1.0) ** n * np.sum(x)
    for k in range(n):
        total += x[k] * (-2) ** k + [(-1.0) ** j * x[j] ** 2 for j in range(n)][k]
    return total


@pytest.mark.parametrize("fun, args, options", case)
def test_gradient(fun, args, options):
    check_gradient(fun, *args, **options)


def test_a_float64_argument_that_meets_float32_keeps_its_digits():
    x, y = np.array([1.0, 2.0, 3.0]), np.array([1.1, 2.3, 3.7], np.float32)
    for fun in (lambda x, y: np.sum((x + 0.0) * y) / 3.0, lambda x, y: np.sum(x * y) / 3.0, lambda x, y: np.mean(np.sin(x) * y)):
        x_bar, y_bar = tangentish.grad(fun, (0, 1))(x, y)
        assert x_bar.dtype == np.float64 and y_bar.dtype == np.float32
        wide = tangentish.grad(fun)(x, y.astype(float))
        np.testing.assert_allclose(x_bar, wide, rtol=1e-15)
