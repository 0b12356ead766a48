"""Small classes: attributes stored, arrays held and written, methods, properties, `__call__`."""

from __future__ import annotations

from .arrays import array, leaf
from .scalars import scalar
from .scope import Scope, Shared


def define(shared: Shared) -> None:
    """A class at module level; `make` creates and uses its objects."""
    s = Scope(shared)
    rng, name = shared.rng, shared.fresh("Cell")
    c, d = s.const(), s.const()
    methods = [
        "def step(self, t):\n        self.state = np.tanh(self.state + self.rate * t)\n"
        "        self.count += 1\n        return self.state",
        f"def write(self, t):\n        self.state[0] = t * {c}\n        self.total += t",
        f"def scale(self, t={c}):\n        self.state *= t\n        return self",
        f"def energy(self):\n        return {d} * np.sum(self.state ** 2) + self.total",
        "@property\n    def mean(self):\n        return np.mean(self.state)",
        f"def __call__(self, t):\n        return np.sin(t) * self.rate + {c}",
        f"@staticmethod\n    def squash(t):\n        return np.tanh({d} * t)",
        f"def shift(self, other):\n        self.total = self.total * self.gain + np.sum(other)\n"
        f"        other[...] = {c} * other",
    ]
    start = rng.choice(("state", "state", "state.copy()", "np.array(state)"))
    text = (
        f"class {name}:\n    gain = {c}\n\n    def __init__(self, state, rate={d}):\n        self.state = {start}\n"
        f"        self.rate = rate\n        self.total = 0.0\n        self.count = 0\n\n    " + "\n\n    ".join(methods)
    )
    shared.top.append(text)
    shared.classes.append(name)


def make(s: Scope) -> bool:
    """An object, and some use of it."""
    if not s.shared.classes or s.trips > 6:
        return False
    rng, shape, name = s.rng, s.shape(), s.shared.fresh("cell")
    rate = rng.choice(("", f", {scalar(s, 1)}", f", rate={scalar(s, 1)}"))
    s.emit(f"{name} = {rng.choice(s.shared.classes)}({leaf(s, shape) if s.chance(0.6) else array(s, shape, 2)}{rate})")
    s.add(f"{name}.state", "array", shape)
    s.add(f"{name}.rate", "scalar"), s.add(f"{name}.total", "scalar")
    for _ in range(rng.randint(1, 3)):
        first = "[0]" * len(shape)
        place = f"{name}.state[{', '.join('0' * len(shape))}]"
        s.emit(rng.choice((f"{name}.step({scalar(s, 1)})", f"{name}.write({scalar(s, 1)})", f"{name}.scale()",
                           f"{name}.scale(0.8).scale({scalar(s, 1)})", f"{name}.rate = {scalar(s, 1)}",
                           f"{name}.total += {name}({scalar(s, 1)})", f"{name}.shift({leaf(s, s.shape())})",
                           f"{place} += {scalar(s, 1)}", f"{name}.extra = {name}.step({scalar(s, 1)}){first} * 0.5",
                           f"for _ in range(2):\n    {name}.step({scalar(s, 1)})")))
    target = s.target("scalar")
    s.emit(
        f"{target.text} = "
        + rng.choice(
            (
                f"{name}.energy()",
                f"{name}.mean * {name}.rate",
                f"{name}({scalar(s, 1)})",
                f"{name}.squash({name}.total)",
                f"getattr({name}, 'total') + {name}.energy()",
            )
        )
    )
    s.bind(target)
    return True


MENU = [(make, 2.5)]
