"""Results of functions that their callers write into, and that the functions kept for their own reverse."""

from __future__ import annotations

from .arrays import array, leaf
from .scalars import scalar
from .scope import Scope, Shared, Signature, Var


def define(shared: Shared) -> None:
    """A function at module level that returns what it made: an array, a pair, a list, a dict, a part, an argument."""
    s, name, c = Scope(shared), shared.fresh("make"), Scope(shared).const()
    n = (shared.n,)
    text, kind = s.rng.choice((
        ("y = np.exp(-x * x)\n    return y", "{}"),
        ("y = np.tanh(x)\n    z = y * y[::-1]\n    return z, y", "{}[1]"),
        ("y = np.sqrt(1.0 + x * x)\n    return [y, y / 2.0]", "{}[0]"),
        (f"y = np.tanh(x)\n    y *= {c}\n    return {{'y': y, 'x': x}}", "{}['y']"),
        ("return x / (1.0 + x * x)", "{}"),
        (f"y = np.zeros({shared.n + 1})\n    y[1:] = np.sin(x)\n    y[0] = y[1] * y[-1]\n    return y[1:]", "{}"),
        (f"y = x if x[0] > {c} else x.copy()\n    return y", "{}"),
        (f"if x[0] > {c}:\n        return np.cos(x)\n    y = np.sin(x)\n    return y * y", "{}"),
        (f"y = np.exp({c} * x)\n    y /= np.sum(y)\n    return y", "{}"),
        (f"for k in range(1, {shared.n}):\n        x = x * np.cos(x[k])\n    return x", "{}"),
        (f"out = np.empty({shared.n})\n    np.multiply(x, x, out=out)\n    np.add(out, {c}, out=out)\n    return out", "{}"),
    ))
    shared.top.append(f"def {name}(x):\n    {text}")
    shared.makers.append(Var(name, "function", n, data=Signature((("x", "array", n),), kind)))


def written(s: Scope) -> bool:
    """`y = make(x)`, then `y -= x` or another write into it, then a read."""
    if not s.shared.makers:
        return False
    maker = s.rng.choice(s.shared.makers)
    target = s.new("array", maker.shape)
    del s.vars[target.text]
    source, y = leaf(s, maker.shape), target.text
    s.emit(f"{y} = {maker.data.result.format(f'{maker.text}({source})')}")
    s.bind(target)
    for _ in range(s.rng.randint(1, 2)):
        other = array(s, maker.shape, 1)
        s.emit(s.rng.choice((f"{y} -= {other}", f"{y} *= {other}", f"{y}[0] = {scalar(s, 1)}", f"{y}[1:] += {y}[:-1]",
                             f"{y}[:] = np.sin({other})", f"{y} += {maker.data.result.format(f'{maker.text}({y})')}",
                             f"np.multiply({y}, {other}, out={y})", f"{y}[{y} > 0.2] *= 0.5", f"{y} /= 2.0")))
    return True


MENU = [(written, 3)]
