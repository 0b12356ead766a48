"""Exceptions that are made, kept or handed on with active numbers: nothing follows what they carry, so they are refused."""

import contextlib

from tests.constructs.cases import Cases
from tests.constructs.ways import checks_of

case = Cases()
unsure = Cases()


class Err(Exception):
    def __init__(s, v):
        s.v = v


@unsure(1.3, 0.7)
def made_and_read(x, y):
    return ValueError(x).args[0] * y


@unsure(1.3, 0.7)
def made_with_a_name(x, y):
    e = Err(x)
    return e.v * y


def solve(a):
    try:
        raise Err(a)
    except Err as e:
        return e


@unsure(1.3, 0.7)
def given_by_a_handler(x, y):
    return solve(x).v * y


@unsure(1.3, 0.7)
def kept_by_a_handler(x, y):
    err = None
    for t in (x, y):
        try:
            raise Err(t)
        except Err as e:
            err = e
    return err.v * x


@unsure(1.3, 0.7)
def made_before_it_is_raised(x, y):
    e = Err(x)
    try:
        raise e
    except Err as q:
        return q.v * y


@unsure(1.3, 0.7)
def as_a_cause(x, y):
    e = KeyError()
    e.__cause__ = Err(x)
    return e.__cause__.v * y


class Ex:
    r = 0.0

    def __enter__(s):
        return s

    def __exit__(s, t, e, tb):
        s.r = e.args[0]
        return True


@unsure(1.3, 0.7)
def read_when_left(x, y):
    with Ex() as c:
        raise ValueError(x * y)
    return c.r * x


def helper(a):
    raise Err(a * a)


class Ex2(Ex):
    def __exit__(s, t, e, tb):
        s.r = e.v
        return True


@unsure(1.3, 0.7)
def read_when_left_by_a_helper(x, y):
    with Ex2() as c:
        helper(x)
    return c.r * y


@contextlib.contextmanager
def cm(l):
    try:
        yield
    except ValueError as e:
        l.append(e.args[0])


@unsure(1.3, 0.7)
def read_by_a_generator(x, y):
    l = []
    with cm(l):
        raise ValueError(x * y)
    return l[0] * x


@case(1.3, 0.7)
def the_last_one_shown(x, y):
    last = None
    for k in range(3):
        try:
            if k < 2:
                raise ValueError("no %d" % k)
            r = x * y
        except ValueError as e:
            last = e
    if last is None:
        return x
    return r * len(str(last))


@case(1.3, 0.7)
def bound_anew(x, y):
    errs = []
    for v in (x, y, 0.0):
        try:
            errs.append(1.0 / v)
        except ZeroDivisionError as e:
            errs.append(0.0)
            bad = e
    return sum(errs) * x


@case(1.3, 0.7)
def raised_from_another(x, y):
    try:
        r = x * y
        if r > 100:
            raise ValueError(r)
    except ValueError as e:
        raise RuntimeError("failed") from e
    return r


@case(1.3, 0.7)
def shown_by_a_function(x, y):
    try:
        return x / 0.0
    except ZeroDivisionError as e:
        msg = f"{e}"
        warn(e)
        return y * len(msg) * x


def warn(e):
    return str(e)


@case(1.3, 0.7)
def without_numbers(x, y):
    with Ex() as c:
        r = x * y
        raise ValueError("a")
    return r


class Ex3:
    def __enter__(s):
        return s

    def __exit__(s, t, e, tb):
        return t is not None


@unsure(1.3, 0.7)
def not_read_when_left(x, y):
    with Ex3() as c:
        r = x * y
        raise ValueError(r)
    return r * x


@case(1.3, 0.7)
def not_raised(x, y):
    if x < 0:
        raise ValueError(f"bad {x}", x)
    return x * y


@case(1.3, 0.7)
def caught_and_not_read(x, y):
    try:
        raise ValueError(x)
    except ValueError:
        r = y
    return r * x


@case(1.3, 0.7)
def made_of_texts(x, y):
    err = ValueError("no") if x < 0 else None
    if err:
        raise err
    return x * y


class Run:
    pass


@case(1.3, 0.7)
def kept_by_an_object(x, y):
    run = Run()
    run.v = x
    try:
        if y < 1.0:
            raise ValueError
    except ValueError as error:
        run.error = error
    return run.v * y + isinstance(run.error, ValueError)


test_gradient, test_right_or_refused = checks_of(case, unsure)
