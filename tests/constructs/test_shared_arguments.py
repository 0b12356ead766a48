"""Arguments that share memory: where the function writes, each holds the whole derivative of the memory it looks at."""

import numpy as np
import pytest

import tangentish
from tangentish.testing import variant_grad
from tests.constructs.cases import M33, V4

pairs = []


def shared(*builds, x=V4):
    def keep(fun):
        pairs.extend(pytest.param(fun, build, x, id=f"{fun.__name__}-{i}") for i, build in enumerate(builds))
        return fun

    return keep


@shared(lambda x: (x, x), lambda x: (x[1:], x[:-1]), lambda x: (x, x[::-1]), lambda x: (x[::-1], x),
        lambda x: (x[:2], x[2:]))
def both_written(a, b):
    a[0] *= b[1]
    b *= a
    return np.sum(a * b)


@shared(lambda x: ([x, x], x), lambda x: ([x * 1.0, x], x), lambda x: ((x, x * 1.0), x[:3]),
        lambda x: ([x, x[::-1]], x * 1.0))
def in_a_list(items, b):
    items[0][0] *= b[1]
    b[2] = items[1][0] ** 2
    return np.sum(items[0] * items[1]) + np.sum(b)


@shared(
    lambda x: ({"a": x, "b": x}, x.reshape(2, 2)),
    lambda x: ({"a": x[:2], "b": x[1:]}, x.reshape(2, 2)),
    lambda x: ({"a": x.reshape(2, 2)[0], "b": x.reshape(2, 2).T[1]}, x.reshape(2, 2)),
)
def in_a_dict(d, m):
    d["a"][0] = d["b"][1] * m[0, 0]
    m[1] *= d["a"][0]
    d["b"] *= 2.0
    return np.sum(d["a"]) * np.sum(m) + d["b"][0]


@shared(lambda x: ([x, x, x],), lambda x: ([x, x[::-1], x * 1.0],))
def three_in_one_list(items):
    a, b, c = items
    a += b
    items[1] = c * a
    items.append(a)
    c[0] = items[1][2]
    return np.sum(items[1] * items[3]) + np.sum(b * c)


@shared(lambda m: (m, [m[0], m[1]]), lambda m: (m, [m[0], m.T[1]]), lambda m: (m.T, list(m)), x=M33)
def rows_of_the_other(a, rows):
    for r in rows:
        r[0] = r[1] * a[0, 1]
    a *= 1.1
    return np.sum(a**2) + rows[0][0]


@shared(lambda x: (x, x[:], x.copy()), lambda x: (x, x.copy(), x), lambda x: (x.copy(), x, x))
def one_of_them_rebound(a, b, c):
    a *= 2.0
    c = c * a[0]
    b[1] += c[1]
    return np.sum(a * b * c)


def leaves(value):
    if isinstance(value, np.ndarray):
        return [value]
    return [leaf for item in (value.values() if isinstance(value, dict) else value) for leaf in leaves(item)]


@pytest.mark.parametrize("options", [{}, {"optimise": False}, {"kinds": False}], ids=["plain", "raw", "no kinds"])
@pytest.mark.parametrize("fun, build, x", pairs)
def test_whole_derivative(fun, build, x, options):
    x = x.copy()
    args = build(x)
    before = [leaf.copy() for leaf in leaves(args)]
    bars = variant_grad(fun, tuple(range(len(args))), **options)(*args)
    for leaf, old in zip(leaves(args), before, strict=True):
        np.testing.assert_array_equal(leaf, old)
    places = leaves(build(np.arange(float(x.size)).reshape(x.shape)))  # which elements of x each leaf looks at
    whole, rest = np.zeros(x.size), np.zeros(x.size)
    for leaf, bar, place in zip(leaves(args), leaves(bars), places, strict=True):
        if np.shares_memory(leaf, x):
            whole[place.astype(int)] = bar
        else:
            np.add.at(rest, place.astype(int), bar)
    for leaf, bar, place in zip(leaves(args), leaves(bars), places, strict=True):
        if np.shares_memory(leaf, x):
            np.testing.assert_allclose(bar, whole[place.astype(int)])
    np.testing.assert_allclose(whole + rest, differences(lambda v: fun(*build(v)), x), rtol=1e-6, atol=1e-8)


