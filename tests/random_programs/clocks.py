"""Objects that no derivative flows through, which say what is read and how it is weighed, and change between two reads."""

from __future__ import annotations

from .arrays import array, leaf
from .indices import element
from .scalars import calm, scalar
from .scope import Scope

_CLASS = """class {name}:
    total = 0

    def __init__(self, k=0):
        self.k, self.lr, self.w = k, {c}, np.linspace(0.5, 1.5, {n})
        self.mask, self.order = np.ones({n}, dtype=bool), [0, 2, 1]

    def tick(self):
        self.k += 1
        self.lr *= 0.5
        return self

    def drop(self):
        self.mask[self.k % {n}] = False
        self.order.reverse()

    def turn(self):
        self.w[:] = self.w[::-1].copy()
        self.order = self.order[1:] + self.order[:1]

    def __call__(self):
        self.k = (self.k + 2) % {n}
        return self.k

    @property
    def rate(self):
        return self.lr * (self.k + 1)

    def __enter__(self):
        self.k += 1
        return self

    def __exit__(self, *error):
        self.k -= 1"""


def _changed(s: Scope, c: str) -> str:
    return s.rng.choice((f"{c}.tick()", f"{c}.drop()", f"{c}.turn()", f"{c}()", f"{c}.tick().tick()", f"{c}.k += 1",
                         f"{c}.lr = 0.7", f"{c}.w *= 0.5", f"{c}.w[0] = 2.0", f"setattr({c}, 'k', 1)", f"{c}.order.append(0)",
                         f"{c}.order[0], {c}.order[1] = {c}.order[1], {c}.order[0]", f"{c}.mask[1] = True"))


def _read(s: Scope, c: str, x: str, n: int) -> str:
    """The text of a scalar: what the object says of x, an array of n entries."""
    return s.rng.choice((f"{x}[{c}.k % {n}]", f"np.sum({c}.w * {x})", f"np.sum({x}[{c}.mask]) * {c}.lr", f"{c}.rate * {x}[0]",
                         f"{x}[{c}.order[0]] * {c}.lr", f"np.dot({x}, {c}.w) * {c}.rate", f"{x}[{c}() % {n}]",
                         f"np.sum({x}[{c}.order] ** 2)"))


def clock(s: Scope) -> bool:
    """Reads of an array by what an object says, and changes of the object in between."""
    if s.trips > 4 or s.level > 3:
        return False
    n, kind, c, target = s.shared.n, s.shared.fresh("Clock"), s.shared.fresh("c"), s.target("scalar")
    text = _CLASS.format(name=kind, c=s.const(), n=n)
    if s.chance(0.2) and s.level == 1:
        s.emit(text)
    else:
        s.shared.top.append(text)
    found = [var.text for var in s.of("array", (n,)) if var.text.isidentifier()]
    x = s.rng.choice(found) if found else f"np.sin({leaf(s, (n,))})"
    s.emit(f"{c} = {kind}({s.rng.randint(0, 2)})\n{target.text} = {_read(s, c, x, n)}")
    s.bind(target)
    style = s.rng.randrange(3)
    if style == 0:
        trips = s.rng.randint(1, 3)
        with s.block(f"for q in range({trips}):", "continue", trips):
            s.emit(f"{target.text} += {_read(s, c, x, n)} * {scalar(s, 1)}\n{_changed(s, c)}")
    elif style == 1:
        s.emit(f"{_changed(s, c)}\n{target.text} = {calm(s, f'{target.text} * {_read(s, c, x, n)}')}\n{_changed(s, c)}")
    else:
        s.emit(f"with {c}:\n    {target.text} = {target.text} * {c}.lr + {_read(s, c, x, n)}\n    {_changed(s, c)}")
    if s.chance(0.4) and found:
        s.emit(s.rng.choice((f"{x}[{c}.mask] *= {scalar(s, 1)}", f"{x}[{c}.k % {n}] += {scalar(s, 1)}", f"{x} *= {c}.w",
                             f"{x}[...] = {calm(s, array(s, (n,), 1))}")) + f"\n{_changed(s, c)}")
        var = s.vars[x]
        s.emit(f"{target.text} += {element(s, var)} * {_read(s, c, x, n)}")
    return True


MENU = [(clock, 3)]
