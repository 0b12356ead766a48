"""Ways on which numbers come through Python's own library and its data model: followed, or refused, and never lost."""

import contextlib
import enum
import io
import json
import numbers
import random
import string
import threading
import weakref
from collections import deque

import numpy as np

from tests.constructs.cases import Cases
from tests.constructs.ways import check_all_ways, checks_of

case = Cases()
unsure = Cases()


class Gain:
    gain = 2.0
    levels = np.array([1.0, 2.0])

    def get(self):
        return self.gain


class Other(Gain):
    gain = 3.0


class OfNoModule:
    __module__ = None

    def __init__(self, v):
        self.v = v

    def __add__(self, other):
        return OfNoModule(self.v + other)


@case(1.3, 0.7)
def of_a_class_of_no_module(x, y):
    return (OfNoModule(x) + y * y).v * x


@case(1.3, 0.7)
def by_the_empty_text(x, y):
    found = {"": x * y}
    try:
        count = len(found)
    except TypeError:
        count = 0
    return found[""] * count * float(f"{2.0}")


@case(1.3, 0.7)
def a_number_of_the_class_shows_again(x, y):
    one = Gain()
    one.gain = x * y
    first = one.gain
    del one.gain
    return one.gain * y * first + one.get() * x


@case(1.3, 0.7)
def by_delattr(x, y):
    one = Other()
    total = one.gain * x
    one.gain = x * y
    total = total * one.gain
    delattr(one, "gain")
    total = total * one.gain
    one.gain = total
    return one.get()


@case(1.3, 0.7)
def in_a_loop(x, y):
    total = 0.0
    for k in range(3):
        one = Gain()
        total = total + one.gain * x
        one.gain = one.gain * y
        total = total * one.get()
        if k == 1:
            del one.gain
        total = total + one.gain
    return total


@case(1.3, 0.7)
def an_array_of_the_class_shows_again(x, y):
    one = Gain()
    one.levels = one.levels * x
    first = one.levels[1]
    del one.levels
    return one.levels[1] * first * y


class Number(numbers.Complex):
    """Has its difference from the class that it is derived from."""

    def __init__(self, v):
        self.v = v

    def __add__(self, other):
        return Number(self.v + getattr(other, "v", other))

    def __neg__(self):
        return Number(-self.v)

    def other(self, *args):
        return 1

    __abs__ = __complex__ = __eq__ = __mul__ = __pos__ = __pow__ = __radd__ = __rmul__ = __rpow__ = __rtruediv__ = other
    __truediv__ = conjugate = other
    __hash__ = None
    real = imag = 1


@case(1.3, 0.7)
def a_difference_handed_down(x, y):
    return (Number(x) - Number(y * y)).v * x


@case(1.3, 0.7)
def looked_up_by_a_formatter(x, y):
    return string.Formatter().get_value("k", (), {"k": x}) * y


class Made(type):
    def __getitem__(cls, key):
        return cls(key)

    def __add__(cls, other):
        return other * 2.0

    def __sub__(cls, other):
        return cls(other)


class Thing(metaclass=Made):
    def __init__(self, a):
        self.a = a


@case(1.3, 0.7)
def operators_of_a_class(x, y):
    kind = Thing
    return Thing[x].a * (Thing + y) + (Thing - x).a * kind[y].a


class Steps:
    def __init__(self, a):
        self.event, self.a = threading.Event(), a

    def put(self):
        self.event.clear()
        self.a *= 2.0


@case(1.3, 0.7)
def an_event_is_cleared(x, y):
    steps = Steps(x)
    steps.put()
    return steps.a * y


class Values:
    def __init__(self, values):
        self.values = list(values)

    def __delitem__(self, key):
        del self.values[key]


def without_the_rest(values):
    del values[1:]
    return values


