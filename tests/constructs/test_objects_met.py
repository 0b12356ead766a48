"""Objects that come to a function in a way that is not seen, and that another function reads by the name of a variable.

Right or refused: the function that reads does not know that something active was stored.
"""

from __future__ import annotations

import functools

import numpy as np
import pytest

import tangentish


class Tank:
    def __init__(self, level=1.0):
        self.level, self.size, self.log, self.inner = level, 3.0, [level], None

    def fill(self, v):
        self.level = v

    def note(self, v):
        self.log.append(v)

    def energy(self):
        return self.level**2


class Filler:
    def __init__(self, tank):
        self.tank = tank

    def __call__(self, v):
        self.tank.level = v


TANK = Tank()


def put(tank, v):
    tank.level = v


def put_last(v, tank):
    tank.level = v


def level_now():
    return TANK.level


def size_now():
    return TANK.size


def last():
    return TANK.log[-1]


def get():
    return TANK


def level_given():
    return get().level


def partial_called(x):
    functools.partial(put, TANK)(x)
    return level_now() ** 2


def partial_by_keyword(x):
    functools.partial(put_last, tank=TANK)(x)
    return level_now() ** 2


def mapped(x):
    list(map(put, [TANK], [x]))
    return level_now() ** 2


def callable_object(x):
    Filler(TANK)(x)
    return level_now() ** 2


def partials_in_a_list(x):
    for act in [functools.partial(put, TANK)]:
        act(x)
    return level_now() ** 2


def taken_out_of_a_list(x):
    tanks = []
    tanks.append(TANK)
    tanks.pop().fill(x)
    return level_now() ** 2


def default_of_an_inner_function(x):
    def inner(tank=TANK):
        tank.level = x

    inner()
    return level_now() ** 2


def argument(x, tank):
    tank.fill(x)
    return level_now() ** 2


def argument_read_by_its_name(x, tank):
    tank.fill(x)
    return TANK.level**2


def argument_given_by_a_function(x, tank):
    tank.fill(x)
    return get().level ** 2


def argument_given_to_a_function(x, tank):
    tank.fill(x)
    return level_given() ** 2


def argument_that_notes(x, tank):
    tank.note(x)
    return last() ** 2


def argument_changed_by_text(x, tank):
    vars(tank)["level"] = x
    return level_now() ** 2


def methods_given(x, acts):
    for act in acts:
        act(x)
    return level_now() ** 2


def read_through_the_argument(x, tank):
    tank.fill(x)
    return tank.level**2 * size_now()


def method_of_the_argument(x, tank):
    tank.fill(x)
    return tank.energy() * size_now()


def under_another_name(x):
    tank = TANK
    tank.fill(x)
    return tank.energy() * size_now()


def partial_read_by_its_name(x):
    functools.partial(put, TANK)(x)
    return TANK.level**2 * size_now()


HIDDEN = [partial_called, partial_by_keyword, mapped, callable_object, partials_in_a_list, taken_out_of_a_list,
          default_of_an_inner_function]
GIVEN = [argument, argument_read_by_its_name, argument_given_by_a_function, argument_given_to_a_function, argument_that_notes,
         argument_changed_by_text]
RIGHT = [read_through_the_argument, method_of_the_argument, under_another_name, partial_read_by_its_name]


def both_ways(fun, *given):
    """The derivative of a function of one number, backwards, forwards, and once more."""
    backwards, forwards = tangentish.grad(fun), lambda x: tangentish.jvp(fun, (x, *given), (1.0, *[None] * len(given)))[1]
    return [lambda: backwards(1.5, *given), lambda: forwards(1.5), lambda: backwards(1.5, *given)]


@pytest.mark.parametrize("fun", HIDDEN + GIVEN, ids=lambda fun: fun.__name__)
def test_is_never_taken_for_constant(fun):
    given = (TANK,) if fun in GIVEN else ()
    TANK.__init__()
    assert fun(1.5, *given) == 1.5**2
    for take in both_ways(fun, *given):
        TANK.__init__()
        try:
            found = take()
        except tangentish.UnsupportedError:
            continue
        assert np.isclose(found, 3.0)


def test_methods_that_are_arguments():
    with pytest.raises(tangentish.UnsupportedError, match=r"fill stores .* in `TANK`, which level_now reads by its name"):
        tangentish.grad(methods_given)(1.5, [TANK.fill])


@pytest.mark.parametrize("fun", RIGHT, ids=lambda fun: fun.__name__)
def test_is_right_where_others_read_something_else(fun):
    given = (TANK,) if "argument" in fun.__name__ else ()
    for take in both_ways(fun, *given):
        TANK.__init__()
        assert np.isclose(take(), 9.0)


def test_another_object_is_no_trouble():
    assert np.isclose(tangentish.grad(read_through_the_argument)(1.5, Tank()), 9.0)
    assert tangentish.grad(argument)(1.5, Tank()) == 0.0


def test_a_variable_that_is_bound_anew_is_looked_at_again(monkeypatch):
    tank = Tank()
    assert tangentish.grad(argument)(1.5, tank) == 0.0
    monkeypatch.setitem(globals(), "TANK", tank)
    with pytest.raises(tangentish.UnsupportedError, match="by its name"):
        tangentish.grad(argument)(1.5, tank)
