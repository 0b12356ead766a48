"""`locals()` and `vars()`: the variables by their names, whose derivatives flow on; or refused."""

import types

import numpy as np

from tests.constructs.cases import V3, Cases
from tests.constructs.ways import checks_of

case = Cases()
unsure = Cases()


class Settings:
    def __init__(self, rate, load=2.0):
        self.__dict__.update(locals())

    def value(self):
        return np.sum(self.rate * self.load)


class Bare:
    def __init__(self, rate, load=2.0):
        vars(self).update(locals())
        del self.self


class Picked:
    def __init__(self, rate, *more, scale=1.0, **named):
        scaled = rate * scale
        given = {key: value for key, value in locals().items() if key != "self"}
        self.__dict__ = given


class Stored:
    def __init__(self, rate, load):
        for key, value in locals().items():
            if key != "self":
                setattr(self, key, value)


class Kept:
    def __init__(self, rate, load):
        self.given = locals()
        self.twice = self.given["load"] * 2.0


class Table(dict):
    def __init__(self, rate, load):
        self.update(locals())


class Private:
    def __init__(self, __rate):
        self.__dict__.update(locals())

    def rate(self):
        return self.__rate


@case(V3)
def updated(x):
    return Settings(x * x).value() + np.sum(Settings(x, x[0]).load * x)


@case(V3)
def without_itself(x):
    made = Bare(2.0, x * x)
    return np.sum(made.load * made.rate) + hasattr(made, "self")


@case(V3)
def picked(x):
    made = Picked(x, x[0], scale=x[1], last=x[2])
    return np.sum(made.scaled * made.rate) * made.more[0] * made.named["last"]


@case(V3)
def stored(x):
    made = Stored(2.0, x * x)
    return np.sum(made.load * made.rate)


@case(V3)
def kept(x):
    made = Kept(x, x * x)
    return np.sum(made.given["rate"] * made.twice)


@case(V3)
def a_table(x):
    made = Table(x, x * x)
    return np.sum(made["rate"] * made["load"])


@case(V3)
def private(x):
    return np.sum(Private(x * x).rate() * x)


def named(rate, load):
    return dict(locals())


def of_all(rate, load):
    return types.SimpleNamespace(**locals())


def plain(rate, load):
    late = rate * load
    return vars()


def total(**given):
    return sum(given.values())


@case(V3)
def copied(x):
    made = named(x, x * x)
    made["more"] = 1.0
    return np.sum(made["rate"] * made["load"]) + made["more"]


@case(V3)
def a_namespace(x):
    made = of_all(x, x * x)
    return np.sum(made.rate * made.load)


@case(V3)
def by_vars(x):
    return np.sum(plain(x, x * x)["late"] * x)


@case(V3)
def passed_on(x):
    y = x[0] * x[1]
    z = np.sum(x)
    del x
    return total(**locals())


@case(V3)
def after_branches(x):
    if x[0] > -10.0:
        y = x * 2.0
    else:
        y = x * 3.0
    found = locals()
    return np.sum(found["y"] * found["x"])


@case(V3)
def after_a_branch_that_leaves(x):
    if x[0] > 10.0:
        z = 1.0
        return z
    y = x * x
    return np.sum(sum(locals().values()))


@case(V3)
def counted(x):
    y = x * x
    return np.sum(y) * len(locals())


@case(V3)
def in_a_list_of_objects(x):
    return sum(np.sum(one.value()) for one in [Settings(x * x), Settings(x, 1.0)])


@unsure(V3)
def perhaps_bound(x):
    if x[0] > 10.0:
        z = 1.0
    y = x * x
    return np.sum(sum(locals().values())) if len(x) else y


@unsure(V3)
def in_a_loop(x):
    kept = []
    for k in range(3):
        y = x * k
        kept.append(locals())
    return np.sum(kept[1]["y"] * x)


@unsure(V3)
def twice(x):
    first = locals()
    y = x * x
    second = locals()
    return np.sum(first.get("y", x) * second["x"])


@unsure(V3)
def in_a_function_inside(x):
    def inner(y):
        z = x * y
        return locals()

    return np.sum(inner(x)["z"] * x)


@unsure(V3)
def in_a_lambda(x):
    return np.sum((lambda y: locals())(x * x)["y"] * x)


@unsure(V3)
def given_to_an_update(x):
    def inner(y):
        found = {}
        found.update(locals())
        return found

    return np.sum(inner(x * x)["y"] * x)


@unsure(V3)
def while_bound(x):
    return np.sum((y := x * x) * locals().get("y", x))


@unsure(V3)
def in_try(x):
    try:
        y = x * x
        z = y[5]
    except IndexError:
        z = sum(locals().values())
    return np.sum(z)


@unsure(V3)
def in_with(x):
    with np.errstate(all="ignore") as state:
        y = x * x
        found = locals()
    return np.sum(found["y"] * found["x"])


@unsure(V3)
def in_a_comprehension(x):
    y = x * x
    return sum(np.sum(value) for key, value in sorted(locals().items()) if key in ("x", "y"))


@unsure(V3)
def of_a_module(x):
    np.__dict__.get("pi")
    y = x * x
    found = {}
    found.update(vars())
    return np.sum(found["y"])


@unsure(V3)
def declared_only(x):
    y: float  # noqa: F842 - which binds nothing
    z = x * x
    return np.sum(sum(locals().values()) * z)


test_gradient, test_right_or_refused = checks_of(case, unsure)
