"""Programs that read an array through a chain of views, containers, calls and objects, and write into it through another one.

The array is differentiated, or is not and becomes so when active values are written into it.  What the reverse sweep reads has
to be what the primal read, and what is written through one chain has to be seen through all others.
"""

from __future__ import annotations

import random

FIRST = 300_000_000
"""The first of their seeds."""

TOOLS = '''class Box:
    def __init__(self, w):
        self.w, self.rows = w, [w]

    def get(self):
        return self.w

    def same(self):
        return self

    def set(self, v):
        self.rows[0][:2] = v

    @property
    def first(self):
        return self.rows[0]

    @first.setter
    def first(self, v):
        self.w[3] = v

    def __getitem__(self, k):
        return self.rows[k]


def same(w, *others):
    return w


def first(items):
    for item in items:
        return item


def each(items):
    for item in items:
        yield item


def listed(w):
    found = [1.0]
    found.append(w)
    return found


def held(w):
    box = Box(None)
    box.w = w
    return box


def write_all(items, v):
    for item in items:
        item[0] = v


def write(w, v):
    w[1:3] = v


def write_and_tell(w, v):
    w[0] = v
    return 1.0
'''

VIEWS = (
    "{}.ravel()", "{}.reshape(2, 2).ravel()", "{}.T", "{}[:]", "{}[::-1]", "{}.view()", "{}.squeeze()", "{}.real",
    "np.asarray({})", "np.ravel({})", "np.atleast_1d({})", "{}.swapaxes(0, 0)", "{}[None].reshape(4)",
    "{}.reshape(2, 2).T.ravel()", "{}[None][0]", "np.reshape({}, (2, 2)).reshape(-1)", "{}.astype(float, copy=False)",
    "np.flip({})", "{}[...]", "np.transpose({})",
)
"""An array made of one, which shows it nearly always."""

HOLDERS = (
    "[{}][0]", "([{}] * 2)[1]", "([{}] + rows)[0]", "(rows + [{}])[-1]", "{{'a': {}}}['a']", "dict(a={})['a']",
    "[q for q in [{}]][0]", "tuple([{}])[-1]", "list(map(same, [{}]))[0]", "max([{}], key=len)", "sum([[{}]], [])[0]",
    "Box({}).w", "Box({}).get()", "Box({})[0]", "Box({}).first", "Box({}).rows[-1]", "getattr(Box({}), 'w')",
    "({} if k else x)", "(lambda q: q)({})", "first([{}])", "[*[{}]][0]", "[{}].copy()[0]", "list(zip([{}], rows))[0][0]",
    "np.split({}, 1)[0]", "({}, x)[0]", "same({}, x)", "same(*[{}])", "same(w={})", "functools.partial(same, {})()",
    "operator.itemgetter(0)([{}])", "(k and {})", "{{**{{'a': {}}}}}['a']", "sorted([{}], key=len)[0]",
    "list({{'a': {}}}.values())[0]", "[[{}]][0][0]", "np.array_split({}, 1)[0]", "(lambda *q: q[0])({}, x)",
    "(lambda q=None, r=x: q)(q={})", "(lambda: {})()", "functools.reduce(lambda a, b: a, [{}, x])",
    "dict(zip('a', [{}]))['a']", "(lambda q: [q])({})[0]", "Box(Box({})).w.w", "vars(Box({}))['w']", "Box.get(Box({}))",
    "list(each([{}]))[0]", "[q for q, r in zip([{}], rows)][0]", "listed({})[-1]", "(k == 1 and [{}] or [x])[0]",
    "[{}, x][:1][0]", "[x, {}][::-1][0]", "held({}).w", "Box({}).same().w", "[r for q in [[{}]] for r in q][0]",
    "{{k: q for k, q in enumerate([{}])}}[0]",
)
"""What leads to it again."""

