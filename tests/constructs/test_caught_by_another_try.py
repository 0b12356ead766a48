"""Errors that leave a `try` inside another one, which catches them."""

import contextlib

import numpy as np
import pytest

from tests.constructs.cases import V4, Cases
from tests.constructs.ways import check_all_ways

case = Cases()


@case(V4, 0)
@case(V4, 1)
@case(V4, 2)
@case(V4, 9)
def from_the_body(x, stop):
    y, q = x * 1.0, x[1]
    try:
        y[0] *= q
        try:
            y[1] *= y[0]
            if stop == 0:
                raise KeyError
            q = q * y[1]
            if stop == 1:
                raise ValueError
            y = y * q
        except ValueError:
            q = q + y[1] ** 2
        y[2] *= q
        if stop == 2:
            raise KeyError
        y = y + 1.0
    except KeyError:
        y[0] += y[1] * q
    return np.sum(y**2) * q


@case(V4, 0)
@case(V4, 1)
@case(V4, 2)
@case(V4, 9)
def from_a_handler(x, stop):
    y, q = x * 1.0, x[1]
    try:
        try:
            y[1] *= y[0]
            if stop < 3:
                raise ValueError
            q = y[1] * q
        except ValueError:
            q = q + y[1] ** 2
            if stop == 0:
                raise
            y = np.outer(y, x)
            if stop == 1:
                raise KeyError(stop) from None
            y = y @ x
        y[2] *= q
    except (KeyError, ValueError):
        y[0] += y[1] * q
    return np.sum(y**2) * q


@case(V4, 0)
@case(V4, 1)
@case(V4, 9)
def from_the_else(x, stop):
    y, q = x * 1.0, x[1]
    try:
        try:
            y[1] *= y[0]
            if stop == 0:
                raise ValueError
        except ValueError:
            q = q + y[1] ** 2
        else:
            q = q * y[1]
            if stop == 1:
                raise KeyError
            y[0] *= q
        y[2] *= q
    except KeyError:
        y[0] += y[1] * q
    return np.sum(y**2) * q


@case(V4, 0)
@case(V4, 1)
@case(V4, 2)
@case(V4, 9)
def from_the_finally(x, stop):
    y, q = x * 1.0, x[1]
    try:
        try:
            y[1] *= y[0]
            if stop == 0:
                raise KeyError
            q = q * y[1]
        finally:
            y[2] *= q
            if stop == 1:
                raise ValueError
            q = q * y[2]
        y[0] *= q
        if stop == 2:
            raise ValueError
        y = y * q
    except (KeyError, ValueError):
        y[0] += y[1] * q
    return np.sum(y**2) * q


@case(V4, 0)
@case(V4, 1)
@case(V4, 2)
@case(V4, 9)
def in_a_loop(x, stop):
    y, q = x * 1.0, x[1]
    for i in range(3):
        try:
            for j in range(2):
                try:
                    y[i] *= y[j] + q
                    if i == stop and j == 1:
                        raise IndexError
                    q = q + y[i + j]
                except KeyError:
                    q = x[0]
                finally:
                    y[j] += 0.1 * q
            y = y * 0.5
        except IndexError:
            q = q * y[i]
    return np.sum(y**2) * q


@case(V4, 0)
@case(V4, 1)
@case(V4, 9)
def three_of_them(x, stop):
    y, q = x * 1.0, x[1]
    try:
        y[3] *= q
        try:
            y[0] *= q
            try:
                y[1] *= y[0]
                if stop == 0:
                    raise KeyError
                if stop == 1:
                    raise ValueError
                q = y[1] * q
            except IndexError:
                q = 2.0
            finally:
                y[1] *= x[0]
            y[2] *= y[1]
        except ValueError:
            y[2] += q * y[1]
            q = q**2
        else:
            y = y * q
    except KeyError:
        q = q * y[1]
    return np.sum(y**2) * q


@case(V4)
def raised_again_in_a_loop(x):
    y = x * 1.0
    total = 0.0
    for i in range(6):
        try:
            try:
                y[i] *= y[0]
                total += y[i]
            except IndexError:
                total = total * y[1]
                raise
            finally:
                y[1] += 0.1 * y[0]
        except IndexError:
            total = np.sin(total)
    return total + np.sum(y)


@case(V4, 0)
@case(V4, 9)
def suppressed(x, stop):
    y = x * 1.0
    try:
        with contextlib.suppress(ValueError):
            y[0] *= y[1]
            if stop == 0:
                raise KeyError
            y[1] *= y[2]
        y = y * 2.0
    except KeyError:
        y[0] += y[3] ** 2
    return np.sum(y**2)


@case(V4, 0)
@case(V4, 9)
def what_the_error_says(x, stop):
    y = x * 1.0
    told = ""
    try:
        try:
            y[0] *= y[1]
            if stop == 0:
                raise KeyError("left")
            y[1] *= y[2]
        except ValueError as error:
            told = str(error)
    except KeyError as error:
        told = str(error)
    return np.sum(y**2) * len(told) + x[0]


@case(V4, 1)
@case(V4, 2)
@case(V4, 9)
def exits_from_both(x, stop):
    y = x * 1.0
    for i in range(4):
        try:
            try:
                y[i] *= y[0] + 1.0
                if i == stop:
                    raise KeyError
                if i == 2:
                    continue
                y[0] *= x[i]
            except ValueError:
                break
            finally:
                y[1] *= 0.5 + y[0]
            y[3] *= y[i]
        except KeyError:
            if stop == 1:
                return y[0] * y[1]
            break
    return np.sum(y**2)


@pytest.mark.parametrize("fun, args, options", case)
def test_gradient(fun, args, options):
    check_all_ways(fun, *args, **options)
