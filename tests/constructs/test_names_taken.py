"""Names that hide builtins or NumPy, names generated code might use, counters that hide arguments."""

from types import SimpleNamespace

import numpy as np
import pytest

from tests.constructs.cases import V3, V4, Cases
from tests.constructs.ways import check_all_ways

case = Cases()


@case(V4, 0.3, argnums=(0, 1))
def names_hide_builtins_and_np(x, list):
    len = x[0] * list
    range = [len, x[1]]
    min = lambda a, b: a * b
    max, abs, sum = min(len, list), range[1], x[2] ** 2
    dict, str, int = {"a": max}, abs * sum, 3.0
    for map in range:
        sum = sum + map * int
    return sum * dict["a"] * str


@case(V4)
def names_of_functions_that_statements_are_rewritten_with(x):
    copied = x * 2.0
    completed = copied[0]
    cell_of = completed * copied
    np_sum = cell_of.sum()
    kept_content = {"u": np_sum * x}
    rows_joined = kept_content["u"]
    rows_joined[0] *= copied[1]
    return np_sum * np.sum(rows_joined)


@case(0.7)
def numpy_under_another_name_and_np_a_number(x):
    import numpy as numerics
    np = x * 2.0
    math = np**2
    y = numerics.array([np, math, x])
    y[0] *= y[1]
    return numerics.sum(y * y) + math * np


@case(0.4, V3, 1.3, argnums=(0, 1, 2))
def names_of_generated_code(primal, record, tape):
    shadows = primal * record
    ans_bar = shadows * tape
    t, t1, t_bar = ans_bar[0], ans_bar[1], ans_bar * 2.0
    records = [t, t1]
    for ans in t_bar:
        records.append(ans * records[-1])
    dispatch, reverse, copy = records[0], records[-1], 2.0
    x_bar, primal_bar, record_bar = dispatch * reverse, copy * tape, records[2]
    shadow, runtime, tangentish, guard, done = x_bar, primal_bar, record_bar, 1.0, 2.0
    record[0] = shadow
    return (shadow + runtime) * tangentish * guard * done * np.sum(record)


def primal(x, record):
    shadows = x * record
    record += shadows
    return shadows


def reverse(ans):
    return ans * ans


class Tape:
    def __init__(self):
        self.primal = []
    def record(self, x):
        self.primal.append(x)
        return x * len(self.primal)
    def reverse(self):
        self.primal.reverse()


@case(0.7)
def methods_named_as_generated(x):
    tape = Tape()
    y = tape.record(x) * tape.record(x * x)
    tape.reverse()
    return y * tape.primal[0] + tape.primal[1]


@case(V3, 1.4, argnums=(0, 1))
def counter_hides_argument(x, t):
    total = t
    for t in range(2):
        total = total * x[t]
    y = total * t
    for x in x * y:
        y = y + x * x
    return y * x + t


@case(V3, 1.4, argnums=(0, 1))
def counter_hides_argument_in_while_and_comprehension(x, t):
    a = [t * x for x in x]
    b = sum(t for t in a) * t
    for i, x in enumerate(a):
        while t < 2.0 + i:
            t = t + x * x + 0.1
    return b * t * x


CONFIG = SimpleNamespace(gain=2.0, data=np.ones(4))


@case(V4)
def reads_global_namespace(x):
    return np.sum(x * CONFIG.data) * CONFIG.gain + np.sum(CONFIG.data[1:] * x[:-1] ** 2)


@case(V4)
def star_expressions(x):
    a = [*x, *(x * 2.0)]
    b = (*a[:2], x[3])
    first, *rest, last = b
    f = lambda *args, **kw: sum(args) * kw.get("k", 1.0)
    d = {**{"k": first}, "z": last}
    return f(*rest, *a[2:4], **d) * f(*b) + np.sum(np.array([*a, first]) ** 2)


@case(V4)
def boolean_operators_give_values(x):
    y = None or x[0]
    z = 0.0 or x[1] * y
    w = y and z
    v = [] or [x[2]]
    u = (x[3] and 0.0) or z
    return y * z * w + v[0] * u


@case(V4)
def bool_of_active_is_a_factor(x):
    mask = (x > 0) * 1.0
    flag = float(x[0] > 0.5)
    return np.sum(x**2 * mask) * (1 + flag) * (x[1] > 0) + np.sum(x * (x < 0))


@pytest.mark.parametrize("fun, args, options", case)
def test_gradient(fun, args, options):
    check_all_ways(fun, *args, **options)
