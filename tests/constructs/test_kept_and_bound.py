"""Results kept for equal arguments, where the method has put its argument into an attribute before it compares that."""

import numpy as np
import pytest

import tangentish

X, V = np.array([0.4, 1.1, -0.3]), np.array([0.3, -0.5, 0.7])


def go_back(kept):
    kept.x = kept.last


class Kept:
    def __init__(self):
        self.x = self.last = self.before = self.y = self.result = None

    def bound_first(self, x):
        self.x = x
        if self.last is not None and np.array_equal(self.x, self.last):
            return self.y
        self.last, self.y = x, np.sum(x**2)
        return self.y

    def moved_on(self, x):
        self.before = self.x
        self.x = x
        if self.before is not None and np.array_equal(self.before, self.x):
            return self.y
        self.y = np.sum(x**2)
        return self.y

    def told_apart(self, x):
        self.x = x.copy()
        same = self.last is not None and (self.x == self.last).all()
        if not same:
            self.last, self.y = self.x, np.sum(self.x**2)
        return self.y * 1.0

    def compared_with_a_name(self, x):
        before = self.x
        self.x = x
        if before is not None and np.array_equal(before, x):
            return self.y
        self.y = np.sum(x**2)
        return self.y

    def compared_by_a_name(self, x):
        before = self.x
        self.x = x
        if before is not None and np.array_equal(before, self.x):
            return self.y
        self.y = np.sum(x**2)
        return self.y

    def told_before_it_is_bound(self, x):
        same = self.x is not None and np.array_equal(x, self.x)
        self.x = x
        if same:
            return self.y
        self.y = np.sum(x**2)
        return self.y

    def put_back_first(self, x):
        old = self.last
        self.x = old
        self.last = x
        if self.x is not None and np.array_equal(self.x, x):
            return self.y
        self.y = np.sum(x**2)
        return self.y

    def swapped(self, x):
        self.x, self.last = x, self.x
        if self.last is not None and np.array_equal(self.last, self.x):
            return self.y
        self.y = np.sum(x**2)
        return self.y

    def bound_at_once(self, x):
        before, self.x = self.x, x
        if before is None or not np.array_equal(before, self.x):
            self.y = np.sum(x**2)
        return self.y

    def told_by_a_method(self, x):
        self.x = self.previous()
        self.last = x
        if self.x is not None and np.array_equal(self.x, x):
            return self.y
        self.y = np.sum(x**2)
        return self.y

    def previous(self):
        return self.last

    def asked_by_or(self, x):
        before = self.x
        self.x = x
        (before is not None and np.array_equal(before, self.x)) or self.update(x)
        return self.y

    def asked_by_or_of_another(self, x):
        self.x = x
        (self.last is not None and np.array_equal(self.last, self.x)) or self.update(x)
        self.last = x
        return self.y

    def asked_by_a_range(self, x):
        before = self.x
        self.x = x
        for _ in range(1 - int(before is not None and np.array_equal(before, x))):
            self.y = np.sum(x**2)
        return self.y

    def asked_by_while(self, x):
        before = self.x
        self.x = x
        while before is None or not np.array_equal(before, x):
            self.y = np.sum(x**2)
            before = x
        return self.y

    def something_else_again(self, x):
        self.x = x
        self.x = self.last
        if self.x is not None and np.array_equal(self.x, x):
            return self.y
        self.last, self.y = x, np.sum(x**2)
        return self.y

    def stored_after_a_method(self, x):
        result = self.compared(x)
        self.x = x
        return result

    def stored_after_a_method_in_a_branch(self, x):
        if self.x is None or not np.array_equal(self.x, x):
            self.y = np.sum(x**2)
        self.move(x)
        return self.y

    def move(self, x):
        self.x, self.last = x, self.x

    def something_else_by_a_method(self, x):
        self.x = x
        self.go_back()
        if self.x is not None and np.array_equal(self.x, x):
            return self.y
        self.last, self.y = x, np.sum(x**2)
        return self.y

    def something_else_by_a_function(self, x):
        self.x = x
        go_back(self)
        if self.x is not None and np.array_equal(self.x, x):
            return self.y
        self.last, self.y = x, np.sum(x**2)
        return self.y

    def something_else_in_a_branch(self, x):
        self.x = x
        if x[0] > 0.0:
            self.x = self.last
        if self.x is not None and np.array_equal(self.x, x):
            return self.y
        self.last, self.y = x, np.sum(x**2)
        return self.y

    def something_else_in_a_loop(self, x):
        self.x = x
        for i in range(2):
            if i and self.x is not None and np.array_equal(self.x, x):
                return self.y
            self.x = self.last
        self.last, self.y = x, np.sum(x**2)
        return self.y

    def filled_with_something_else(self, x):
        self.x = np.zeros(3)
        np.copyto(self.x, 0.0 if self.last is None else self.last)
        if np.array_equal(self.x, x):
            return self.y
        self.last, self.y = x, np.sum(x**2)
        return self.y

    def set_by_another(self, x):
        self.keep(x)
        return self.value()

    def compared(self, x):
        if self.x is not None and np.array_equal(self.x, x):
            return self.y
        self.last, self.y = x, np.sum(x**2)
        return self.y

    def keep(self, x):
        self.x = x

    def value(self):
        (self.last is not None and np.array_equal(self.x, self.last)) or self.update_all()
        return self.y

    def update(self, x):
        self.y = np.sum(x**2)

    def update_all(self):
        self.last, self.y = self.x, np.sum(self.x**2)

    def go_back(self):
        self.x = self.last

    def of_another_kind(self, x, kind="square"):
        self.kind = kind
        if self.kind not in self.kinds.keys() and self.kind != "none":
            raise ValueError(kind)
        self.y = np.sum(x ** self.kinds[self.kind])
        return self.y

    kinds = {"square": 2, "cube": 3}