@case(1.3, 0.7)
def slices_are_deleted(x, y):
    first, second = Values([x, y, x * y]), Values([x, y, x * y])
    del first[1:]
    del second[::2]
    return first.values[0] * second.values[0] + without_the_rest([x, y])[0] ** 2


@case(1.3, 0.7)
def shuffled(x, y):
    values = [x, y, x * y]
    random.seed(1)
    random.shuffle(values)
    return values[0] + 2.0 * values[1] * values[2]


class Tripling:
    def __init__(self, values):
        self.values = values

    def __len__(self):
        return len(self.values)

    def __getitem__(self, k):
        return self.values[k]

    def __setitem__(self, k, value):
        self.values[k] = value * 3.0


@unsure(1.3, 0.7)
def shuffled_by_its_class(x, y):
    values = Tripling([x, y, x * y])
    random.seed(1)
    random.shuffle(values)
    return values[0] + 2.0 * values[1] * values[2]


@unsure(1.3, 0.7)
def a_deque_shuffled(x, y):
    values = deque([x, y, x * y])
    random.seed(1)
    random.shuffle(values)
    return values[0] + 2.0 * values[1] * values[2]


@unsure(1.3, 0.7)
def in_a_group_of_exceptions(x, y):
    total = x
    try:
        total = x * y
    except* ValueError:
        total = y
    return total * y


class Scaled:
    def __class_getitem__(cls, key):
        return lambda a: a * key


@unsure(1.3, 0.7)
def items_of_a_class(x, y):
    return Scaled[y](x)


@unsure(1.3, 0.7)
def dumped(x, y):
    text = io.StringIO()
    json.dump([x * y], text)
    return json.loads(text.getvalue())[0]


@unsure(1.3, 0.7)
def dumped_and_loaded(x, y):
    text = io.StringIO()
    json.dump([x * y], text)
    text.seek(0)
    return json.load(text)[0]


@unsure(1.3, 0.7)
def encoded(x, y):
    return json.loads(json.JSONEncoder().encode([x * y]))[0]


@unsure(1.3, 0.7)
def decoded(x, y):
    return json.JSONDecoder().decode(json.dumps([x * y]))[0]


@unsure(1.3, 0.7)
def printed_into_a_text(x, y):
    text = io.StringIO()
    with contextlib.redirect_stdout(text):
        print(x * y)
    return float(text.getvalue())


@unsure(1.3, 0.7)
def formatted(x, y):
    return float(string.Formatter().vformat("{0}", (x * y,), {}))


class Doubled(property):
    def __get__(self, owner, kind=None):
        return super().__get__(owner, kind) * 2.0


class Side:
    def __init__(self, length):
        self.length = length

    @Doubled
    def area(self):
        return self.length**2


@unsure(1.3, 0.7)
def a_property_of_another_class(x, y):
    return Side(x).area * y


@unsure(1.3, 0.7)
def finalized(x, y):
    gain = Gain()
    return weakref.finalize(gain, lambda a: a * y, x)()


test_gradient, test_right_or_refused = checks_of(case, unsure)


class Hand(enum.Enum):
    LEFT = 1.0
    RIGHT = 2.0


def test_items_of_an_enumeration():
    def fun(x, y):
        return Hand["LEFT"].value * x + Hand["RIGHT"].value * y * x

    check_all_ways(fun, 1.3, 0.7)


class Coder:
    """Has methods that are called as those of texts are, and have to do with none."""

    def __init__(self, w):
        self.w, self.state = w, None

    def encode(self, x):
        return x * self.w

    def decode(self, z):
        return z * self.w + 1.0

    def dump(self, x, out):
        out[0] = float(x) if x < 0.0 else x
        self.state = out

    def load(self, x):
        return self.state[0] * x


def test_methods_called_like_those_of_texts():
    def fun(x, y):
        coder = Coder(y)
        kept = [0.0]
        coder.dump(coder.decode(coder.encode(x)), kept)
        return coder.load(x) * kept[0]

    check_all_ways(fun, 1.3, 0.7)
