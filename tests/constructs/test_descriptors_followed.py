"""Descriptors that somebody wrote, whose function stores something besides: what it does is followed, wherever it is read."""

import itertools

import numpy as np
import pytest

from tests.constructs.cases import P4
from tests.constructs.ways import check_all_ways
from tests.texts import executed

DESCRIPTORS = {
    "table": """
        v = owner._cache.get(self.name, None)
        if v is None:
            v = owner._cache[self.name] = self.fget(owner)
        return v""",
    "made": """
        kept = getattr(owner, "_made", None)
        if kept is None:
            setattr(owner, "_made", {})
            kept = owner._made
        if self.name not in kept:
            kept[self.name] = self.fget(owner)
        return kept[self.name]""",
    "attribute": """
        v = self.fget(owner)
        setattr(owner, self.name, v)
        return v""",
    "dict": """
        v = owner.__dict__[self.name] = self.fget(owner)
        return v""",
    "hidden": """
        if not hasattr(owner, "_" + self.name):
            setattr(owner, "_" + self.name, self.fget(owner))
        return getattr(owner, "_" + self.name)""",
    "anew": """
        return self.fget(owner)"""}
GETTERS = {
    "if_none": """
        if self.h is None:
            self.h = self.w * 2.0
        return np.sum(self.h * self.w)""",
    "always": """
        self.h = self.w * 2.0
        return np.sum(self.h * self.w)""",
    "an_array": """
        self.h = self.w * 2.0
        return self.h * self.w""",
    "by_a_method": """
        self.fill(3.0)
        return np.sum(self.h * self.w)""",
    "in_place": """
        self.h = np.ones(4)
        self.h[1:] *= self.w[:3]
        return np.sum(self.h * self.w)""",
    "in_a_table": """
        self.h = self.w
        if "b" not in self.kept:
            self.kept["b"] = np.sum(self.w**2)
        return self.kept["b"]""",
    "by_get": """
        self.h = self.w
        v = self.kept.get("b")
        if v is None:
            v = self.kept["b"] = self.w**2
        return v""",
    "by_another": """
        return np.sum(self.other * self.w) + np.sum(self.h)"""}
USES = {
    "twice": "b.u; return np.sum(b.u) * np.sum(b.h) + np.sum(b.u)",
    "tested": """
    if np.sum(b.u) > 0:
        return np.sum(b.h)
    return 0.0""",
    "asked": """
    if hasattr(b, "u"):
        return np.sum(b.u) + np.sum(b.h)
    return 0.0""",
    "by_name": 'return np.sum(getattr(b, "u", None)) + np.sum(b.h)',
    "or_else": """
    c = np.sum(b.u) if b.h is None else 0.0
    return c + np.sum(b.h)""",
    "while": """
    s = 0.0
    while np.sum(b.u) + s < 100:
        s = s + np.sum(b.u)
    return s + np.sum(b.h)""",
    "asserted": """
    assert np.sum(b.u) > -1000
    return np.sum(b.u * b.h)""",
    "text": """
    f"{b.u}"
    return np.sum(b.h)""",
    "index": """
    x = x * 1.0
    x[int(np.sum(b.u) > 0)] = 3.0
    return np.sum(b.h) * np.sum(x)""",
    "of_several": """
    rows = [Made(x * 2.0), b]
    return sum(np.sum(one.u) for one in rows) + sum(np.sum(one.h) for one in rows)""",
    "overwritten": """
    s = np.sum(b.u)
    b.w[:] = 0.5
    b.h = b.h * 2.0
    return s * np.sum(b.u) + np.sum(b.h)""",
    "changed": """
    v = b.u
    b.h[0] = 5.0
    return np.sum(v * b.u) + np.sum(b.h)""",
    "caught": """
    try:
        b.u
        raise KeyError
    except KeyError:
        return np.sum(b.u * b.h)""",
    "unknown": """
    b = CLASSES[int(x[0] > 100)](x)
    return np.sum(b.u * b.h)"""}
TEXT = '''
import numpy as np

class Kept:
    def __init__(self, fget):
        self.fget, self.name = fget, fget.__name__
    def __get__(self, owner, cls=None):
        if owner is None:
            return self{descriptor}
{setter}
class Made:
    h = None
    def __init__(self, w):
        self.w = w.copy()
        self._cache, self.kept = {{}}, {{}}
    def fill(self, by):
        self.h = self.w * by
    @Kept
    def other(self):
        self.fill(2.0)
        return self.h**2
    @Kept
    def u(self):{getter}

CLASSES = [Made, None]

def program(x):
    b = Made(x)
    {use}
'''
SETTER = """
    def __set__(self, owner, value):
        raise AttributeError(self.name)
"""
GRID = list(itertools.product(DESCRIPTORS, GETTERS, USES, (False, True)))
GRID = [(kept, getter, use, setting) for kept, getter, use, setting in GRID if not (setting and kept in ("attribute", "dict"))]


