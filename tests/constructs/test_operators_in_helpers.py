"""Helpers in which Python runs code that writes without its name: what callers read before and after is read as it was."""

import textwrap

import pytest

import tangentish
from tests.constructs.right_or_refused import function_beside, is_right, operators
from tests.constructs.test_operators_that_write import AROUND, BETWEEN, UNREAD

OTHERS = """
import contextlib, copy, functools, itertools, math, os

class Others(Watch):
    def __int__(self): self.hit(); return 2
    def __complex__(self): self.hit(); return 1j
    def __round__(self, n=None): self.hit(); return 2
    def __floor__(self): self.hit(); return 2
    def __trunc__(self): self.hit(); return 2
    def __reversed__(self): self.hit(); return iter([1])
    def __iter__(self): self.hit(); return iter([1, 2])
    def __repr__(self): self.hit(); return "c"
    def __dir__(self): self.hit(); return ["a"]
    def __fspath__(self): self.hit(); return "a"
    def __divmod__(self, other): self.hit(); return 1, 2
    def __instancecheck__(self, other): self.hit(); return True
    def __copy__(self): self.hit(); return self
    def __enter__(self): self.hit(); return self
    def __exit__(self, *_): self.hit()
    def __call__(self, *_): self.hit(); return 1

ROOT = Holder(Others(np.arange(3.0) + 1.0))
SEEN = [ROOT.w.g]
"""
LINES = """int(w)
complex(w)
round(w)
math.floor(w)
math.trunc(w)
list(reversed(w))
for _ in w: pass
[k for k in w]
"%d" % w
"%s" % (w,)
"%(a)r" % {"a": w}
"{}".format(w)
repr([w])
dir(w)
os.fspath(w)
divmod(w, 2)
isinstance(1, w)
copy.copy(w)
with w: pass
with contextlib.suppress(ValueError): w.hit()
list(map(w, [1]))
list(filter(w, [1]))
sorted([1, 2], key=w)
sorted([1, 2], key=w.step)
max([1, 2], key=w)
functools.reduce(w, [1, 2])
list(itertools.takewhile(w, [1, 2]))
list(itertools.accumulate([1, 2], w))
list(itertools.accumulate([1, 2], func=w))
np.frompyfunc(w, 1, 1)([1.0, 2.0])
np.vectorize(w)([1.0, 2.0])
np.vectorize(w.step, otypes=[float])([1.0, 2.0])
np.vectorize(w.step, cache=True)([1.0, 2.0])
np.apply_along_axis(w, 0, np.ones(2))
a, b = w
a, *b = w
[*w]
w.ready
f"{w!r:>4}"
any([w])
w in (1, 2)
slice(w, None).indices(3)
range(w)
[1, 2][:w]
np.zeros(3)[w]
match w:\x00    case 2: pass""".splitlines()
REFUSED = ["eval('w.hit()')", "globals()['ROOT'].w.hit()"]


def _fun(line: str, lines: str):
    helper = "def run(root):\n    w = root.w\n" + textwrap.indent(line.replace("\x00", "\n"), "    ")
    return lambda: function_beside(f"{AROUND}\n{OTHERS}\n{helper}\n", lines, "helpers.py")


READ = """v = SEEN[0]
a = np.sin(x) * v
if x > 0:
    run(ROOT)
b = a * v
run(ROOT)
y = np.sum(a * b) + np.sum(np.exp(0.1 * x) * v)"""


LOCAL = "root = Holder(Others(np.arange(3.0) + 1.0))\n" + READ.replace("SEEN[0]", "root.w.g").replace("ROOT", "root")


def _line(line: str) -> str:
    line = line.replace("case", "    case") if line.startswith("match") and "\x00    case" not in line else line
    return line.replace("for_nothing(z, w)", "for_nothing(1.0, w)")


@operators
@pytest.mark.parametrize("line", LINES + BETWEEN + UNREAD)
def test_what_is_read_around_a_helper(operator, line):
    assert is_right(operator, _fun(_line(line), LOCAL), 1.3, "helpers.py")


@operators
@pytest.mark.parametrize("line", LINES + BETWEEN + UNREAD)
def test_what_is_read_under_another_name_is_right_or_refused(operator, line):
    is_right(operator, _fun(_line(line), READ), 1.3, "helpers.py")


@pytest.mark.parametrize("line", REFUSED)
def test_what_nobody_can_read_is_refused(line):
    assert not is_right(tangentish.grad, _fun(line, READ), 1.3, "helpers.py")
