"""Objects that a function makes itself: taken apart where they are only read, left alone where more is done with them."""

import dataclasses
import math

import numpy as np
import pytest

import tangentish
from tangentish import grad
from tests.constructs.cases import V4, Cases
from tests.constructs.ways import check_all_ways, check_not_looked_up, check_right_or_refused

case, left = Cases(), Cases()
SCALE = 3.0


class Ball:
    g = 9.81

    def __init__(self, mass, drag=0.2):
        self.mass = mass
        self.drag = drag * 2.0
        area = mass * mass
        self.area = area + self.drag

    def force(self, v):
        return self.mass * self.g - self.drag * v * self.area

    def twice(self, v):
        return self.force(self.force(v)) + self.speed

    @property
    def speed(self):
        return np.sqrt(self.mass * self.g)

    @staticmethod
    def half(v):
        return 0.5 * v


class Heavy(Ball):
    g = 2.0

    def force(self, v):
        return self.mass * v**2


class Checked:
    def __init__(self, k, n=2):
        if n < 0:
            raise ValueError("n")
        total = 0.0
        for i in range(n):
            total = total + k * i
        self.total, self.k = total, k
        self.k = self.k * 2.0

    def value(self, v):
        return self.total * v + self.k


class Kept:
    """Keeps the array that it is given, and one that it makes."""

    def __init__(self, w, *, scale=SCALE):
        self.w = w
        self.own = w * scale

    def dot(self, v):
        return self.w @ v + self.own.sum()


class Filled(Kept):
    def put(self, v):
        self.own[0] = v
        return self.own.sum()


class Pair:
    def __init__(self, a, b, k):
        self.one = Ball(a)
        self.two = Heavy(b, drag=k)
        self.params = Params(k * 2.0)

    def force(self, v):
        return self.one.force(v) + self.two.force(v) * self.params.k


def area(mass):
    return mass * 3.0


class Named:
    """Has a method that is called like the function that its `__init__` calls."""

    def __init__(self, mass):
        self.size = area(mass)

    def area(self, v):
        return self.size + v


class Counter:
    def __init__(self, level):
        self.level, self.log = level, []

    def add(self, v):
        self.level = self.level + v
        self.log.append(v)


class Odd:
    def __init__(self, v):
        self.v = v
        self.w = self.square()

    def square(self):
        return self.v**2


class Watching:
    def __init__(self, v):
        self.v = v

    def __setattr__(self, key, value):
        object.__setattr__(self, key, value * 2.0)


class Doubling:
    def __init__(self, v):
        self.v = v

    @property
    def v(self):
        return self._v

    @v.setter
    def v(self, value):
        self._v = value * 2.0


class Maybe:
    k = 5.0

    def __init__(self, v, there=True):
        if there:
            self.k = v

    def value(self):
        return self.k * 2.0


@dataclasses.dataclass
class Params:
    k: float
    c: float = 0.1


@dataclasses.dataclass(frozen=True)
class Frozen:
    k: float
    c: float = dataclasses.field(default=0.3, kw_only=True)

    def energy(self, v):
        return self.k * v**2 + self.c


@dataclasses.dataclass
class Derived:
    k: float

    def __post_init__(self):
        self.c = self.k**2


def spring(v, p):
    return -p.k * v - p.c


def step(v, p):
    return v + 0.1 * spring(v, p)


def euler(f, v, n):
    for _ in range(n):
        v = v + 0.1 * f(v)
    return v


@case(V4)
def method_in_a_loop(x):
    ball = Ball(x[0])
    v = x[1]
    for _ in range(3):
        v = v + 0.1 * ball.force(v)
    return v * ball.half(x[2])


@case(V4)
def several_of_a_class(x):
    one = Ball(x[0])
    two = Ball(x[1], drag=x[2])
    return one.force(x[3]) * two.twice(x[0]) + one.speed


@case(V4)
def inherited(x):
    ball = Heavy(x[0])
    return ball.twice(x[1])


