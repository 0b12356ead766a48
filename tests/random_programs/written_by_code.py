"""Programs in which code that no derivative flows through writes into an array that they read before and after.

An object of one of the `CLASSES` holds the array, by itself or in something else; a program makes it in one of the ways in
`MAKERS`, multiplies what is differentiated by the array, has the object write into it, and multiplies again.
"""

from __future__ import annotations

import random

FIRST = 200_000_000
"""The first of their seeds."""

TOOLS = '''class Plain:
    def __init__(self, g): self.g, self.n = g, 0
    def step(self, *_): self.g[::2] += 1.0; self.n += 1; return 2.0
    def shrink(self): self.g *= 0.9
    def move(self): self._into(self.g)
    def _into(self, rows): rows[1] = rows[0] + 1.0


class Unnamed(Plain):
    def __call__(self, *_): return self.step()
    def __enter__(self): self.step(); return self
    def __exit__(self, *_): self.step()
    def __iter__(self): self.step(); return iter([1, 2])
    def __getitem__(self, key): return self.step()
    def __setitem__(self, key, value): self.g[key] = value
    def __delitem__(self, key): self.g[key] = 0.5
    def __bool__(self): return self.step() > 1.0
    def __len__(self): self.step(); return 2
    def __contains__(self, key): return self.step() > 1.0
    def __lt__(self, other): return self.step() > 1.0
    def __add__(self, other): return self.step()
    def __iadd__(self, other): self.step(); return self
    @property
    def level(self): return self.step()
    @level.setter
    def level(self, value): self.g[:] = value + np.arange(3.0)


class Heir(Plain):
    def step(self, *_): super().step(); self.g[0] -= 0.3; return 2.0


class Lister:
    def __init__(self, g): self.rows, self.named, self.pair, self.g = [g], {"a": g}, (g, 1), g
    def step(self, *_): self.rows[0][::2] += 1.0; return 2.0
    def shrink(self): self.named["a"][1] *= 0.9
    def move(self):
        for row in self.rows: row += 0.5


class Viewer:
    def __init__(self, g): self.view, self.tall, self.g = g[1:], g.reshape(-1, 1), g
    def step(self, *_): self.view += 1.0; return 2.0
    def shrink(self): self.tall[0, 0] *= 0.9
    def move(self): self.view[:] = self.view[::-1].copy()


class Slotted:
    __slots__ = ("g",)
    def __init__(self, g): self.g = g
    def step(self, *_): self.g[::2] += 1.0; return 2.0
    def shrink(self): np.multiply(self.g, 0.9, out=self.g)
    def move(self): np.add.at(self.g, [0, 0], 1.0)


class Owner:
    def __init__(self, g): self.inner, self.g = Plain(g), g
    def step(self, *_): return self.inner.step()
    def shrink(self): self.inner.shrink()
    def move(self): [one.step() for one in [self.inner]]


def stepped(w): w.step()


def written(rows): rows[::2] += 1.0


def called(function, *args): return function(*args)


def rows_of(g):
    for k in range(3):
        g[k] = g[k] + 1.0 + k
        yield k


@contextlib.contextmanager
def changed(g):
    old = g[0]
    g[0] = 7.0
    yield
    g[0] = old + 1.0
'''
CLASSES = ("Plain", "Unnamed", "Unnamed", "Heir", "Lister", "Viewer", "Slotted", "Owner")
MAKERS = {
    "w = {C}(g)": (), "w = made(g)": (), "w, _ = {C}(g), 1": (), "w = copy.copy({C}(g))": (),
    "w = {C}(g) if g[0] < 9.0 else None": (),
    "w = [{C}(row) for row in [g]][0]": (), "w = KEPT; w.__init__(g)": (), "w = dict(a={C}(g))['a']": (),
    "w = {C}(g); held = [w]": ("held[0].step()", "for one in held: one.step()", "stepped(held[-1])", "held[0].g[1] += 1.0",
                               "[w][0].step()", "v = [one.step() for one in held]"),
    "w = {C}(g); held = {{'a': w}}": ("held['a'].step()", "stepped(held['a'])", "for one in held.values(): one.step()",
                                     "held.get('a').step()"),
    "w = {C}(g); held = collections.deque([w])": ("held[0].step()", "stepped(held[0])"),
    "w = {C}(g); held = Plain(g); held.inner = w": ("held.inner.step()", "stepped(held.inner)", "held.step()"),
    "w = {C}(g); held = functools.partial(stepped, w)": ("held()", "called(held)"),
    "w = {C}(g); held = w.step": ("held()", "called(held)"), "w = {C}(g); held = lambda: w.step()": ("held()", "called(held)"),
    "w = {C}(g); held = (w, g)": ("held[0].step()", "held[1][0] += 1.0", "written(held[1])"),
    "w = {C}(g); held = rows_of(g)": ("next(held, 0)", "for _ in held: y = 1.5 * y", "v = list(held)"),
    "w = {C}(g); held = Plain(g); held.p = rows_of(g)": ("next(held.p, 0)", "v = list(held.p)"),
}
"""Ways to make the object, with what can be done with what else is made there."""
ACTS = (
    "w.step()", "w.shrink()", "w.move()", "stepped(w)", "v = called(w.step)", "getattr(w, 'step')()", "called(stepped, w)",
    "operator.methodcaller('step')(w)", "list(map(w.step, [1]))", "(lambda: w.step())()", "v = w.step() + 1.0", "y = y * w.step()",
    "if w.step() > 1.0: y = 2.0 * y", "for _ in range(2): w.step()", "w.step(); w.move()", "type(w).step(w)",
    "v = [w.step(), w.shrink()]", "v = {'a': w.step()}", "v = f'{w.step()}'", "while w.step() < 1.0: pass", "assert w.step() > 1.0",
    "v = sorted([2.0, 1.0], key=w.step)", "v = w.step() if g[0] < 50.0 else w.shrink()", "v = max(w.step(), 1.0)", "w.g[0] += 1.0",
    "w.g *= 0.9", "written(w.g)", "w.g.sort()", "with changed(g): y = y * g", "with changed(w.g): pass")
