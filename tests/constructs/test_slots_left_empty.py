"""Slots with nothing in them: an attribute that a class makes up is what is read there, and nothing of it runs before."""

import numpy as np
import pytest

from tests.constructs.cases import V3, Cases
from tests.constructs.ways import check_all_ways

case = Cases()
W = np.array([0.5, -0.3, 0.8])


class MadeUp:
    __slots__ = ("count", "data", "square")

    def __init__(self, data):
        self.data = data * 2.0
        self.count = 0

    def __getattr__(self, name):
        if name == "square":
            return self.data**2
        raise AttributeError(name)


class Kept(MadeUp):
    __slots__ = ()

    def __getattr__(self, name):
        if name != "square":
            raise AttributeError(name)
        self.square = self.data**2
        return self.square


class Counted(MadeUp):
    __slots__ = ()

    def __getattr__(self, name):
        if name != "square":
            raise AttributeError(name)
        self.count += 1
        return self.data**2 * self.count


class WithDict(MadeUp):
    """Has a `__dict__` beside the slots of its base."""

    def __init__(self, data):
        super().__init__(data)
        self.more = data


class ByCoordinates:
    __slots__ = ("attrs", "coords", "data")

    def __init__(self, data):
        self.data = data * 2.0
        self.coords = {"x": data[0]}

    def __getattr__(self, name):
        return self.coords[name]  # as long as there are none, without an end


class Half:
    __slots__ = ("__hidden", "data")

    def __init__(self, data):
        self.data = data

    def __getattr__(self, name):
        return self.data * 3.0

    def hidden(self):
        return self.__hidden

    def fill(self):
        self.__hidden = self.data**3
        return self


@case(V3)
def made_up(x):
    return np.sum(MadeUp(x).square * W)


@case(V3)
def kept(x):
    thing = Kept(x)
    return np.sum(thing.square * W) + np.sum(thing.square)


@case(V3)
def kept_and_its_source_changed(x):
    thing = Kept(x)
    total = np.sum(thing.square * W)
    thing.data = x
    total += np.sum(thing.square)
    del thing.square
    return total + np.sum(thing.square * x)


@case(V3)
def counted(x):
    thing = Counted(x)
    return np.sum(thing.square * W) + np.sum(thing.square * x) + thing.count


@case(V3)
def filled_by_the_caller(x):
    thing = MadeUp(x)
    first = thing.square
    thing.square = x
    return np.sum(first * thing.square)


@case(V3)
def taken_away(x):
    thing = MadeUp(x)
    thing.square = x * 3.0
    first = thing.square
    del thing.square
    return np.sum(first * thing.square)


@case(V3)
def with_a_dict(x):
    thing = WithDict(x)
    return np.sum(thing.square * thing.more)


@case(V3)
def by_getattr(x):
    return np.sum(getattr(MadeUp(x), "square") * W) + getattr(MadeUp(x), "other", x[0])


@case(V3)
def asked_for(x):
    thing = Kept(x)
    return np.sum(x * W) if not hasattr(thing, "square") else np.sum(thing.square * W)


@case(V3)
def by_coordinates(x):
    thing = ByCoordinates(x)
    return np.sum(thing.data**2) * thing.x


@case(V3)
def hidden(x):
    return np.sum(Half(x).hidden() * W) + np.sum(Half(x).fill().hidden())


@case(V3)
def in_a_loop(x):
    total = 0.0
    for thing in [MadeUp(x), Kept(x), WithDict(x)]:
        total = total + np.sum(thing.square * W)
    return total


def shown(thing, x):
    return np.sum(thing.square * x) + thing.data[0] ** 2


@case(MadeUp(V3), V3, argnums=1)
def passed(thing, x):
    return shown(thing, x)


AROUND = MadeUp(V3)


@case(V3)
def around(x):
    return np.sum(AROUND.square * x)


@case(V3)
def in_a_helper(x):
    return shown(MadeUp(x), x) + shown(Kept(x), x)


@pytest.mark.parametrize(("fun", "args", "options"), case)
def test_gradient(fun, args, options):
    check_all_ways(fun, *args, **options)


class Model:
    def __init__(self, x):
        self.x, self.k = x, 2.0

    def value(self):
        return self.x**2 * self.k


class Proxy:
    """Passes on all that is asked of it, and what is stored."""

    __slots__ = ("_of",)

    def __init__(self, of):
        object.__setattr__(self, "_of", of)

    def __getattr__(self, name):
        return getattr(self._of, name)

    def __setattr__(self, name, value):
        setattr(self._of, name, value)


class Shown(Proxy):
    __slots__ = ()
    __setattr__ = object.__setattr__


case = Cases()


@case(V3)
def through_a_proxy(x):
    proxy = Proxy(Model(x))
    return np.sum(proxy.x**2 * W) + np.sum(proxy.value())


@case(V3)
def stored_through_a_proxy(x):
    proxy = Proxy(Model(x))
    proxy.k = x[0]
    first = proxy.value()
    proxy.x = proxy.x * W
    proxy.x *= 2.0
    return np.sum(first * proxy.x) * proxy.k


@case(V3)
def changed_behind_a_proxy(x):
    model = Model(x)
    shown = Shown(model)
    model.x = x * 3.0
    first = shown.x
    model.x = x * x
    return np.sum(first * shown.x)


@case(V3)
def beside_what_it_is_of(x):
    model, total = Model(x), 0.0
    for thing in [Shown(model), model]:
        total = total + np.sum(thing.x * thing.k)
        model.k = model.k * x[1]
    return total


@case(V3)
def of_a_proxy(x):
    outer = Proxy(Proxy(Model(x)))
    outer.k = x
    return np.sum(outer.value() * outer.x)


@pytest.mark.parametrize(("fun", "args", "options"), case)
def test_proxy(fun, args, options):
    check_all_ways(fun, *args, **options)