@case(V4)
def checked(x):
    made = Checked(x[0], 3)
    return made.value(x[1]) * made.k


@case(V4)
def passed_to_functions(x):
    p = Params(x[0], c=x[1])
    v = x[2]
    for _ in range(3):
        v = step(v, p)
    return v * p.k


@left(V4)
def frozen(x):
    p = Frozen(x[0])
    q = Frozen(k=x[1], c=x[2])
    return p.energy(x[3]) * q.energy(x[0])


@case(V4)
def method_passed_on(x):
    ball = Ball(x[0])
    return euler(ball.force, x[1], 3)


@case(V4)
def in_a_lambda(x):
    ball = Ball(x[0])
    return euler(lambda v: ball.force(v) * x[2], x[1], 3)


@case(V4)
def in_a_function_inside(x):
    ball = Ball(x[0])

    def rhs(v):
        return ball.force(v) + ball.mass

    return euler(rhs, x[1], 3)


@case(V4)
def in_a_comprehension(x):
    ball = Ball(x[0])
    return sum([ball.force(v) * ball.mass for v in x])


@case(V4)
def arrays_are_kept(x):
    made = Kept(x * 2.0)
    return made.dot(x) * made.own[0] * made.w[2]


@left(V4)
def array_that_is_kept_is_written(x):
    w = x * 2.0
    made = Kept(w)
    w[0] = x[1] * x[2]
    return made.dot(x) * made.own[0]


@left(V4)
def attribute_is_written_in_place(x):
    made = Kept(x * 2.0)
    made.w[1] = x[3] ** 2
    return made.dot(x) * made.w[1]


@left(V4)
def method_writes_in_place(x):
    made = Filled(x * 1.0)
    return made.put(x[2] * x[1]) * made.own[0]


@case(V4)
def objects_in_an_object(x):
    pair = Pair(x[0], x[1], k=x[2])
    v = x[3]
    for _ in range(2):
        v = v + 0.01 * pair.force(v)
    return v * pair.one.speed * pair.params.k


@case(V4)
def one_object_is_given_another(x):
    p = Params(x[0], x[1])
    ball = Ball(p.k, x[3])
    return step(x[2], p) * ball.force(x[3])


@left(V4)
def object_is_kept_by_another(x):
    p = Params(x[0])
    held = Params(p)
    held.k.c = x[1] * x[2]
    return p.c * held.k.k


@case(V4)
def attributes_alone(x):
    p = Params(x[0] * x[1])
    return p.k * p.c


@case(V4)
def no_trips(x):
    ball = Ball(x[0])
    v = x[1]
    for _ in range(0):
        v = ball.force(v)
    return v * x[2]


@case(V4)
def method_called_like_a_function(x):
    made = Named(x[0])
    return made.area(x[1]) * made.size


@left(V4)
def class_that_is_imported_here(x):
    from tests.constructs.test_functions_held_by_objects import Layer as Ball

    ball = Ball(x[0], np.sin)
    return ball(x[1])


@left(V4)
def class_with_state(x):
    made = Counter(x[0])
    made.add(x[1] * x[2])
    made.add(x[3])
    return made.level * made.log[0]


@left(V4)
def attribute_is_set(x):
    p = Params(x[0])
    p.k = x[1] * p.k
    p.c += x[2]
    return spring(x[3], p)


@left(V4)
def attribute_is_set_by_name(x):
    p = Params(x[0])
    setattr(p, "k", x[1] * 2.0)
    return p.k * x[2]


@left(V4)
def bound_again(x):
    p = Params(x[0])
    first = p.k
    p = Params(x[1])
    return first * p.k


@left(V4)
def bound_in_a_branch(x):
    p = Params(x[0])
    if x[1] > -100.0:
        p = Params(x[2])
    return p.k * x[1]


@left(V4)
def other_name(x):
    p = Params(x[0])
    q = p
    q.k = x[1] * x[2]
    return p.k


@left(V4)
def kept_in_a_list(x):
    p = Params(x[0])
    held = [p]
    held[0].k = x[1] ** 2
    return p.k * x[2]


