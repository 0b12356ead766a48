"""What is not differentiated and is overwritten, in every way in which Python stores, after the function has used it: the reverse
sweep needs it as it was."""

import array
import contextlib
import warnings

import numpy as np
import pytest

import tangentish
from tests.constructs.cases import Cases
from tests.constructs.ways import check_all_ways

X6 = np.array([0.2, 0.9, 0.31, 0.95, 0.61, 0.1])
W6 = np.arange(6.0) + 1.0
case = Cases()
pytestmark = pytest.mark.filterwarnings("ignore:Setting the shape on a NumPy array:DeprecationWarning")  # from NumPy 2.5 on


@case(X6)
def chained(x):
    i, j = np.arange(6), np.arange(6)
    y = x[i] * x[j] ** 2
    i[:] = j[:] = 0
    return np.sum(y**3) + x[i] @ W6


@case(X6)
def chained_with_a_name(x):
    i, j = np.mgrid[0:2, 0:3]
    y = x[i] * x[j] ** 2
    k = i[0] = j[0] = 1
    return np.sum(y**3) + np.sum(x[i]) * k


@case(X6)
def chained_unpacking(x):
    i, j = np.mgrid[0:2, 0:3]
    y = x[i] * x[j] ** 2
    (i[0], j[1]) = [i[1], j[0]] = held = np.array([[1, 1, 1], [0, 0, 0]])
    return np.sum(y**3) + x[i][0] @ W6[:3] + held[0, 0]


@case(X6)
def chained_through_views(x):
    i, j = np.mgrid[0:2, 0:3]
    y = x[i] * x[j] ** 2
    i.flat[2] = j.T[1] = 1
    i.flat[0] += 1
    return np.sum(y**3) + x[i][0] @ W6[:3]


@case(X6)
def chained_attributes(x):
    i, j = np.mgrid[0:2, 0:3]
    y = x[i] * x[j] ** 2
    i.flat = j.flat = 1
    return np.sum(y**3) + x[i][0] @ W6[:3]


@case(X6)
def a_name_that_is_stored_and_bound(x):
    i = np.arange(6)
    y = x[i]
    i[0] = i = 3
    return np.sum(y**3) + x[i]


@case(X6)
def target_of_a_loop(x):
    i = np.arange(6)
    y = x[i]
    for i[2] in range(2):
        y = y * x[i]
    return np.sum(y**3) + x[i] @ W6


@case(X6)
def targets_of_a_loop(x):
    i, seen = [0, 1, 2], {}
    y = x[i]
    for k, (i[1], seen["last"]) in enumerate(zip([2, 1], [0.5, 1.5], strict=True)):
        y = y * x[i] * seen["last"] + k
    else:
        i[0] = 2
    return np.sum(y**3) + x[i] @ W6[:3]


@case(X6)
def target_of_with(x):
    i = np.arange(6)
    y = x[i]
    with contextlib.nullcontext(3) as i[0], contextlib.nullcontext(i[0] + 1) as k:
        y = y * x[i]
    return np.sum(y**3) + x[i] @ W6 * k


@case(X6)
def target_of_a_comprehension(x):
    i = np.arange(6)
    y = x[i]
    [0 for i[1] in (4, 5)]
    return np.sum(y**3) + x[i] @ W6


@case(X6)
def annotated(x):
    i = np.arange(6)
    y = x[i]
    i[0]: int = 3
    return np.sum(y**3) + x[i] @ W6


@case(X6)
def deleted_from_a_list(x):
    i = [0, 1, 2, 3, 4, 5]
    y = x[i]
    del i[1], i[2:4]
    return np.sum(y**3) + x[i] @ W6[:3]


@case(X6)
def deleted_from_a_dict(x):
    places = {"a": 1, "b": 2}
    y = x[list(places.values())]
    del places["a"]
    return np.sum(y**3) + x[list(places.values())][0]


def _both(i, j):
    i[:] = j[:] = 0


def _by_a_loop(i):
    for i[2] in range(2):
        pass


@case(X6)
def by_a_helper(x):
    i, j = np.arange(6), np.arange(6)
    y = x[i] * x[j]
    _both(i, j)
    _by_a_loop(i)
    return np.sum(y**3) + x[i] @ W6


@case(X6)
def by_an_inner_function(x):
    i, j = np.arange(6), np.arange(6)

    def both():
        i[:] = j[:] = 0

    y = x[i] * x[j]
    both()
    return np.sum(y**3) + x[i] @ W6


@case(X6)
def places_in_an_array_of_numbers(x):
    i = array.array("l", range(6))
    y = x[i]
    i[0] = 4
    return np.sum(y**3) + x[i] @ W6


@case(X6)
def by_its_buffer(x):
    i = np.arange(6)
    view = memoryview(i)
    y = x[i]
    view[1] = 4
    i.data[2] = 0
    return np.sum(y**3) * x[i[1]] * x[i[2]]


class Held:
    pass


@case(X6)
@case(X6, 1)
@case(X6, 2)
@case(X6, 3)
def a_mask_of_what_an_object_holds(x, way=0):
    held = Held()
    held.x = x
    mask = (held.x > 0.7) | (held.x < 0.25)
    total = np.sum(held.x[mask] ** 2)
    if way == 0:
        np.logical_not(mask, mask)
    elif way == 1:
        mask &= np.arange(6) < 2
    elif way == 2:
        mask[0] = not mask[0]
    else:
        mask.fill(True)
    return total + np.sum(held.x[mask] ** 3)