def differences(fun, x):
    """The gradient by central differences, one element at a time."""
    out = np.zeros(x.size)
    for k in range(x.size):
        def along(h):
            moved = x.copy()
            moved.flat[k] += h
            return fun(moved)

        near, far = (along(5e-4) - along(-5e-4)) / 1e-3, (along(1e-3) - along(-1e-3)) / 2e-3
        out[k] = (4 * near - far) / 3
    return out


def only_read(items):
    return sum(np.sum(t * t * (i + 1)) for i, t in enumerate(items)) + np.sum(items[0] * items[1])


def test_partial_derivatives_where_nothing_is_written():
    x = V4.copy()
    first, second = tangentish.grad(only_read)([x, x])
    np.testing.assert_allclose(first, 3.0 * x)
    np.testing.assert_allclose(second, 5.0 * x)


def product(a, b):
    return np.sum(a**2 * b)


def through_a_helper(a, b):
    return product(a, b)


def of_a_tuple_of_arguments(*args):
    return np.sum(args[0] ** 2 * args[1])


def passed_on(*args):
    return product(*args)


def passed_on_by_name(*args, **named):
    return product(*args, **named)


def wrapped(fun):
    def wrapper(*args):
        return fun(*args)

    return wrapper


@pytest.mark.parametrize("fun", [through_a_helper, of_a_tuple_of_arguments, passed_on, passed_on_by_name, wrapped(product),
                                 wrapped(wrapped(passed_on))])
def test_partial_derivatives_of_one_array_given_twice(fun):
    x = V4.copy()
    for first, second in (tangentish.grad(fun, (0, 1))(x, x), tangentish.vjp(fun, x, x)[1](1.0),
                          tangentish.grad(lambda pair: fun(*pair))([x, x])):
        np.testing.assert_allclose(first, 2.0 * x**2)
        np.testing.assert_allclose(second, x**2)
    tangent = tangentish.jvp(fun, (x, x), (np.ones(4), 3.0 * np.ones(4)))[1]
    np.testing.assert_allclose(tangent, np.sum(5.0 * x**2))


def by_a_function_that_is_given(a, b, square=lambda v: v**2):
    return np.sum(square(a) * b)


def by_functions_in_a_list(a, b):
    for function in [lambda v: v + 0.0, np.square]:
        a = function(a)
    return np.sum(a * b)


class Weights:
    def __init__(self, w):
        self.w = w

    def times(self, x):
        return self.w**2 * x


def by_an_object(a, b):
    return np.sum(Weights(a).times(b))


def by_attributes(a, b):
    held = Weights(a)
    held.other = b
    return np.sum(held.w**2 * held.other)


def by_a_dict(a, b):
    held = {"a": a}
    held["b"] = b
    return np.sum(held["a"] ** 2 * held["b"])


def by_a_gradient(a, b):
    return np.sum(tangentish.grad(lambda v: np.sum(v**3) / 3.0)(a) * b)


def by_recursion(a, b):
    def powers(n, v):
        return v if n == 0 else powers(n - 1, v) * b
    return np.sum(powers(1, a**2))


UNCLEAR = (by_a_function_that_is_given, by_functions_in_a_list, by_an_object, by_attributes, by_a_dict, by_a_gradient, by_recursion)


@pytest.mark.parametrize("fun", UNCLEAR, ids=lambda fun: fun.__name__)
def test_partial_derivatives_where_calls_might_write(fun):
    x, u, v = V4.copy(), V4[::-1].copy(), np.arange(4.0)
    two = (0, 1)
    for first, second in (tangentish.grad(fun, two)(x, x), variant_grad(fun, two, kinds=False)(x, x),
                          tangentish.vjp(fun, x, x)[1](1.0)[:2], tangentish.value_and_grad(fun, two)(x, x)[1],
                          tangentish.grad(lambda pair: fun(*pair))([x, x]), tangentish.jacfwd(fun, two)(x, x)):
        np.testing.assert_allclose(first, 2.0 * x**2)
        np.testing.assert_allclose(second, x**2)
    np.testing.assert_allclose(tangentish.grad(fun)(x, x), 2.0 * x**2)
    np.testing.assert_allclose(tangentish.jvp(fun, (x, x), (u, v))[1], np.sum(2.0 * x**2 * u + x**2 * v))
    np.testing.assert_allclose(tangentish.hvp(fun)(x, x, u), 2.0 * x * u)


