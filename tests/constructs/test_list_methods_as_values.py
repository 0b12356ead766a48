"""Methods of lists and dicts that are bound to names or passed to functions."""

import pytest

from tests.constructs.cases import V4, Cases
from tests.constructs.ways import check_all_ways

case = Cases()


@case(V4)
def append_as_a_callback(x):
    seen = []

    def run(callback):
        for v in x:
            callback(v * 2)

    callback = seen.append
    run(callback)
    return seen[0] * seen[1] + len(seen)


@case(V4)
def each_under_a_name(x):
    l, d = [x[0]], {"a": x[1]}
    push, take, put, more, clear = l.append, l.pop, l.insert, l.extend, d.clear
    push(x[1] ** 2)
    a = take(0)
    put(0, a * x[2])
    more([x[3], a])
    b = take()
    clear()
    return l[0] * l[1] * l[2] * b + len(d)


@pytest.mark.parametrize("fun, args, options", case)
def test_gradient(fun, args, options):
    check_all_ways(fun, *args, **options)
