"""Small classes whose methods store attributes and read them back; what no derivative flows through changes in place, too."""

from __future__ import annotations

from .arrays import array, leaf
from .scalars import condition, scalar
from .scope import Scope, Shared


def _class(s: Scope, name: str) -> str:
    """The text of a class; `self.w` are weights that no derivative flows through."""
    c, d, n = s.const(), s.const(), s.shared.n
    methods = [
        f"def push(self, v):\n        self.past.append(v * {c})\n        if len(self.past) > 2:\n"
        "            self.past.pop(0)\n        return self.past[-1]",
        "def weigh(self, x):\n        y = self.w * x\n        self.w[0] += 1.0\n        return y",
        f"def grow(self):\n        self.w *= {c}\n        self.count += 1\n        return self",
        f"def read(self, x):\n        return np.sum(self.w * x ** 2) * self.count * {d}",
        "def store(self, x):\n        self.best = x if self.best is None else np.tanh(self.best + x)\n        return self.best",
        f"def total(self):\n        return sum(np.sum(v) for v in self.past) + self.rate * {c}",
        f"def reset(self, rate):\n        self.past, self.rate = [], rate * {d}",
        f"@property\n    def level(self):\n        return self.rate * self.count + {c}",
        "@level.setter\n    def level(self, v):\n        self.rate = v / self.count",
        f"def __call__(self, v):\n        self.rate = np.sin(self.rate + v)\n        return self.rate * {d}",
    ]
    return (f"class {name}:\n    def __init__(self, rate, past=None):\n        self.rate = rate\n"
            f"        self.past = [] if past is None else past\n        self.w = np.linspace(0.5, 1.5, {n})\n"
            "        self.count = 1\n        self.best = None\n\n    " + "\n\n    ".join(methods))


def define(shared: Shared) -> None:
    """The class, at module level."""
    name = shared.fresh("Record")
    shared.top.append(_class(Scope(shared), name))
    shared.records.append(name)


def _use(s: Scope, place: str) -> str:
    """A statement that uses an object."""
    shape = (s.shared.n,)
    return s.rng.choice((
        f"{place}.push({scalar(s, 1)})", f"{place}.push({leaf(s, shape)})", f"{place}.grow()",
        f"{place}.grow().reset({scalar(s, 1)})",
        f"{place}.store({leaf(s, shape)})", f"{place}.store({array(s, shape, 1)})", f"{place}.level = {scalar(s, 1)}",
        f"{place}.level *= {s.const()}", f"{place}.rate += {scalar(s, 1)}", f"{place}({scalar(s, 1)})", f"{place}.w[1] = 2.0",
        f"{place}.w *= 0.5", f"{place}.past.append({scalar(s, 1)})",
        f"if {place}.past:\n    {place}.rate += np.sum({place}.past.pop())",
        f"if {place}.best is not None:\n    {place}.best *= {scalar(s, 1)}", f"{place}.extra = {place}.level * {scalar(s, 0)}",
        f"if {condition(s)}:\n    {place}.grow()", f"for _ in range(2):\n    {place}({scalar(s, 0)})"))


def _read(s: Scope, place: str) -> str:
    """The text of a scalar read from an object."""
    vector = leaf(s, (s.shared.n,))
    return s.rng.choice((f"{place}.read({vector})", f"{place}.total()", f"{place}.level", f"np.sum({place}.weigh({vector}))",
                         f"np.sum({place}.w * {vector})", f"{place}.rate ** 2", f"np.dot({vector}, {place}.w) * {place}.w[0]"))


def record(s: Scope) -> bool:
    """One or two objects, by name, in a list or in a dict; used and read in turn."""
    if s.trips > 4 or s.level > 3:
        return False
    if s.level == 1 and s.chance(0.25):
        kind = s.shared.fresh("Local")
        s.emit(_class(s, kind))
    elif s.shared.records:
        kind = s.rng.choice(s.shared.records)
    else:
        return False
    name, target = s.shared.fresh("rec"), s.target("scalar")
    places = s.rng.choice(([name], [name], [f"{name}[0]", f"{name}[-1]"], [f"{name}['a']", f"{name}['b']"]))
    made = [f"{kind}({scalar(s, 1)})" for _ in places]
    s.emit(f"{name} = " + (made[0] if len(places) == 1 else f"[{', '.join(made)}]" if "a" not in places[0][-4:]
                           else f"{{'a': {made[0]}, 'b': {made[1]}}}"))
    s.emit(f"{target.text} = {_read(s, s.rng.choice(places))}")
    s.bind(target)
    for _ in range(s.rng.randint(1, 4)):
        s.emit(_use(s, s.rng.choice(places)))
        if s.chance(0.5):
            s.emit(f"{target.text} {s.rng.choice(('+=', '-='))} {_read(s, s.rng.choice(places))}")
    s.emit(f"{target.text} = np.tanh({target.text} + {_read(s, s.rng.choice(places))})")
    return True


MENU = [(record, 3)]