@pytest.mark.parametrize("fun", [np.dot, np.multiply.outer, lambda a, b: a @ b], ids=["dot", "outer", "lambda"])
def test_functions_with_rules(fun):
    x = V4.copy()
    ans, pullback = tangentish.vjp(fun, x, x)
    ans_bar = np.ones_like(ans) * 2.0
    first, second = pullback(ans_bar)
    np.testing.assert_allclose(first, second)
    np.testing.assert_allclose(first, 2.0 * x if np.ndim(ans) == 0 else 2.0 * np.sum(x) * np.ones(4))


def test_what_writes_though_its_text_does_not_say():
    def fun(a, b, change=lambda v: v.__imul__(2.0)):
        change(a)
        return np.sum(a * b)
    x = V4.copy()
    for bar in tangentish.grad(fun, (0, 1))(x, x):
        np.testing.assert_allclose(bar, 8.0 * x)
    np.testing.assert_array_equal(x, V4)
    with pytest.raises(tangentish.UnsupportedError, match="share memory"):
        tangentish.jvp(fun, (x, x), (x, x))


def test_no_tangents_of_one_array_given_twice_that_may_be_written():
    def fun(*args):
        args[0][0] = args[1][1]
        return np.sum(args[0] ** 2 * args[1])

    with pytest.raises(tangentish.UnsupportedError, match="share memory"):
        tangentish.jvp(fun, (V4, V4), (np.ones(4), 3.0 * np.ones(4)))


class Guarded(np.ndarray):
    """An array that NumPy's functions do not take."""

    def __array_function__(self, *_):
        raise TypeError("no")


def test_arrays_with_their_own_idea_of_functions():
    constants = [np.ones(2).view(Guarded), np.ones(2).view(Guarded)]
    functions = [lambda x, constants: x * len(constants)]

    def fun(x):
        return functions[0](x, constants) ** 2
    assert tangentish.grad(fun)(0.5) == 4.0
    assert tangentish.jvp(fun, (0.5,), (1.0,)) == (1.0, 4.0)


@pytest.mark.parametrize("fun", [
    lambda a, b: centred(np.array(a), b), lambda a, b: centred(np.array(a, dtype=np.float64, copy=True), np.array(b, float))])
def test_copies_that_are_written_into_are_no_arguments(fun):
    pair, apart = tangentish.grad(fun, (0, 1))(V4, V4[::-1]), tangentish.grad(fun, (0, 1))(V4, V4[::-1].copy())
    for got, want in zip(pair, apart, strict=True):
        np.testing.assert_array_equal(got, want)


def centred(a, b):
    a -= np.mean(a)
    return np.sum(a * b * a)


@pytest.mark.parametrize("make", [lambda: (("square", 5.0),) * 2, lambda: [("square", 5.0)] * 2, lambda: [(("square",), 5.0)] * 2])
def test_tuples_of_numbers_have_no_memory(make):
    """Python makes one tuple of constants that are equal; what is found in a dict may write into anything."""
    found = {"square": lambda a: a * a}

    def fun(items):
        results = []
        for kind, a in items:
            results.append(found[kind if isinstance(kind, str) else kind[0]](a))
        return results[0] * 2.0 + results[1] * 3.0
    items = make()
    assert [bar[1] for bar in tangentish.grad(fun)(items)] == [20.0, 30.0]
    first, second = ((None, 1.0), (None, 0.5))
    assert tangentish.jvp(fun, (items,), (type(items)([first, second]),)) == (125.0, 35.0)


def test_arrays_in_tuples_have():
    def fun(items):
        items[0][0][0] = items[1][1]
        return np.sum(items[0][0] * items[1][0])
    once = (V4.copy(), 2.0)
    bars = tangentish.grad(fun)((once, once))
    np.testing.assert_array_equal(bars[0][0], bars[1][0])
