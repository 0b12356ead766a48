"""Errors as control flow, mixed with state that is kept, put back or written before them."""

import numpy as np
import pytest

from tests.constructs.cases import Cases
from tests.constructs.ways import check_all_ways

case = Cases()
V = np.array([0.7, -1.3, 0.4, 1.1])


@case(V)
def step_halved_until_it_fits(x):

    class StepTooBig(ValueError):
        pass

    def step(y, h):
        z = y + h * np.array([y[1], -y[0] * 9])
        if np.max(np.abs(z - y)) > 1.0:
            raise StepTooBig(h)
        return z

    y, h, t = (x[:2], x[3], 0.0)
    tries = 0
    while t < 1.0 and tries < 12:
        tries += 1
        try:
            y = step(y, h)
        except StepTooBig:
            h = h / 2
            continue
        t += 0.3
    return y @ y * h + tries * x[2]


@case(V)
def finally_that_logs(x):
    y = x.copy()

    def work(i):
        y[i] *= 2
        if i == 2:
            raise IndexError
        y[i + 1] += y[i]

    done = []
    for i in range(4):
        ok = False
        if i != 2:
            try:
                work(i) if i < 3 else None
                ok = True
            finally:
                done.append(y[i] * (2 if ok else 3))
    return sum(done) + y @ x


@case(V)
def counts_put_in_by_keyerror(x):
    out = {}
    for k in ("a", "b", "c", "a"):
        try:
            out[k]["n"] += 1
            out[k]["v"] = out[k]["v"] * x[1]
        except KeyError:
            out[k] = {"n": 1, "v": x[len(out)]}
        else:
            out[k]["w"] = x[3]
    return sum((d["n"] * d["v"] + d.get("w", 0.0) for d in out.values()))


@case(V)
def transaction_put_back(x):

    class Tx:
        def __init__(self, d):
            self.d = d

        def __enter__(self):
            self.saved = dict(self.d)
            return self.d

        def __exit__(self, t, v, tb):
            if t is not None:
                self.d.clear()
                self.d.update(self.saved)
            return t is KeyError

    d = {"a": x[0], "b": x[1]}
    with Tx(d) as e:
        e["a"] = e["a"] * e["b"]
    with Tx(d) as e:
        e["b"] = x[2] * 100
        e["zz"]
    with Tx(d):
        d["b"] = d["b"] + d["a"]
    return d["a"] * d["b"]


@case(V)
def error_between_rebindings(x):
    y = x * 1.0
    for k in range(3):
        try:
            y = y * y
            if k == 1:
                raise RuntimeError
            y = y + 1
        except RuntimeError:
            y = y - x
        finally:
            y = y * 0.5
            z = y[k]
    return np.sum(y) * z


@case(V)
def recursion_ended_by_stopiteration(x):

    def f(n):
        try:
            if n == 0:
                raise StopIteration
            return x[n] * f(n - 1)
        except StopIteration:
            return x[0]
        finally:
            count[0] += 1

    count = [0]
    return f(3) * count[0]


@case(V)
def errors_from_an_inner_loop(x):
    out = []
    for i in range(4):
        try:
            for j in range(i, 5):
                if x[j] < 0:
                    raise ValueError
                out.append(x[i] * x[j])
                if j == 3:
                    break
            else:
                out.append(50.0)
        except ValueError:
            out.append(-(x[j] ** 2))
            if i == 1:
                continue
        except IndexError:
            break
        out[-1] = out[-1] * 2
    return sum((o * (k + 1) for k, o in enumerate(out)))


@pytest.mark.parametrize("fun, args, options", case)
def test_gradient(fun, args, options):
    check_all_ways(fun, *args, **options)
