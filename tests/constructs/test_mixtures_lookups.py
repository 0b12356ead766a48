"""Errors of look-ups and of arithmetic, caught where they end a search, start a cache or leave a manager."""

import numpy as np
import pytest

from tests.constructs.cases import Cases
from tests.constructs.ways import check_all_ways

case = Cases()
V = np.array([0.7, -1.3, 0.4, 1.1])


@case(V)
def lookup_or_make(x):
    cache = {}

    def get(k, make):
        try:
            v = cache[k]
        except KeyError:
            v = cache[k] = make(k)
        return v

    a = get("s", lambda k: np.sum(x) * len(k))
    b = get("s", lambda k: 1000000000.0)
    cache["s"] = b * a
    c = get("vec", lambda k: x * get("s", None))
    c[0] = a
    return np.sum(get("vec", None) * x) + get("s", None)


@case(V)
def newton_that_may_not_converge(x):

    def newton(f, df, t, n=20):
        for _ in range(n):
            d = df(t)
            if abs(d) < 1e-12:
                raise ZeroDivisionError("flat")
            s = f(t) / d
            t -= s
            if abs(s) < 1e-13:
                return (t, True)
        return (t, False)

    total = 0.0
    for a in x:
        try:
            r, ok = newton(lambda t: t * t - a, lambda t: 2 * t, 1.0)
        except (ZeroDivisionError, OverflowError):
            r, ok = (a, False)
        total += r**3 if ok else a * 0.1
    return total


@case(V)
def stack_machine_with_faults(x):
    stack = [x[0]]
    for op in "d*n+x":
        try:
            match op:
                case "d":
                    stack.append(stack[-1] * 2)
                case "*" | "+":
                    b, a = (stack.pop(), stack.pop())
                    stack.append(a * b if op == "*" else a + b)
                case "n":
                    stack.append(x[1])
                case _:
                    raise ValueError(op)
        except ValueError:
            stack[-1] = stack[-1] ** 2
        except IndexError:
            stack.append(x[2])
    return stack[0]


@case(V)
def finally_in_both_functions(x):

    def g(v):
        try:
            return v**2
        finally:
            log.append(v * 3)

    log = []

    def h(v):
        for k in range(3):
            try:
                if k == 1:
                    return g(v) + k
                log.append(g(v))
            finally:
                if k == 0:
                    v = v + 1

    a = h(x[0])
    return a + sum((l * (i + 1) for i, l in enumerate(log)))


@case(V)
def memo_by_keyerror(x):
    memo = {}
    calls = []

    def fib(n):
        try:
            return memo[n]
        except KeyError:
            calls.append(n)
            if n < 2:
                r = x[n]
            else:
                r = fib(n - 1) * 0.7 + fib(n - 2) * x[2]
            memo[n] = r
            return r
        finally:
            calls.append(-1)

    a = fib(5)
    memo[3] = memo[3] * x[3]
    return a + fib(3) + fib(6) * len(calls) * 0.1


@case(V)
def nested_managers(x):

    class Scale:
        def __init__(self, box, f):
            self.box, self.f = (box, f)

        def __enter__(self):
            self.old = self.box["s"]
            self.box["s"] = self.old * self.f
            return self.box["s"]

        def __exit__(self, *exc):
            self.box["s"] = self.old
            return exc[0] is ZeroDivisionError

    box = {"s": x[0]}
    out = []
    with Scale(box, x[1]) as s:
        out.append(s * 2)
        with Scale(box, 3.0):
            out.append(box["s"] * x[2])
            if x[3] > 0:
                1 / 0
            out.append(1000.0)
        out.append(box["s"])
    out.append(box["s"] ** 2)
    return sum((a * b for a, b in zip(out, range(1, 9))))


@case(V)
def return_from_with_in_a_loop(x):

    class Ctx:
        def __init__(self, v):
            self.v = v

        def __enter__(self):
            self.v[0] *= 2
            return self.v

        def __exit__(self, *a):
            self.v[1] += self.v[0]

    def f(y, n):
        for i in range(n):
            with Ctx(y) as z:
                try:
                    if i == 1:
                        return z[2] * i
                    z[2] += z[1]
                finally:
                    z[3] *= 1.1
        return z[0]

    y = x.copy()
    a = f(y, 1)
    b = f(y, 3)
    return a * b + np.sum(y**2)


@case(V)
def every_part_of_try(x):
    out = []
    y = x.copy()
    for i in range(-1, 5):
        try:
            v = y[i] / (i - 2) if i != 2 else {}["q"]
            if i == 3:
                continue
            y[i % 4] += 0.3 * v
        except KeyError:
            y *= 0.5
            continue
        except IndexError:
            out.append(x[0])
            break
        else:
            out.append(v)
        finally:
            y[0] += 0.1 * len(out)
    else:
        out.append(1000.0)
    return sum((o * (k + 1) for k, o in enumerate(out))) + y @ y


@pytest.mark.parametrize("fun, args, options", case)
def test_gradient(fun, args, options):
    check_all_ways(fun, *args, **options)
