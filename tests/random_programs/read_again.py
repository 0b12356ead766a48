"""Programs that read a whole number out of something, do what the reverse sweep need record nothing for, and change that number.

What is read again in the reverse sweep has to be what the primal read.  A program picks one of the `CARRIERS` that hold the number,
some of the `USES` that are made of it, and of the ways to change it, and puts these into loops, helpers, methods, closures.
"""

from __future__ import annotations

import random
from typing import NamedTuple

FIRST = 100_000_000
"""The first of their seeds."""


class Carrier(NamedTuple):
    """What holds a number: how it is made, read and changed, and the name that a helper is given it by."""

    label: str
    made: str
    read: str
    changes: tuple[str, ...]


TOOLS = '''class State:
    def __init__(self, n=0):
        self.n = n

    def advance(self):
        self.n += 1

    def number(self):
        return self.n

    @property
    def first(self):
        return self.n


class Shared:
    n = 0

    @classmethod
    def advance(cls):
        cls.n += 1


def advanced(state):
    state.n += 1


def raised(items):
    items[0] += 1


def longer(items):
    items.append(1)


def scaled(y, k):
    return y * (k + 2.0)
'''

CARRIERS = (
    Carrier("s", "s = State()", "s.n", (
        "s.n += 1", "s.n = 2", "s.advance()", "advanced(s)", "setattr(s, 'n', 2)", "vars(s)['n'] = 2", "q = s; q.n = 2")),
    Carrier("s", "s = State(); s.inner = State()", "s.inner.n", (
        "s.inner.n += 1", "s.inner.advance()", "advanced(s.inner)", "q = s.inner; q.n = 2", "s.inner = State(2)")),
    Carrier("s", "s = State()", "s.first", ("s.n += 1", "s.advance()")),
    Carrier("s", "s = State()", "s.number()", ("s.n += 1", "s.advance()")),
    Carrier("s", "s = State(); s.rows = [0, 1]", "s.rows[0]", (
        "s.rows[0] += 1", "s.rows = [2, 1]", "s.rows.insert(0, 2)", "raised(s.rows)", "q = s.rows; q[0] = 2")),
    Carrier("s", "s = State(); s.rows = np.array([0, 1])", "s.rows[0]", (
        "s.rows[0] += 1", "s.rows += 1", "s.rows = np.array([2, 1])", "raised(s.rows)", "s.rows[:] = 2")),
    Carrier("s", "s = Shared; Shared.n = 0", "s.n", ("s.n += 1", "Shared.n = 2", "Shared.advance()")),
    Carrier("held", "held = [0, 1, 2]", "held[0]", (
        "held[0] += 1", "held[:] = [2, 2, 2]", "held.insert(0, 2)", "held.reverse()", "held.pop(0)", "del held[0]",
        "q = held; q[0] = 2", "raised(held)", "held[0], held[1] = held[1], held[0]")),
    Carrier("held", "held = np.array([0, 1, 2])", "held[0]", (
        "held[0] += 1", "held[:] = 2", "held += 1", "held.fill(2)", "np.copyto(held, 2)", "raised(held)", "q = held[:2]; q += 1",
        "np.add(held, 1, out=held)", "held.flat[0] = 2", "held.put(0, 2)")),
    Carrier("held", "held = np.array(0)", "held", ("held += 1", "held[...] = 2", "held[()] = 1", "np.add(held, 1, out=held)")),
    Carrier("held", "held = {'a': 0, 'b': 1}", "held['a']", (
        "held['a'] += 1", "held.update(a=2)", "held['a'], held['b'] = held['b'], held['a']", "held.pop('a'); held['a'] = 2",
        "held.clear(); held['a'] = 1")),
    Carrier("held", "held = [0]", "len(held) - 1", ("held.append(1)", "held.extend([1, 2])", "held += [1]", "longer(held)")),
    Carrier("held", "held = {0}", "max(held)", ("held.add(2)", "held |= {1}", "held.clear(); held.add(1)")),
    Carrier("n", "n = 0", "n", ("n += 1", "n = 2", "n, m = 2, 1", "n = n + 1 if n < 5 else n")),
)