@pytest.mark.parametrize(("kept", "getter", "use", "setting"), GRID)
def test_followed(kept: str, getter: str, use: str, setting: bool) -> None:
    text = TEXT.format(descriptor=DESCRIPTORS[kept], setter=SETTER if setting else "", getter=GETTERS[getter], use=USES[use])
    check_all_ways(executed(text, f"followed_{kept}_{getter}_{use}_{setting}.py")["program"], P4)


SETS = {
    "over": "b.u = x[1]**2; return b.u * np.sum(x)",
    "read_then_over": "t = b.u; b.u = x[1]**2; return t * b.u",
    "over_and_away": "b.u = x[1]**2; t = b.u; del b.u; return t * b.u",
    "by_a_call": 'setattr(b, "u", x[1]**2); return b.u * np.sum(x)',
    "in_its_dict": 'b.__dict__["u"] = x[1]**2; return b.u * np.sum(x)',
    "on_condition": """
    if x[0] > 0.3:
        b.u = x[1]**2
    return b.u * np.sum(x)""",
    "in_a_loop": """
    s = 0.0
    for k in range(3):
        s = s + b.u
        b.u = s * x[k]
    return s + b.u""",
    "of_another": """
    c = Made(x * 2.0)
    c.u = b.u * x[2]
    return c.u * b.u"""}
PLAIN = """
        return np.sum(self.w**3)"""


@pytest.mark.parametrize("kept", ["attribute", "dict", "anew"])
@pytest.mark.parametrize("getter", ["if_none", "always", "plain"])
@pytest.mark.parametrize("use", SETS)
def test_set_over_it(kept: str, getter: str, use: str) -> None:
    text = TEXT.format(descriptor=DESCRIPTORS[kept], setter="", getter=GETTERS.get(getter, PLAIN), use=SETS[use])
    check_all_ways(executed(text, f"over_{kept}_{getter}_{use}.py")["program"], P4)


def test_what_it_gives_is_what_python_gives() -> None:
    text = TEXT.format(descriptor=DESCRIPTORS["table"], setter="", getter=GETTERS["if_none"], use=USES["twice"])
    assert np.isfinite(executed(text, "followed_plain.py")["program"](P4))


class Anew:
    def __init__(self, function):
        self.function = function

    def __get__(self, owner, cls=None):
        return self.function(owner)


class OfItsOwn:
    def __get__(self, owner, cls=None):
        if "v" not in owner.kept:
            owner.kept["v"] = np.sum(owner.w**2)
        return owner.kept["v"]


class Holding:
    own = OfItsOwn()

    def __init__(self, w):
        self.w, self.kept, self.part, self.buffer = w, {}, {"v": None}, np.full(2, np.nan)

    @Anew
    def tabled(self):
        if "b" not in self.kept:
            self.kept["b"] = np.sum(self.w**2)
        return self.kept["b"]

    @Anew
    def caught(self):
        try:
            return self.kept["b"]
        except KeyError:
            self.kept["b"] = np.sum(self.w**2)
        return self.kept["b"]

    @Anew
    def by_a_method(self):
        return self.memo() * 2.0

    def memo(self):
        if "b" not in self.kept:
            self.kept["b"] = np.sum(self.w**2)
        return self.kept["b"]

    @Anew
    def of_a_part(self):
        if self.part["v"] is None:
            self.part["v"] = np.sum(self.w**2)
        return self.part["v"]

    @Anew
    def buffered(self):
        if np.isnan(self.buffer[0]):
            self.buffer[0] = np.sum(self.w**2)
        return self.buffer[0]

    @Anew
    def local(self):
        out = np.zeros(3)
        out[0] = self.w[0]
        return np.sum(out * self.w[1:])


@pytest.mark.parametrize("name", ["tabled", "caught", "by_a_method", "of_a_part", "buffered", "local", "own"])
def test_kept_in_what_the_object_holds(name):
    def once(x):
        return getattr(Holding(x), name)

    def often(x):
        holding = Holding(x)
        if getattr(holding, name) > 1000.0:
            return 0.0
        return getattr(holding, name) ** 2 * x[1]

    check_all_ways(once, P4)
    check_all_ways(often, P4)
