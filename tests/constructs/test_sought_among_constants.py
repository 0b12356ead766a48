"""`x.dtype.kind in "iu"` beside classes that write in `__eq__`: what is sought is looked at when it is, and is a text."""

import inspect

import numpy as np

from tests.constructs.cases import Cases
from tests.constructs.ways import checks_of

case = Cases()
unsure = Cases()
V3 = np.array([0.7, -1.3, 0.4])


class Unit:
    def __init__(self, v):
        self.v, self.asked = v, 0.0

    def __eq__(self, other):
        self.asked = self.asked + self.v
        return isinstance(other, Unit) and self.v == other.v

    __hash__ = None


class Signal:
    def __init__(self, data, unit=None):
        self._data, self.unit = data, unit

    @property
    def dtype(self):
        return self._data.dtype

    def scaled(self, kind="linear"):
        if self._data.dtype.kind in ["i", "u"] or self.dtype.name in ("int8", "int16"):
            return np.sum(self._data)
        if kind not in ("linear", "square"):
            raise ValueError(kind)
        return np.sum(self._data**2) * (self.unit.v if isinstance(self.unit, Unit) else 1.0)


@case(V3)
def the_kind_of_data(x):
    return Signal(x).scaled() * x[0]


@case(V3)
def a_text_that_is_given(x):
    total = 0.0
    for kind in ["linear", "square"]:
        if kind in {"linear"}:
            total = total + Signal(x, Unit(2.0)).scaled(kind)
    return total * x[0]


def counted(function):
    return sum(one.kind in (inspect.Parameter.POSITIONAL_OR_KEYWORD, inspect.Parameter.KEYWORD_ONLY)
               for one in inspect.signature(function).parameters.values())


@case(V3)
def members_of_an_enumeration(x):
    return Signal(x, Unit(2.0)).scaled() * counted(Signal)


@case(V3)
def among_what_is_given(x):
    total, known = 0.0, {"linear": 1.0, "square": 2.0}
    for kind in ["linear", "cubic", "square"]:
        if kind not in known:
            continue
        total = total + known[kind] * Signal(x, Unit(2.0)).scaled(kind)
    names = list(known.keys())
    if "linear" in names and "cubic" not in known.keys() and 3 in range(4):
        total = total * x[1]
    return total * x[0]


@unsure(V3)
def among_objects(x):
    units = [Unit(1.0), Unit(2.0)]
    found = 2.0 if 3.0 in units else 1.0
    return units[0].asked * found * Signal(x).scaled()


@unsure(V3)
def among_what_an_iterator_gives(x):
    units = [Unit(1.0), Unit(2.0)]
    found = 2.0 if 3.0 in map(lambda one: one, units) else 1.0
    return units[0].asked * found * Signal(x).scaled()


@unsure(V3)
def among_objects_in_a_set_of_names(x):
    one = Unit(1.0)
    found = 2.0 if one in (3.0, one.v) else 1.0
    return one.asked * found * Signal(x).scaled()


@unsure(V3)
def an_object_that_writes(x):
    unit = Unit(2.0)
    found = x[0] if unit in ("a", "b") else x[1]
    return unit.asked * found


@unsure(V3)
def an_object_of_an_object(x):
    signal = Signal(x, Unit(2.0))
    found = 2.0 if signal.unit not in [1, 2] else 1.0
    return signal.unit.asked * found * signal.scaled()


test_gradient, test_right_or_refused = checks_of(case, unsure)
