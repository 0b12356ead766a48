"""Functions that a program calls: helpers at module level, closures, lambdas, recursion, functions as arguments."""

from __future__ import annotations

import contextlib
from collections.abc import Iterator

from . import arrays, scalars
from .calls import argument, call
from .scope import Scope, Shape, Shared, Signature, Var


@contextlib.contextmanager
def _spend(shared: Shared, budget: int) -> Iterator[None]:
    """Give a function body a budget of its own; half of what it takes is charged to the program."""
    saved, shared.budget = shared.budget, budget
    yield
    shared.budget = saved - max(1, (budget - shared.budget) // 2)


def _declare(s: Scope, params: list[tuple[str, str, Shape]]) -> None:
    for name, what, shape in params:
        if what == "function":
            s.add(name, "function", data=Signature((("v", "scalar", ()),), "scalar", elementwise=True))
        else:
            s.add(name, what, shape, fixed=what == "int", low=0, high=4)


def _array_result(s: Scope, shape: Shape) -> str:
    found = [v.text for v in s.of("array", shape)]
    return s.rng.choice(found) if found and s.chance(0.6) else arrays.calm(s, arrays.array(s, shape, 2))


def _result(s: Scope, signature: Signature) -> str:
    if signature.result == "scalar":
        return f"return {scalars.calm(s, scalars.scalar(s, 2))}"
    if signature.result == "array":
        return f"return {_array_result(s, signature.shape)}"
    if signature.result == "pair":
        return f"return {scalars.calm(s, scalars.scalar(s, 2))}, {_array_result(s, signature.shape)}"
    return "return"


def helper(shared: Shared) -> None:
    """A function at module level that takes arrays and scalars, and may write into them."""
    from .menu import statement
    rng, name = shared.rng, shared.fresh("helper")
    s = Scope(shared)
    shapes = [s.shape() for _ in range(rng.randint(1, 2))]
    params: list[tuple[str, str, Shape]] = [(f"x{k}", "array", shape) for k, shape in enumerate(shapes)]
    params += [("t", "scalar", ())] * rng.randint(0, 1) + [("k", "int", ())] * rng.randint(0, 1)
    optional = rng.randint(0, len(params) - len(shapes))
    result = rng.choice(("scalar", "scalar", "array", "array", "none", "none", "none", "pair"))
    signature = Signature(tuple(params), result, rng.choice(shapes), optional)
    s.result = (lambda scope: _result(scope, signature)) if result != "none" or rng.random() < 0.5 else None
    _declare(s, params)
    head = [p if k < len(params) - optional else f"{p}={'0.4' if what == 'scalar' else '1'}"
            for k, (p, what, _) in enumerate(params)]
    with _spend(shared, rng.randint(2, 5)):
        while shared.budget > 0:
            statement(s)
    if result != "none":
        s.raw(_result(s, signature))
    shared.top.append(f"def {name}({', '.join(head)}):\n" + "\n".join(s.lines))
    shared.functions.append(Var(name, "function", data=signature))


def small(shared: Shared) -> None:
    """One of the small functions every program has: elementwise, a view of an argument, *args, recursion, ..."""
    rng, name = shared.rng, shared.fresh("f")
    s = Scope(shared)
    n, m = shared.n, shared.m
    c, d = s.const(), s.const()
    vector, matrix = ("x", "array", (n,)), ("x", "array", (n, m))
    value, count = ("t", "scalar", ()), ("k", "int", ())
    square = Signature((("v", "scalar", ()), ("w", "scalar", ())), "scalar", (), 1, elementwise=True)
    apply = Signature((("f", "function", ()), value, count), "scalar", (), 1)
    each = Signature((("f", "function", ()), vector), "array", (n,))
    text, signature = rng.choice(
        (
            (f"def {name}(v, w={c}):\n    return np.tanh(v * w) + {d} * v", square),
            (f"def {name}(v, w={c}):\n    z = np.sin(v)\n    z = z * w + {d}\n    return z / (1.0 + z * z)", square),
            (f"{name} = lambda v, w={c}: np.sin(v * w) * {d}", square),
            (f"def {name}(x, k=0):\n    return x[k % {n}]", Signature((matrix, count), "view", (m,), 1)),
            (f"def {name}(x):\n    x[0] *= {c}\n    return x[::-1]", Signature((vector,), "view", (n,))),
            (f"def {name}(x):\n    return x.T", Signature((matrix,), "view", (m, n))),
            (f"def {name}(x, t):\n    x += t\n    return x", Signature((vector, value), "view", (n,))),
            (
                f"def {name}(x, *more, scale={c}):\n    total = np.sum(x)\n    for q in more:\n"
                f"        total = total + scale * q\n"
                "    return total",
                Signature((vector, ("*a", "scalar", ()), ("*b", "scalar", ())), "scalar", (), 2),
            ),
            (
                f"def {name}(t, k=2):\n    if k <= 0:\n        return {c} * t\n"
                f"    return np.sin(t) + {d} * {name}(np.cos(t), k - 1)",
                Signature((value, count), "scalar", (), 1),
            ),
            (
                f"def {name}(x, k=0):\n    if k >= len(x):\n        return\n    x[k] = np.tanh(x[k] + {c} * x[k - 1])\n"
                f"    {name}(x, k + 1)",
                Signature((vector, count), "none", (), 1),
            ),
            (f"def {name}(f, t, k=2):\n    for _ in range(k):\n        t = f(t) * {c}\n    return t", apply),
            (
                f"def {name}(f, x):\n    y = np.zeros({n})\n    for q, v in enumerate(x):\n"
                f"        y[q] = f(v)\n    return y",
                each,
            ),
            (f"def {name}(f, x):\n    x[1:] = f(x[1:])\n    return x + f(x)", each),
            (
                f"def {name}(x, **options):\n    return options.get('t', {c}) * np.sum(x)",
                Signature((vector,), "scalar"),
            ),
            (
                f"def {name}(x, t):\n    return t * np.mean(x), x[:] if t > {c} else x.copy()",
                Signature((vector, value), "pair", (n,)),
            ),
            (
                f"def {name}(x, y, t={c}):\n    y[...] = x * t\n    x[0] = y[-1]",
                Signature((vector, ("y", "array", (n,)), value), "none", (), 1),
            ),
        )
    )
    shared.top.append(text)
    shared.functions.append(Var(name, "function", data=signature))


def closure(s: Scope) -> bool:
    """A nested function or a lambda that captures what is around it."""
    rng = s.rng
    if s.level > 2 or s.trips > 6:
        return False
    scalar_var, array_var, name = s.pick("scalar"), s.array(), s.shared.fresh("g")
    names = [v for v in (scalar_var, array_var) if v and v.text.isidentifier()]
    if not names:
        return False
    var = rng.choice(names)
    s.captured.add(var.text)
    one, c = Signature((("t", "scalar", ()),), "scalar"), s.const()
    choices = []
    if var.what == "scalar":
        like = Signature((("v", "scalar", ()),), "scalar", elementwise=True)
        choices += [(f"{name} = lambda v: np.tanh(v * {var.text})", like),
                    (f"def {name}(v):\n    return np.sin(v) * {var.text} + {c}", like),
                    (f"def {name}(v, w={var.text}):\n"
                     f"    def inner(u):\n        return u * w + {var.text}\n    return inner(v) * {c}", like)]
        if s.level == 1:
            choices.append((f"def {name}(q):\n    nonlocal {var.text}\n    {var.text} = np.tanh({var.text} + q)\n"
                            f"    return {var.text} * {c}", Signature((("q", "scalar", ()),), "scalar")))
    elif var.shape:
        x, k = var.text, rng.randrange(var.shape[0])
        choices += [
            (f"def {name}(t):\n    {x}[{k}] = np.tanh({x}[{k}] * t)\n    return np.sum({x}) * t", one),
            (f"{name} = lambda t: np.sum({x} * t)", one),
            (f"def {name}(t={c}):\n    {x}[...] = {x} * t", Signature((("t", "scalar", ()),), "none", (), 1)),
            (f"def {name}(t):\n    return np.mean({x}) * t, {x} * {c}", Signature(one.params, "pair", var.shape)),
            (f"def {name}():\n    return {x}[{k}:]", Signature((), "view", (var.shape[0] - k, *var.shape[1:]))),
        ]
    if not choices:
        return False
    text, signature = rng.choice(choices)
    s.emit(text)
    function = s.add(name, "function", data=signature, fixed=True)
    if s.chance(0.8):
        call_statement(s, function)
    return True


def call_statement(s: Scope, function: Var | None = None) -> bool:
    """A call as a statement of its own, its result bound in whatever way it comes."""
    found = s.of("function")
    if s.trips > 12 or not (found or function):
        return False
    f = function or s.rng.choice(found)
    signature: Signature = f.data
    if signature.elementwise and s.chance(0.6):
        shape = s.shape()
        target = s.target("array", shape)
        s.emit(f"{target.text} = {call(s, f, 2, shape)}")
    elif signature.result == "none":
        s.emit(call(s, f, 2))
        return True
    elif signature.result == "scalar":
        target = s.target("scalar")
        old = s.vars.get(target.text)
        operator = "+=" if old and old.what == "scalar" and s.chance(0.2) else "="
        s.emit(f"{target.text} {operator} {call(s, f, 2)}")
    elif signature.result == "pair":
        first, target = s.target("scalar"), s.target("array", signature.shape)
        if first.text == target.text:
            return False
        if s.chance(0.7):
            s.emit(f"{first.text}, {target.text} = {call(s, f, 2)}")
        else:
            pair = s.shared.fresh("pair")
            s.emit(f"{pair} = {call(s, f, 2)}")
            s.emit(f"{first.text} = {pair}[0]")
            s.emit(f"{target.text} = {pair}[1]")
        s.bind(first)
    else:
        target = s.target("array", signature.shape)
        s.emit(f"{target.text} = {call(s, f, 2)}")
        if s.chance(0.5) and target.shape and 0 not in target.shape:  # written through: perhaps a view of an argument
            s.bind(target)
            s.emit(f"{target.text}[0] {s.rng.choice(('=', '+=', '*='))} {argument(s, 'scalar', (), 1)}")
    s.bind(target)
    return True


MENU = [(closure, 3), (call_statement, 5)]