@pytest.mark.parametrize("calls", [0, 1, 2])
@pytest.mark.parametrize("label", [
    "bound_first", "moved_on", "told_apart", "compared_with_a_name", "compared_by_a_name", "told_before_it_is_bound",
    "put_back_first", "swapped", "bound_at_once", "told_by_a_method", "of_another_kind", "asked_by_or", "asked_by_or_of_another",
    "asked_by_a_range", "asked_by_while", "something_else_again", "something_else_by_a_method", "something_else_by_a_function",
    "something_else_in_a_branch", "something_else_in_a_loop", "filled_with_something_else", "set_by_another",
    "stored_after_a_method", "stored_after_a_method_in_a_branch"])
@pytest.mark.parametrize("mode", ["reverse", "forward"])
def test_right_or_refused(mode, label, calls):
    kept = Kept()
    for _ in range(calls):
        getattr(kept, label)(X.copy())

    def fun(x):
        return getattr(kept, label)(x)

    try:
        found = tangentish.grad(fun)(X) @ V if mode == "reverse" else tangentish.jvp(fun, (X,), (V,))[1]
    except tangentish.UnsupportedError as error:
        assert calls and label != "of_another_kind", error
    else:
        assert found == pytest.approx(2.0 * X @ V)


def test_new_objects_have_kept_nothing():
    class Model(Kept):
        def __init__(self, z, kind="square"):
            super().__init__()
            self.kind = kind
            if self.kind not in self.kinds.keys() and self.kind != "none":
                raise ValueError(kind)
            self.z = np.array(z, copy=True)
            self.center = (np.amax(self.z) + np.amin(self.z)) / 2.0

        def value(self, p):
            return np.sum(self.z**2 * p) * self.center

    def fun(z):
        return Model(z).value(2.0)

    h = 1e-6
    want = (fun(X + h * V) - fun(X - h * V)) / (2.0 * h)
    assert tangentish.grad(fun)(X) @ V == pytest.approx(want, rel=1e-6)
    assert tangentish.jvp(fun, (X,), (V,))[1] == pytest.approx(want, rel=1e-6)


def test_sizes_that_are_the_same_are_no_points():
    class Model:
        def fit(self, x):
            self.rows, self.columns, self.level = len(x), len(x), np.sum(x**2)
            return self

        def value(self, x):
            assert self.rows == self.columns
            return self.level * np.sum(x)

    def fun(x):
        return Model().fit(x).value(x)

    want = 2.0 * (X @ V) * np.sum(X) + X @ X * np.sum(V)
    assert tangentish.grad(fun)(X) @ V == pytest.approx(want)
    assert tangentish.jvp(fun, (X,), (V,))[1] == pytest.approx(want)


class Kinds:
    kinds = {"square": 2, "cube": 3}

    def __init__(self, z):
        self.z, self.level = z, 1.0

    def of_kind(self, kind, w):
        self.kind = kind
        self.prepare()
        if self.kind in self.kinds:
            self.level = self.level * np.sum(w ** self.kinds[self.kind])
        if self.kind == kind and isinstance(self, Kinds):
            self.level = self.level * 2.0
        return self.level

    def prepare(self):
        self.count = len(self.z)


@pytest.mark.parametrize("kind", ["square", "cube", "none"])
def test_kinds_that_are_set_and_looked_up(kind):
    def fun(x):
        return Kinds(x).of_kind(kind, x)

    h = 1e-6
    want = (fun(X + h * V) - fun(X - h * V)) / (2.0 * h)
    assert tangentish.grad(fun)(X) @ V == pytest.approx(want, rel=1e-6)
    assert tangentish.jvp(fun, (X,), (V,))[1] == pytest.approx(want, rel=1e-6)


class Means:
    def __init__(self):
        self.mean = self.other = 0.0

    def fit(self, x):
        self.mean = np.mean(x)
        self.other, self.total = self.mean, np.sum(x**2)

    def asserted(self):
        assert self.mean == self.other
        return self.mean * 2.0 + self.total

    def chosen(self):
        return self.total * (3.0 if self.mean == self.other else 1.0)

    def checked(self):
        if self.mean != self.other:
            raise ValueError(self.mean)
        return self.mean * self.total


@pytest.mark.parametrize("label", ["asserted", "chosen", "checked"])
@pytest.mark.parametrize("is_new", [True, False])
def test_attributes_that_are_only_compared_with_each_other(is_new, label):
    def fun(x, means=None):
        means = means or Means()
        means.fit(x)
        return getattr(means, label)()

    def given():
        means = Means()
        means.fit(X * 2.0)
        return () if is_new else (means,)

    h = 1e-6
    want = (fun(X + h * V, *given()) - fun(X - h * V, *given())) / (2.0 * h)
    assert tangentish.grad(fun)(X, *given()) @ V == pytest.approx(want, rel=1e-6)
    assert tangentish.jvp(lambda x: fun(x, *given()), (X,), (V,))[1] == pytest.approx(want, rel=1e-6)


class Decay:
    def __init__(self):
        self.time = self.end = 0.0

    def begin(self, y, end):
        self.y, self.time, self.end = y, 0.0, end

    def until_the_end(self, step):
        for _ in range(100):
            self.y, self.time = self.y - step * self.y, self.time + step
            if self.time == self.end:
                break
        return np.sum(self.y**2)


def test_times_that_meet_the_end():
    def fun(y):
        decay = Decay()
        decay.begin(y, 1.0)
        return decay.until_the_end(0.25)
    want = 2.0 * 0.75**8 * X @ V
    assert tangentish.grad(fun)(X) @ V == pytest.approx(want)
    assert tangentish.jvp(fun, (X,), (V,))[1] == pytest.approx(want)
