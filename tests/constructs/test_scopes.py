"""Names that mean one thing in a function and another in what is inside it: what it takes from around it is followed."""

import functools

import numpy as np
import pytest

from tangentish import UnsupportedError, grad, jvp
from tests.constructs.cases import V4, Cases
from tests.constructs.ways import check_all_ways

case = Cases()


def times(by):
    """Decorators of functions that are to give so many times what they give."""
    def decorate(f):
        @functools.wraps(f)
        def call(v):
            return f(v) * by
        return call
    return decorate


@case(V4)
def taken_by_a_default(x):
    def by(value):
        def call(v, *, u=x[0]):
            return v * value * u
        return call
    return by(x[1])(x[2]) + by(x[2])(x[3])


@case(V4)
def taken_by_the_default_of_a_lambda(x):
    k = x[0] * x[1]

    def by(value):
        return lambda v, u=k: v * value * u
    return by(x[1])(x[2]) * by(2.0)(x[3], x[2])


@case(V4)
def taken_by_a_decorator_of_one_of_two_functions(x):
    k = x[0]

    def by_three(f):
        return lambda v: 3.0 * f(v) * k

    if k > 100.0:
        @functools.cache
        def call(v):
            return v
    else:
        @times(k)
        @by_three
        def call(v):
            return v * x[1]
    return call(x[2]) * x[3]


@case(V4)
def taken_by_a_decorator(x):
    scale = x[0] ** 2

    def make(value):
        @times(scale)
        def call(v):
            return v * value
        return call
    return make(x[1])(x[2]) + make(3.0)(x[3])


@case(V4)
def decorators_one_on_another(x):
    def times(by):
        def decorate(f):
            def call(*args):
                return f(*args) * by
            return call
        return decorate

    def plus(f, by=x[3]):
        def call(*args, **named):
            return f(*args, **named) + by
        return call

    @times(x[0])
    @plus
    @times(by=x[1])
    def first(v):
        return v * x[2]

    @times(2.0)
    def second(v, w):
        return first(v) * w if w > 0.0 else v

    return first(x[0]) * second(x[1], x[3]) + second(x[2], -1.0)


@case(V4)
def decorated_and_recursive(x):
    def times(f):
        def call(v, n):
            return f(v, n) * x[0]
        return call

    @times
    def power(v, n):
        return v if n == 0 else power(v, n - 1) * v

    return power(x[1], 3) + power(x[2], 0)


@case(V4)
def decorated_by_what_registers(x):
    table = {}

    def register(label):
        def keep(f):
            table[label] = f
            return f
        return keep

    @register("a")
    def first(v):
        return v * x[0]

    @register("b")
    def second(v):
        return first(v) * v

    return sum([f(x[1]) for f in table.values()]) * table["b"](x[2]) + second(x[3])


@case(V4)
def decorated_by_methods_of_what_decorators_made(x):
    @functools.singledispatch
    def scaled(v):
        return v * x[0]

    @scaled.register(list)
    def of_lists(v):
        return v[0] * x[1] * x[2]

    return scaled(2.0) * scaled([3.0]) + of_lists([x[3]])


@case(V4)
def kept_under_their_names(x):
    table = {}

    def keep(f):
        table[f.__name__] = f
        return f

    @keep
    def scaled(v):
        return v * x[0]

    return table["scaled"](2.0)


@case(V4)
def bound_in_a_comprehension_too(x):
    k = x[0] * x[1]

    def call(v):
        return sum([v * k for k in range(1, 4)]) * k
    return call(x[2]) * call(x[3])


@case(V4)
def bound_in_a_function_inside_too(x):
    k = x[0] * x[1]

    def call(v):
        def inner(w):
            k = w * 2.0
            return k * w
        return inner(v) * k
    return call(x[2]) * call(x[3])


@case(V4)
def bound_in_a_lambda_too(x):
    k = x[0] * x[1]

    def call(v):
        f = lambda k: k * v
        return f(2.0) * k
    return call(x[2]) * call(x[3])


@case(V4)
def bound_by_a_walrus_in_a_comprehension(x):
    k = x[0] * x[1]

    def call(v):
        total = sum([(w := v * i) for i in range(3)])
        return total * w * k
    return call(x[2]) + call(x[3])


@case(V4)
def gone_through_by_a_comprehension_of_that_name(x):
    def call(v):
        return np.sum(np.array([x * v for x in x[1:]])) * v
    return call(x[0]) * call(2.0)


def bound_in_a_class_too(x):
    k = x[0] * x[1]

    def call(v):
        class Row:
            k = 2.0

            def times(self, w):
                return self.k * w * k
        return Row().times(v) * k
    return call(x[2]) * call(x[3])


def read_by_a_class_that_binds_it(x):
    k = x[0] * x[1]

    def call(v):
        class Row:
            scale = k

            def times(self, w):
                return self.scale * w
        return Row().times(v)
    return call(x[2]) * call(x[3])


@case(V4)
def written_into_by_what_has_a_comprehension_of_that_name(x):
    out, items, table = np.zeros(3), [], {}

    def put(v):
        out[0] = v
        items.append(v)
        table["a"] = v
        return [out for out in range(2)] + [items for items in "ab"] + [table for table in "a"]

    put(x[0])
    put(x[1])
    return out[0] * items[0] + items[1] * table["a"]


@case(V4)
def bound_anew_from_inside(x):
    k = x[0]

    def inc():
        nonlocal k
        k = k * x[1]

    class Row:
        k = 2.0

        def own(self):
            return self.k * 2.0

    def read(v):
        return sum([k for k in range(3)]) + k * v + (lambda k: k + v)(1.0)

    inc()
    return read(2.0) * Row().own() + Row.k


@case(V4)
def read_by_a_decorator_and_bound_anew_from_inside(x):
    k = x[0]

    def inc():
        nonlocal k
        k = k * x[1]

    inc()

    @times(k)
    def call(v):
        return v * k

    return call(x[2])


def deleted(x):
    k = x[0]

    def inc():
        nonlocal k
        del k
        k = x[1]

    inc()
    return k


def by_a_walrus(x):
    k = x[0]

    def inc():
        nonlocal k
        return (k := k * x[1]) + 1.0

    return inc() * k


@pytest.mark.parametrize("fun, args, options", case)
def test_gradient(fun, args, options):
    check_all_ways(fun, *args, **options)


@pytest.mark.parametrize("fun", [deleted, by_a_walrus])
def test_what_cannot_bind_an_item_is_refused(fun):
    for derivative in (grad(fun), lambda x: jvp(fun, (x,), (x,))):
        with pytest.raises(UnsupportedError, match="which a function inside rebinds"):
            derivative(V4)


@pytest.mark.parametrize("fun", [bound_in_a_class_too, read_by_a_class_that_binds_it])
def test_classes_that_capture_are_refused(fun):
    for derivative in (grad(fun), lambda x: jvp(fun, (x,), (x,))):
        with pytest.raises(UnsupportedError, match="a class that captures active values"):
            derivative(V4)
