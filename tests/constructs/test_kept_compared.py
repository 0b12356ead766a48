"""Results that an object keeps for its last point, whatever it is that the comparison with it decides: never a constant."""

import numpy as np
import pytest

import tangentish

X = np.array([0.3, 0.5, 0.7])


class Kept:
    def __init__(self):
        self.x, self.y, self.knot = np.full(3, np.inf), None, X.copy()

    def update(self, x):
        self.x, self.y = x.copy(), np.sin(x) * x
        return True

    def rest(self, x):
        return False

    def same(self, x):
        return np.all(self.x == x)

    def value(self, x):
        self.look(x)
        return np.sum(self.y * x)


class ByAssert(Kept):
    def look(self, x):
        try:
            assert np.all(self.x == x)
        except AssertionError:
            self.update(x)


class ByError(Kept):
    def look(self, x):
        try:
            if not np.all(self.x == x):
                raise ValueError
        except ValueError:
            self.update(x)


class ByOr(Kept):
    def look(self, x):
        np.all(self.x == x) or self.update(x)


class ByAnd(Kept):
    def look(self, x):
        (not np.array_equal(self.x, x)) and self.update(x)


class ByMethodOr(Kept):
    def look(self, x):
        self.same(x) or self.update(x)


class ByItems(Kept):
    def look(self, x):
        all(a == b for a, b in zip(self.x, x, strict=True)) or self.update(x)


class ByRange(Kept):
    def look(self, x):
        same = np.all(self.x == x)
        for _ in range(0 if same else 1):
            self.update(x)


class ByCount(Kept):
    def look(self, x):
        for _ in range(int(np.any(self.x != x))):
            self.update(x)


class ByPasses(Kept):
    def look(self, x):
        for _ in range(2):
            if np.all(self.x == x):
                break
            self.update(x)


class ByChoice(Kept):
    def look(self, x):
        _ = None if np.all(self.x == x) else self.update(x)


class ByTable(Kept):
    def look(self, x):
        {True: self.rest, False: self.update}[bool(np.all(self.x == x))](x)


class ByMethod(Kept):
    def look(self, x):
        act = self.rest if np.all(self.x == x) else self.update
        act(x)


class ByName(Kept):
    def look(self, x):
        getattr(self, "rest" if np.all(self.x == x) else "update")(x)


class ByMatch(Kept):
    def look(self, x):
        match bool(np.all(self.x == x)):
            case False:
                self.update(x)


@pytest.mark.parametrize("cls", [ByAssert, ByError, ByOr, ByAnd, ByMethodOr, ByItems, ByRange, ByCount, ByPasses, ByChoice, ByTable,
                                 ByMethod, ByName], ids=lambda cls: cls.__name__)
def test_what_was_kept_is_no_constant(cls):
    expected = tangentish.grad(lambda x: np.sum(np.sin(x) * x * x))(X)
    np.testing.assert_allclose(tangentish.grad(cls().value)(X), expected)
    for model in (cls(), cls()):
        model.value(X)
        with pytest.raises(tangentish.UnsupportedError, match="kept by an earlier call"):
            tangentish.grad(model.value)(X)
        with pytest.raises(tangentish.UnsupportedError, match="kept by an earlier call"):
            tangentish.jvp(lambda x, model=model: model.value(x) ** 2, (X,), (X,))
        np.testing.assert_allclose(tangentish.grad(model.value)(X + 0.1),
                                   tangentish.grad(lambda x: np.sum(np.sin(x) * x * x))(X + 0.1))


def test_what_a_method_has_kept_it_computes_once_more():
    expected = tangentish.grad(lambda x: np.sum(np.sin(x) * x * x))(X)
    model = ByMatch()
    model.value(X)
    for _ in range(2):
        np.testing.assert_allclose(tangentish.grad(model.value)(X), expected)
        np.testing.assert_allclose(tangentish.jvp(model.value, (X,), (X,))[1], expected @ X)


class Harmless(Kept):
    size, shape = 3, (3,)

    def fit(self, x):
        self.size, self.shape, self.x, self.y = x.size, x.shape, x.copy(), x * x

    def checked(self, x):
        assert x.size == self.size
        assert x.shape == self.shape
        return np.sum(self.y * x)

    def at_knot(self, x):
        return np.sum(x * (2.0 if np.all(self.knot == x) else 3.0))

    def move(self, knot):
        self.knot = knot

    def stored_just_now(self, x):
        self.x, self.y = x.copy(), x * x
        return self.asking(x)

    def asking(self, x):
        assert np.all(self.x == x)
        return np.sum(self.y * x)


def test_other_comparisons_are_no_obstacle():
    model = Harmless()
    model.fit(X)
    np.testing.assert_allclose(tangentish.grad(model.checked)(X), X * X)
    np.testing.assert_allclose(tangentish.grad(model.at_knot)(X), 2.0)
    for _ in range(2):
        np.testing.assert_allclose(tangentish.grad(model.stored_just_now)(X), 3.0 * X * X)
        np.testing.assert_allclose(tangentish.jvp(model.stored_just_now, (X,), (X,))[1], 3.0 * np.sum(X ** 3))