@case(X6)
def of_another_shape(x):
    i, j = np.mgrid[0:2, 0:3]
    y = x[3 * i + j]
    i.shape = j.shape = 6
    return np.sum(y[0] * y[1]) + x[i] @ W6 + x[j] @ W6


@case(X6)
def rows_of_a_structured_array(x):
    table = np.zeros(6, dtype=[("place", int), ("weight", float)])
    table["place"], table["weight"] = np.arange(6), 2.0
    y = x[table["place"]] * table["weight"]
    table[1] = (0, 5.0)
    table[2]["weight"] = 7.0
    row = table[3]
    row[1] = 8.0
    table["weight"] *= 2.0
    return np.sum(y**2) + x[table["place"]] @ table["weight"]


@case(X6)
def a_sparse_matrix(x):
    sparse = pytest.importorskip("scipy.sparse")
    made = sparse.lil_matrix((6, 6))
    made.setdiag(2.0)
    a = made.tocsr()
    y = a @ x
    a.data[:] = 5.0
    a[0, 0] = 3.0
    return np.sum(y**2) + np.sum(a @ x)


@case(X6)
def a_set(x):
    places = {0, 1, 2}
    y = x[sorted(places)]
    places.discard(1)
    places |= {5}
    return np.sum(y**2) + np.sum(x[sorted(places)])


@case(X6)
def put_back_after_it_is_read_once_more(x):
    g = np.arange(6.0)
    h = g[:]
    y = x * g
    np.copyto(g[::2], 9.0)
    h.sort(axis=0)
    return np.sum(y * g) + np.sum(x @ g)


class Settings:
    def __init__(self):
        self.a, self.b = 2.0, 3.0


class Slotted:
    __slots__ = ("a", "b")

    def __init__(self):
        self.a, self.b = 2.0, 3.0


SETTINGS = Settings()


@case(X6)
def attributes_in_a_chain(x):
    s = Settings()
    y = x * s.a * s.b
    s.a = s.b = 5.0
    return np.sum(y**2) * s.a


@case(X6)
def attributes_swapped(x):
    s, t = Settings(), Slotted()
    y = x * s.a * t.b
    s.a, s.b = s.b, s.a
    t.a, t.b = t.b, t.a
    return np.sum(y**2 * x) * s.a * t.b


@case(X6)
def an_attribute_deleted(x):
    s = Settings()
    y = x * s.a
    del s.a
    s.a = 9.0
    return np.sum(y**2) * s.a


@case(X6)
def attributes_by_their_names(x):
    s = Settings()
    y = x * s.a
    setattr(s, "a", 4.0)  # what is looked at here
    y = y * x * s.a
    s.__dict__["a"] = 6.0
    y = y * s.a
    vars(s).update(a=8.0)
    return np.sum(y**2) * s.a


@case(X6, "a")
def attributes_by_names_that_are_given(x, key):
    s = Settings()
    y = x * s.a * s.b
    setattr(s, key, "text")
    object.__setattr__(s, key, 5.0)
    s.__setattr__("b", 7.0)
    return np.sum(y**2) * s.a * s.b


@case(X6)
def attributes_of_an_object_around(x):
    y = x * SETTINGS.a
    SETTINGS.a = 7.0
    y = y * x * SETTINGS.a
    SETTINGS.a = 2.0
    return np.sum(y**2) * SETTINGS.a


@case(X6)
def an_attribute_as_the_target_of_a_loop(x):
    s = Settings()
    y = x * s.a
    for s.a in (3.0, 4.0):
        y = y * x * s.a
    with contextlib.nullcontext(7.0) as s.a:
        y = y * s.a
    return np.sum(y**2) * s.a


class Counted:
    calls, last = 0, None

    @classmethod
    def squared(cls, x):
        cls.calls += 1
        cls.last = "squared"
        return x**2 * (cls.calls % 2 + 1)


@case(X6)
def a_counter_of_a_class(x):
    Counted.calls = 0
    y = Counted.squared(x) + Counted.squared(x)
    return np.sum(y * Counted.calls) + len(Counted.last) * x[0]


def a_series(x):
    table = pytest.importorskip("pandas").Series([1.0, 2.0, 3.0, 4.0, 5.0, 6.0])
    y = x * table.values
    table.iloc[0] = 9.0
    return np.sum(y**2) + np.sum(x * table.values)


def test_warnings_of_stores_come_once():
    with warnings.catch_warnings(record=True) as of_primal:
        warnings.simplefilter("always")
        of_another_shape(X6)
    with warnings.catch_warnings(record=True) as of_derivative:
        warnings.simplefilter("always")
        tangentish.grad(of_another_shape)(X6)
    assert len(of_derivative) == len(of_primal)


def test_right_or_refused():
    w = np.cos(X6)
    with pytest.raises(tangentish.UnsupportedError, match="written into is read again"):
        tangentish.grad(a_series)(X6)
    numeric = (a_series(X6 + 1e-6 * w) - a_series(X6 - 1e-6 * w)) / 2e-6
    np.testing.assert_allclose(tangentish.jvp(a_series, (X6,), (w,))[1], numeric, rtol=1e-6)


@pytest.mark.parametrize(("fun", "args", "options"), case)
def test_gradient(fun, args, options):
    check_all_ways(fun, *args, **options)
