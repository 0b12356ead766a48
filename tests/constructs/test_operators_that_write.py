"""Classes whose methods write where Python runs them without their name: `if w:`, `1 in w`, `w[0]`, `w < 1`, `w + 1`."""

import pytest

from tests.constructs.right_or_refused import function_beside, is_right, operators

AROUND = """
import numpy as np
from scipy.integrate import quad

class Watch:
    '''Counts, and writes into an array that the program reads before and after.'''
    def __init__(self, g): self.g, self.n = g, 0
    def hit(self): self.g[::2] += 1.0; self.n += 1
    def __bool__(self): self.hit(); return self.n % 2 == 1
    def __len__(self): self.hit(); return 3
    def __contains__(self, key): self.hit(); return self.n % 2 == 0
    def __getitem__(self, key): self.hit(); return 2.0
    def __eq__(self, other): self.hit(); return self.n % 2 == 1
    def __lt__(self, other): self.hit(); return self.n % 2 == 1
    def __add__(self, other): self.hit(); return 2.0
    def __radd__(self, other): self.hit(); return 2.0
    def __neg__(self): self.hit(); return 2.0
    def __str__(self): self.hit(); return "ab"
    def __format__(self, how): self.hit(); return "abc"
    def __float__(self): self.hit(); return 2.0
    def __index__(self): self.hit(); return 1
    def __hash__(self): self.hit(); return 1
    def step(self, *_): self.hit(); return 2.0
    @property
    def ready(self): self.hit(); return self.n % 2 == 1

class Log:
    '''Writes something active that is read after.'''
    def __init__(self, x, g): self.x, self.g, self.last = x, g, 0.0 * x
    def hit(self): self.last = self.last + 2.0 * self.x; self.g[::2] += 1.0
    def __bool__(self): self.hit(); return True
    def __len__(self): self.hit(); return 2
    def __lt__(self, other): self.hit(); return True
    def __eq__(self, other): self.hit(); return other == 1
    def __contains__(self, key): self.hit(); return True
    def __getitem__(self, key): self.hit(); return 3.0 * self.x

class Later(Log):
    def __gt__(self, other): self.hit(); return NotImplemented

class Holder:
    def __init__(self, w): self.w = w

def doubled(z, w):
    if w:
        return 2.0 * z
    return 3.0 * z

def by_membership(z, w):
    return 2.0 * z if 1 in w else 3.0 * z

def for_nothing(z, w):
    w + 1
    q = w[0]
    return z
"""
UNREAD = """v = w[0]; u = v
a, b = w[0], w[1]
v = (w[0], 1)
v = [w + 1]
v = w < 1
v = 1 in w
v = (q := w[0])
w[0]; w + 1; w < 1; not w
if w: pass
if 1 in w: pass
if w.ready: pass
for_nothing(z, w)
v = sorted([1.0, w[0]])
match w:
    case 1: pass
    case _: pass""".replace("\n    ", "\x00").splitlines()
BRANCHES = """if w: z = 2.0 * z
if w < 1: z = 2.0 * z
if 1 in w: z = 2.0 * z
if w in [1, 2]: z = 2.0 * z
if w[0] > 1: z = 2.0 * z
if w.ready: z = 2.0 * z
if len(w) > 1: z = 2.0 * z
if w is not None and w: z = 2.0 * z
if not w: z = 3.0 * z
if w and 1: z = 2.0 * z
if any(q for q in [w, w]): z = 2.0 * z
if all([w, w]): z = 2.0 * z
if Holder(w).w: z = 2.0 * z
if w: z = 2.0 * z\x00else: z = 3.0 * z\x00if w: z = 2.0 * z\x00else: z = 3.0 * z
z = (2.0 * z if w else 3.0 * z) * (2.0 if w < 1 else 3.0)
v = w and 5; z = z * (v if v else 1.0)
v = w or 5; z = 2.0 * z if v == 5 else z
v = not w; z = 2.0 * z if v else 3.0 * z
z = z * len(w)
z = z * (w + 1) * (1 + w) * (-w)
z = z * len(str(w)) * len(f"{w}!")
z = z * len([1 for q in [w, w, w] if q])
z = doubled(doubled(z, w), w)
z = by_membership(by_membership(z, w), w)
k = lambda q, v: 2.0 * v if q else 3.0 * v; z = k(w, z); z = k(w, z)
while not w: z = 2.0 * z
for q in [w, w]:\x00    if q: z = 2.0 * z
try:\x00    if w: raise ValueError\x00except ValueError: z = 2.0 * z
def inner(v):\x00    if w: return 2.0 * v\x00    return 3.0 * v\x00z = inner(inner(z))""".splitlines()
ACTIVE = """if log: pass
if not log: pass
assert log
v = bool(log)
v = log and 1
v = [1 for q in [log, log] if q]
v = any([log])
z = 2.0 * z if log else z
if log < 1: z = 2.0 * z
if log == 1: z = 2.0 * z
v = log == 1
if 1 in log: z = 2.0 * z
n = len(log)
z = z * len(log)
z = z + log[0]
q = log[0]
if log < Later(z, g): z = 2.0 * z
n = 0\x00while log and n < 3: n += 1
logs = [log]\x00if logs[0]: pass
h = Holder(log)\x00if h.w: pass""".splitlines()
BETWEEN = """v = float(w)
v = [1, 2][w]
v = np.zeros(3)[w]
v = {w: 1}
v = {w}
v = hash(w)
v = w != 1
rows = [2.0, 1.0]; rows.sort(key=w.step)
v = min([1, 2], key=lambda k: w.step())
v = quad(w.step, 0.0, 1.0)[0]
def k(v=w.step()): return v
del [0, 1, 2][int(w.step())]""".splitlines()
REFUSED = ["v = sorted([log, log])", "v = 3 in [log]"]


def _lines(*lines: str) -> str:
    return "\n".join(lines).replace("\x00", "\n")


@operators
@pytest.mark.parametrize("line", UNREAD + BRANCHES)
def test_what_is_written_is_followed(operator, line):
    line = line.replace("case", "    case") if line.startswith("match") else line
    lines = _lines("g = np.arange(3.0); z = x * g", "w = Watch(g)", line, "y = np.sum(z * g)")
    assert is_right(operator, lambda: function_beside(AROUND, lines, "watched.py"), 1.3, "watched.py")


@operators
@pytest.mark.parametrize("line", BETWEEN)
def test_what_was_read_before_is_read_as_it_was(operator, line):
    lines = _lines("g = np.arange(3.0) + 1.0; w = Watch(g); z = x * g", line, "z = z * (g + 1.0)", line, "y = np.sum(z * g)")
    assert is_right(operator, lambda: function_beside(AROUND, lines, "between.py"), 1.3, "between.py")


@operators
@pytest.mark.parametrize("line", ACTIVE)
def test_what_is_written_may_be_active(operator, line):
    lines = _lines("g = np.arange(3.0); z = x * g", "log = Log(z, g)", line, "y = np.sum(z * g) + np.sum(log.last)")
    assert is_right(operator, lambda: function_beside(AROUND, lines, "logged.py"), 1.3, "logged.py")


@operators
@pytest.mark.parametrize("line", REFUSED)
def test_what_functions_compare_is_refused(operator, line):
    lines = _lines("g = np.arange(3.0); z = x * g", "log = Log(z, g)", line, "y = np.sum(z * g) + np.sum(log.last)")
    assert not is_right(operator, lambda: function_beside(AROUND, lines, "compared.py"), 1.3, "compared.py")