USES = (
    "for _ in range({r} + 1): y = y * 2.0", "for _ in range({r}, 3): y = y * 2.0", "y = y * ({r} + 2.0)", "y = y + x * ({r} + 1.0)",
    "y[{r}] *= 2.0", "y[{r}] = 3.0 * y[{r}]", "y[{r}:] = y[{r}:] * 2.0", "y = np.roll(y, {r} + 1)",
    "y = y * 2.0 if {r} == 0 else y", "if {r}: y = y * 3.0", "if not {r}: y = 3.0 * y", "y = y + y[{r}]",
    "y = np.where(np.arange(3) <= {r}, y * 2.0, y)", "y = y * np.arange(1.0, 4.0)[{r}]", "y = y[np.array([{r}, 1, 2])]",
    "y = y * [2.0, 3.0, 4.0, 5.0][{r}]", "k = {r}; y = y * (k + 2.0)", "y = np.concatenate([y[{r}:], y[:{r}]])",
    "y = y / ({r} + 2.0)", "y = np.dot(y, np.eye(3) * ({r} + 1))", "y = scaled(y, {r})", "y = np.sum(y) * ({r} + 1.0) * x",
    "y = y * (lambda q: q + {r} + 1.0)(1.0)", "y = sum([y * float(i + 1) for i in range({r} + 1)])",
    "y = np.stack([y] * ({r} + 1)).sum(0)", "y = y * max({r}, 1)", "y = y.take([{r}, 1, 2])", "y = np.repeat(y, {r} + 1)[:3]",
    "y[[{r}, 1]] *= 2.0", "y[y > {r}] *= 2.0", "y = np.cumsum(y) * ({r} + 1)", "np.add.at(y, [{r}, {r}], x[:2])",
)


def source(seed: int) -> str:
    """The text of the module of a seed."""
    rng = random.Random(seed)
    carrier = rng.choice(CARRIERS)
    use, other = (rng.choice(USES).format(r=carrier.read) for _ in range(2))
    change, last = rng.choice(carrier.changes), rng.choice(carrier.changes)
    tools, body = rng.choice((_in_a_loop, _one_after_the_other, _in_a_helper, _changed_by_a_helper, _in_a_closure, _in_a_method))(
        carrier, use, other, change, last)
    lines = ["y = x * 1.0", *body, "return np.sum(y * y)"]
    program = "def program(x):\n" + "".join(f"    {line}\n" for line in lines)
    last_lines = "ARGS = (np.array([1.1, 1.2, 0.7]),)\nARGNUMS = (0,)\n"
    return "\n\n".join(["import numpy as np\n", TOOLS, *tools, program, last_lines])


Parts = tuple[list[str], list[str]]


def _in_a_loop(carrier: Carrier, use: str, other: str, change: str, last: str) -> Parts:
    return [], [carrier.made, "for _ in range(2):", f"    {use}", f"    {change}"]


def _one_after_the_other(carrier: Carrier, use: str, other: str, change: str, last: str) -> Parts:
    return [], [carrier.made, use, change, other, last]


def _in_a_helper(carrier: Carrier, use: str, other: str, change: str, last: str) -> Parts:
    helper = f"def helper(y, x, {carrier.label}):\n    {use}\n    return y\n"
    return [helper], [carrier.made, "for _ in range(2):", f"    y = helper(y, x, {carrier.label})", f"    {change}"]


def _changed_by_a_helper(carrier: Carrier, use: str, other: str, change: str, last: str) -> Parts:
    helper = f"def helper(y, x, {carrier.label}):\n    {use}\n    {change}\n    return y\n"
    call = f"y = helper(y, x, {carrier.label})"
    return [helper], [carrier.made, call, call, other, last]


def _in_a_closure(carrier: Carrier, use: str, other: str, change: str, last: str) -> Parts:
    return [], [carrier.made, "def inner(y):", f"    {use}", "    return y", "y = inner(y)", change, "y = inner(y)", last]


def _in_a_method(carrier: Carrier, use: str, other: str, change: str, last: str) -> Parts:
    label = carrier.label
    stepper = (f"class Stepper:\n    def __init__(self, y, {label}):\n        self.y, self.held = y, {label}\n\n"
               f"    def step(self, x):\n        y, {label} = self.y, self.held\n        {use}\n        self.y = y\n\n"
               f"    def change(self):\n        {label} = self.held\n        {change}\n        self.held = {label}\n")
    return [stepper], [carrier.made, f"stepper = Stepper(y, {label})", "for _ in range(2):", "    stepper.step(x)",
                       "    stepper.change()", "y = stepper.y"]