UNNAMED = (
    "w()", "w[0]", "w[1] = 3.0", "del w[1]", "w.level", "v = w.level", "w.level = 2.0", "if w: pass", "if not w: y = 3.0 * y",
    "y = 2.0 * y if w else y", "with w: pass", "with w: y = y * g", "for _ in w: y = 1.5 * y", "a, b = w", "v = list(w)", "w += 1",
    "v = w + 1", "v = w < 1", "v = 1 in w", "y = y * len(w)", "if w < 1: y = 2.0 * y", "v = [one.level for one in [w]]")
READ = ("g", "g", "w.g")


def source(seed: int) -> str:
    """The text of the module of a seed."""
    rng = random.Random(seed)
    cls, maker = rng.choice(CLASSES), rng.choice(list(MAKERS))
    acts = [*ACTS, *MAKERS[maker] * 4, *(UNNAMED * 2 if cls == "Unnamed" else ())]
    act, other, last = (rng.choice(acts) for _ in range(3))
    read, again, end = (rng.choice(READ) for _ in range(3))
    made = maker.format(C=cls)
    start = ["y = x * g", made] if rng.random() < 0.5 else [made, f"y = x * {read}"]
    body = rng.choice((
        [act, f"y = y * ({read} + 1.0)", other, f"y = y * {again}", last],
        ["for _ in range(3):", f"    {act}", f"    y = 0.5 * y * {read}", other],
        ["if g[0] < 100.0:", f"    y = y * {read}", f"    {act}", f"    y = y * {again}", other],
        ["y = halfway(y, w, g)", f"y = y * {read}", "y = halfway(y, w, g)"]))
    lines = ["g = np.arange(3.0) + 1.0", *start, *body, f"return np.sum(y * {end})"]
    helper = f"def halfway(y, w, g):\n    y = y * {read}\n    {rng.choice(ACTS)}\n    return y * {again}\n"
    program = "def program(x):\n" + "".join(f"    {line}\n" for line in lines)
    kept = f"def made(g): return {cls}(g)\n\n\nKEPT = {cls}(np.zeros(3))\n"
    imports = "import collections\nimport contextlib\nimport copy\nimport functools\nimport operator\n\nimport numpy as np\n"
    return "\n\n".join([imports, TOOLS, kept, helper, program, "ARGS = (np.array([1.1, 1.2, 0.7]),)\nARGNUMS = (0,)\n"])