WRITES = (
    "{}[1] = {v}", "{}[:2] = {v}", "{}.fill({v})", "np.copyto({}, np.resize({v}, 4))", "np.add({}, {v}, out={})",
    "{}.__setitem__(2, {v})", "write({}, {v})", "y = y * write_and_tell({}, {v})", "{}[...] *= {v}", "{}.put(3, {v})",
    "for q in [{}]: q[2] = {v}", "q = {}; q *= {v}", "np.add.at({}, [0, 0, 1], {v})", "operator.setitem({}, 0, {v})",
    "[write(q, {v}) for q in [{}]]", "q = {}; q[1:] = q[:-1] * {v}", "functools.partial(write, {})({v})",
    "q = {}.fill; q({v})", "if write_and_tell({}, {v}): y = y * 2.0", "(lambda q: q.fill({v}))({})", "q = {}[::-1]; q += {v}",
    "{}[0], {}[1] = {v}, 0.5", "{}.flat[1:3] = {v}", "np.multiply({}, {v}, {})", "Box({}).set({v})", "Box({}).first = {v}",
    "Box({}).w[1] = {v}", "Box({})[0][2] = {v}", "Box({}).w *= {v}", "for q, r in [({}, 1)]: q[r] = {v}",
    "q, r = {}, 2; q[r] = {v}", "q = r = {}; r[0] = {v}", "(q,) = [{}]; q[3] = {v}", "q, *r = [{}, x]; q[1] = {v}",
    "list(map(Box.set, [Box({})], [{v}]))", "box = Box({}); box.set({v})", "put = Box({}).set; put({v})",
    "box = Box({}); box.w = box.w * {v}", "q = lambda r={}: write(r, {v}); q()", "q = [{}]; q[0][1] = {v}",
    "q = [{}]; q[0] *= {v}", "q = dict(a={}); q['a'][2] = {v}", "write_all([{}, [1.0]], {v})", "write(w={}, v={v})",
    "write(*({}, {v}))",
)

VALUES = ("x[0]", "x[1] * x[2]", "0.75", "2.0", "np.sum(x)", "y[0]", "y[1] * 0.5", "w[2] * 0.5")
MADE = ("np.array([0.5, 1.25, 2.0, 1.5])", "np.ones(4)", "x * 1.5", "np.cos(x)")


def source(seed: int) -> str:
    """The text of the module of a seed."""
    rng = random.Random(seed)
    reads = [_chain(rng) for _ in range(3)]
    first, second = (_write(rng) for _ in range(2))
    tools, body = rng.choice((_one_after_the_other, _under_a_name, _in_a_loop, _in_a_helper, _written_by_a_helper, _in_a_branch))(
        reads, first, second)
    lines = ["k = 1", f"w = {rng.choice(MADE)}", "rows = [w]", "y = np.sin(x)", *body, "return np.sum(y * y * x) + np.sum(w * x)"]
    program = "def program(x):\n" + "".join(f"    {line}\n" for line in lines)
    last = "ARGS = (np.array([0.7, 0.4, 1.1, 0.9]),)\nARGNUMS = (0,)\n"
    return "\n\n".join(["import functools\nimport operator\n\nimport numpy as np\n", TOOLS, *tools, program, last])


def _chain(rng: random.Random) -> str:
    """An expression that leads to the array."""
    text = "w"
    for _ in range(rng.randrange(4)):
        text = rng.choice(rng.choice((VIEWS, HOLDERS))).format(text)
    return text


def _write(rng: random.Random) -> str:
    target = _chain(rng)
    return rng.choice(WRITES).replace("{}", target).replace("{v}", rng.choice(VALUES))


Parts = tuple[list[str], list[str]]


def _one_after_the_other(reads: list[str], first: str, second: str) -> Parts:
    return [], [f"y = y * {reads[0]}", first, f"y = y + x * {reads[1]}", second, f"y = y * {reads[2]}"]


def _under_a_name(reads: list[str], first: str, second: str) -> Parts:
    return [], [f"u = {reads[0]}", "y = y * u", first, f"v = {reads[1]}", "y = y * u + v * x", second, "y = y * u * v"]


def _in_a_loop(reads: list[str], first: str, second: str) -> Parts:
    return [], ["for k in range(1, 3):", f"    y = np.sin(y) * {reads[0]}", f"    {first}", f"    v = {reads[1]}",
                "    y = y + v * x", f"    {second}"]


def _in_a_helper(reads: list[str], first: str, second: str) -> Parts:
    helper = f"def helper(x, y, w, rows, k):\n    y = y * {reads[0]}\n    {first}\n    return y * {reads[1]} + x\n"
    return [helper], ["y = helper(x, y, w, rows, k)", second, f"y = y * {reads[2]}"]


def _written_by_a_helper(reads: list[str], first: str, second: str) -> Parts:
    helper = f"def helper(x, y, w, rows, k):\n    {first}\n    {second}\n    return y\n"
    return [helper], [f"u = {reads[0]}", "y = y * u", f"y = helper(x, y, {reads[1]}, rows, k)", "y = y * u", f"y = y * {reads[2]}"]


def _in_a_branch(reads: list[str], first: str, second: str) -> Parts:
    return [], [f"y = y * {reads[0]}", "if np.sum(y) < 1e9:", f"    {first}", f"    y = y * {reads[1]}", "else:", f"    {second}",
                f"y = y * {reads[2]}"]