@left(V4)
def init_calls_a_method(x):
    made = Odd(x[0])
    return made.w * x[1]


@left(V4)
def attributes_are_watched(x):
    made = Watching(x[0])
    return made.v * x[1]


@left(V4)
def property_is_set(x):
    made = Doubling(x[0])
    return made.v * x[1]


@left(V4)
def attribute_that_may_not_be_stored(x):
    one, two = Maybe(x[0]), Maybe(x[1], there=False)
    made = Maybe(x[2], False)
    return one.value() * two.value() + made.value() * x[3]


@left(V4)
def set_after_init(x):
    made = Derived(x[0])
    return made.c * x[1]


@left(V4)
def called_like_a_parameter(x):
    p = Params(x[0])
    return sum((lambda p: p * 2.0)(v) for v in x) * p.k


@left(V4)
def class_of_its_own(x):
    Params = Ball
    p = Params(x[0])
    return p.mass * x[1]


@left(V4)
def bound_to_something_else_before(x):
    ball = None
    held = {}
    for k in range(2):
        held[k] = ball
    ball = Ball(x[0])
    return ball.force(x[1]) * x[2]


@pytest.mark.parametrize("fun, args, options", case)
def test_taken_apart(fun, args, options):
    check_all_ways(fun, *args, **options)
    found = grad(fun)
    found(*args)
    assert not any(f"primal({cls}" in found.source for cls in ("Ball", "Heavy", "Checked", "Params", "Kept"))


@pytest.mark.parametrize("fun, args, options", left)
def test_left_alone(fun, args, options):
    check_right_or_refused(fun, *args, **options)


@pytest.mark.parametrize("fun, calls", [(method_in_a_loop, "force_reverse(called"), (passed_to_functions, "step_reverse(called")])
def test_methods_are_not_looked_up(fun, calls):
    check_not_looked_up(grad(fun), V4, calls=calls)


def weight(x):
    ball = Ball(x)
    return ball.force(1.0) + SCALE * ball.mass


def test_what_a_class_has_may_change(monkeypatch):
    derivative = grad(weight)
    slope = Ball.g - 0.8 * 0.7 + SCALE
    assert derivative(0.7) == pytest.approx(Ball.g - 0.4 * 2.0 * 0.7 + SCALE)
    assert not math.isclose(slope, 0.0)
    monkeypatch.setattr(Ball, "g", 1.5)
    assert derivative(0.7) == pytest.approx(1.5 - 0.4 * 2.0 * 0.7 + SCALE)
    monkeypatch.setattr(Ball, "force", lambda self, v: self.mass**3)
    assert derivative(0.7) == pytest.approx(3.0 * 0.49 + SCALE)
    monkeypatch.setattr(Ball, "__init__", lambda self, mass: setattr(self, "mass", mass * 2.0))
    assert derivative(0.7) == pytest.approx(3.0 * 1.4**2 * 2.0 + SCALE * 2.0)
    monkeypatch.setitem(globals(), "Ball", Heavy)
    assert derivative(0.7) == pytest.approx(grad(lambda m: Heavy(m).force(1.0) + SCALE * Heavy(m).mass)(0.7))


def test_defaults_may_change(monkeypatch):
    derivative = grad(attributes_alone)
    np.testing.assert_allclose(derivative(V4)[:2], 0.1 * V4[1::-1])
    monkeypatch.setattr(Params.__init__, "__defaults__", (0.5,))
    np.testing.assert_allclose(derivative(V4)[:2], 0.5 * V4[1::-1])


def test_wrong_arguments_are_told():
    def wrong(x):
        p = Params(x, x, x)
        return p.k

    with pytest.raises(TypeError):
        grad(wrong)(0.5)


def test_values_are_those_of_the_function():
    for fun in (method_in_a_loop, passed_to_functions, array_that_is_kept_is_written):
        assert tangentish.value_and_grad(fun)(V4)[0] == fun(V4)
