"""Objects that are given another `__dict__`, and attributes that are listed: derivatives flow through both."""

import inspect

import pytest

from tests.constructs.cases import Cases
from tests.constructs.ways import check_all_ways

case = Cases()


class Bare:
    pass


class A:
    def __init__(self, a):
        self.a = a


class H:
    def __init__(self):
        self.part = Bare()
        self.all = [Bare(), Bare()]


class S:
    def __init__(self, x):
        self.__dict__ = {"y": x * x, "z": x}

    def reset(self, x):
        self.__dict__ = dict(y=x, z=1.0)
        return self


def put(o, d):
    o.__dict__ = d
    return o


@case(1.3)
def a_dict_of_its_own(x):
    o = Bare()
    o.__dict__ = {"y": x * x}
    return o.y


@case(1.3)
def a_dict_with_a_name(x):
    d = {"y": x * x}
    o = Bare()
    o.__dict__ = d
    d["y"] = d["y"] * x
    return o.y


@case(1.3)
def the_dict_of_another(x):
    o = A(x)
    p = Bare()
    p.__dict__ = o.__dict__
    p.b = x * x
    return o.b * p.a


@case(1.3)
def the_dict_and_more(x):
    o = A(x)
    o.__dict__ = dict(o.__dict__, b=x * x)
    return o.a * o.b


@case(1.3)
def by_setattr(x):
    o = Bare()
    setattr(o, "__dict__", {"y": x * x})
    return o.y


@case(1.3)
def read_before(x):
    o = A(x)
    y = o.a
    o.__dict__ = {"a": x * x}
    return o.a * y


@case(1.3)
def emptied_and_filled(x):
    o = A(x)
    o.__dict__.clear()
    o.__dict__.update(a=x * x)
    return o.a


@case(1.3)
def in_a_helper(x):
    return put(Bare(), {"y": x * x}).y


@case(1.3)
def an_item_of_it(x):
    o = A(x)
    vars(o)["b"] = x * x
    return o.b


@case(1.3)
def numbers_alone(x):
    o = A(2.0)
    o.__dict__ = {"a": 3.0}
    return o.a * x


@case(1.3)
def in_a_method(x):
    return S(x).reset(x * 3).y * S(x).y


@case(1.3)
def in_a_method_after_a_read(x):
    s = S(x)
    q = s.y
    s.reset(x * 3)
    return s.y * q * s.z


@case(1.3)
def of_a_part(x):
    h = H()
    h.part.__dict__ = {"y": x * x}
    return h.part.y


@case(1.3)
def of_an_item(x):
    h = H()
    h.all[0].__dict__ = {"y": x * x}
    return h.all[0].y


@case(1.3)
def of_a_part_with_a_name(x):
    h = H()
    o = h.part
    o.__dict__ = {"y": x * x}
    return h.part.y * x


@case(1.3)
def by_another_name(x):
    o = Bare()
    p = o
    o.__dict__ = {"y": x * x}
    return p.y


@case(1.3)
def in_a_loop(x):
    h = H()
    for k, o in enumerate(h.all):
        o.__dict__ = {"y": x * k}
    return h.all[1].y * x


@case(1.3)
def filled_later(x):
    o = Bare()
    d = {}
    o.__dict__ = d
    d["y"] = x * x
    return o.y


@case(1.3)
def shared_after(x):
    o = Bare()
    p = Bare()
    p.y = x * x
    o.__dict__ = p.__dict__
    return o.y


@case(1.3)
def shared_before(x):
    o = Bare()
    p = Bare()
    o.__dict__ = p.__dict__
    p.y = x * x
    return o.y


@case(1.3)
def updated(x):
    o = Bare()
    vars(o).update({"y": x * x})
    return o.y


@case(1.3)
def two_at_once(x):
    o, p = Bare(), Bare()
    o.__dict__, p.__dict__ = {"y": x * x}, {"y": x}
    return o.y * p.y


@case(1.3)
def of_a_class_inside(x):
    class L:
        pass

    o = L()
    o.__dict__ = {"y": x * x}
    return o.y


@case(1.3)
def by_a_comprehension(x):
    o = Bare()
    o.__dict__ = {k: v for k, v in zip("ab", [x, x * x])}
    return o.a * o.b


@case(1.3)
def by_zip(x):
    o = Bare()
    o.__dict__ = dict(zip("ab", [x, x * x]))
    return getattr(o, "a") * getattr(o, "b")


@case(1.3)
def members_in_a_dict(x):
    o = A(x)
    return dict(inspect.getmembers(o))["a"] * 2


@case(1.3)
def members_that_are_numbers(x):
    o = A(x)
    t = 0.0
    for n, v in inspect.getmembers(o, lambda q: isinstance(q, float)):
        t += v
    return t


@case(1.3)
def members_given_on(x):
    o = A(x)
    p = Bare()
    for n, v in inspect.getmembers(o):
        if not n.startswith("_"):
            setattr(p, n, v)
    return p.a * x


@case(1.3)
def a_member_picked(x):
    o = A(x)
    return next(v for n, v in inspect.getmembers(o) if n == "a") * x


@case(1.3)
def named_by_dir(x):
    o = A(x)
    return sum(getattr(o, n) for n in dir(o) if not n.startswith("_"))


@case(1.3)
def members_summed(x):
    return sum(v for n, v in inspect.getmembers(A(x * x)) if n == "a")


@pytest.mark.parametrize(("fun", "args", "options"), case)
def test_gradient(fun, args, options):
    check_all_ways(fun, *args, **options)
