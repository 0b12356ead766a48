"""Array expressions of a given shape."""

from __future__ import annotations

from . import scalars
from .indices import fancy, index, mask, views
from .scope import Scope, Shape


def array(s: Scope, shape: Shape, depth: int = 2) -> str:
    """The text of an expression whose value is a float array of exactly this shape (1-D or 2-D)."""
    if depth <= 0 or s.chance(0.15) or 0 in shape:
        return leaf(s, shape)
    p = s.rng.random()
    if p < 0.3:
        return _binary(s, shape, depth)
    if p < 0.5:
        return _unary(s, shape, depth)
    if p < 0.6:
        return _choice(s, shape, depth)
    if p < 0.65:
        return _call(s, shape, depth) or leaf(s, shape)
    return (_vector if len(shape) == 1 else _matrix)(s, shape, depth)


def leaf(s: Scope, shape: Shape) -> str:
    found = views(s, shape)
    if found and not s.chance(0.08):
        return s.rng.choice(found)
    rng = s.rng
    if len(shape) == 1 and shape[0] <= 4 and s.of("scalar") and rng.random() < 0.6:
        return f"np.array([{', '.join(scalars.leaf(s) for _ in range(shape[0]))}])"
    size = shape[0] if len(shape) == 1 else shape
    constants = [f"np.ones({size})", f"np.full({size}, {scalars.leaf(s)})", f"np.zeros({size})",
                 f"({scalars.leaf(s)} * np.ones({size}))", f"(np.zeros({size}) + {scalars.leaf(s)})"]
    if len(shape) == 1:
        constants += [f"np.linspace(0.1, 0.9, {shape[0]})", f"(0.2 * np.arange({shape[0]}))"]
    else:
        constants += [f"np.eye({shape[0]}, {shape[1]})", f"(np.arange({shape[0] * shape[1]}).reshape{shape} / 10.0)"]
    return rng.choice(constants)


def fresh(s: Scope, shape: Shape, depth: int = 2) -> str:
    """An array expression whose value shares no memory with any variable."""
    return f"({s.const()} * {array(s, shape, depth)})" if s.chance(0.5) else f"({array(s, shape, depth)}).copy()"


def calm(s: Scope, text: str) -> str:
    return s.rng.choice((f"np.tanh({text})", f"np.sin({text})", f"(0.5 * {text})", text, f"({text} / 2.0)",
                         f"(({text}) / (1.0 + ({text}) ** 2))"))


def partner(s: Scope, shape: Shape, depth: int) -> str:
    """Something that broadcasts against this shape without making it larger."""
    p = s.rng.random()
    if p < 0.4:
        return array(s, shape, depth)
    if p < 0.6:
        return scalars.scalar(s, depth)
    zero = s.pick("array", ())
    if zero and p < 0.75:
        return zero.text
    one = s.pick("array", (1,))
    if one and p < 0.85:
        return one.text
    if len(shape) == 2:
        n, m = shape
        pattern, size = s.rng.choice((("{}", (m,)), ("({})[:, None]", (n,)), ("({}).reshape(-1, 1)", (n,)),
                                      ("({})[np.newaxis, :]", (m,)), ("np.sum({}, axis=1, keepdims=True)", shape),
                                      ("np.mean({}, axis=0)", shape)))
        return pattern.format(array(s, size, depth))
    return array(s, shape, depth)


def _binary(s: Scope, shape: Shape, depth: int) -> str:
    a, b = array(s, shape, depth - 1), partner(s, shape, depth - 1)
    if s.chance(0.3):
        a, b = b, a
        if s.chance(0.5):
            return f"({array(s, shape, 0)} + {a} * {b})"
    return s.rng.choice(
        (
            f"({a} + {b})",
            f"({a} - {b})",
            f"({a} * {b})",
            f"({a} * {b})",
            f"({a} / (1.5 + ({b}) ** 2))",
            f"np.add({a}, {b})",
            f"np.multiply({a}, {b})",
            f"({a} - {b} / 2)",
            f"np.hypot({a}, 1.0 + {b} ** 2)",
        )
    )


def _unary(s: Scope, shape: Shape, depth: int) -> str:
    e = array(s, shape, depth - 1)
    return s.rng.choice((f"np.sin({e})", f"np.cos({e})", f"np.tanh({e})", f"np.exp(-({e}) ** 2)", f"(-{e})",
                         f"np.sqrt(1.0 + ({e}) * ({e}))", f"np.log(1.0 + ({e}) ** 2)", f"(({e}) ** 2)", f"np.abs({e})",
                         f"(1.1 + ({e}) ** 2) ** -0.5", f"np.arctan({e})", f"np.log1p(({e}) ** 2)", f"({e}).copy()",
                         f"np.asarray({e})", f"(1.0 / (1.0 + np.exp(-{e})))", f"(0.2 * ({e}) ** 3)"))


def _choice(s: Scope, shape: Shape, depth: int) -> str:
    a, b = array(s, shape, depth - 1), partner(s, shape, depth - 1)
    return s.rng.choice((f"np.where({mask(s, shape)}, {a}, {b})", f"np.where({mask(s, shape[-1:])}, {a}, {b})",
                         f"np.maximum({a}, {b})", f"np.minimum({a}, {s.const()})", f"np.clip({a}, -0.6, 0.7)",
                         f"({a} if {scalars.condition(s)} else {array(s, shape, 0)})", f"({a}).clip(-0.55, 0.65)"))


def _call(s: Scope, shape: Shape, depth: int) -> str | None:
    from .calls import call
    found = [v for v in s.of("function")
             if v.data.elementwise or (v.data.result in ("array", "view") and v.data.shape == shape)]
    return call(s, s.rng.choice(found), depth, shape) if found else None


def _vector(s: Scope, shape: Shape, depth: int) -> str:
    rng, n, d = s.rng, shape[0], depth - 1
    k = rng.choice((s.shared.n, s.shared.m))
    cut = rng.randint(0, n)

    def a() -> str:
        return array(s, shape, d)

    def vector(size: int) -> str:
        return array(s, (size,), d)

    def matrix(rows: int = n, columns: int = k) -> str:
        return array(s, (rows, columns), d)

    v = s.shared.fresh("v")
    found = [
        lambda: f"np.cumsum({a()})", lambda: f"({a()})[::-1]", lambda: f"np.sort({a()})", lambda: f"np.roll({a()}, 1)",
        lambda: f"np.flip({a()})", lambda: f"({a()})[{fancy(s, n, n)}]", lambda: f"np.diff({vector(n + 1)})",
        lambda: f"np.array([np.sin({v}) for {v} in {leaf(s, shape)}])",
        lambda: f"np.array([{v} * {scalars.leaf(s)} for {v} in {leaf(s, shape)}])",
        lambda: f"np.concatenate([{vector(cut)}, {vector(n - cut)}])",
        lambda: f"np.concatenate(({vector(cut)}, {vector(n - cut)}), axis=0)",
        lambda: f"np.hstack([{vector(cut)}, {vector(n - cut)}])",
        lambda: f"np.append({vector(n - 1)}, {scalars.scalar(s, d)})",
        lambda: f"({matrix()} @ {vector(k)})", lambda: f"({vector(k)} @ {matrix(k, n)})",
        lambda: f"np.dot({matrix()}, {vector(k)})", lambda: f"np.sum({matrix()}, axis=1)",
        lambda: f"np.mean({matrix()}, axis=-1)", lambda: f"({matrix(k, n)}).sum(axis=0)",
        lambda: f"({matrix()}).max(axis=1)", lambda: f"({matrix()})[:, {index(s, k)}]",
        lambda: f"np.stack([{a()}, {leaf(s, shape)}])[{rng.randint(0, 1)}]", lambda: f"np.ravel({matrix()})[:{n}]",
        lambda: f"np.outer({a()}, {leaf(s, (k,))}).sum(axis=1)",
        lambda: f"np.einsum('ij,j->i', {matrix()}, {leaf(s, (k,))})",
        lambda: f"np.array([{', '.join(scalars.scalar(s, d) for _ in range(n))}])",
        lambda: f"np.array([{', '.join(scalars.leaf(s) for _ in range(n))}])",
        lambda: f"(1.0 * np.diag({matrix(n, n)}))",
        lambda: f"np.linalg.solve(3.0 * np.eye({n}) + 0.3 * np.tanh({matrix(n, n)}), {a()})",
    ]
    return rng.choice(found)()


def _matrix(s: Scope, shape: Shape, depth: int) -> str:
    rng, (n, m), d = s.rng, shape, depth - 1
    k = rng.choice((s.shared.n, s.shared.m))
    cut = rng.randint(1, max(n - 1, 1))

    def a(rows: int = n, columns: int = m) -> str:
        return array(s, (rows, columns), d)

    def row() -> str:
        return array(s, (m,), d)

    def column() -> str:
        return array(s, (n,), d)

    def rows() -> str:
        return ", ".join(leaf(s, (m,)) for _ in range(n))

    found = [
        lambda: f"np.outer({column()}, {row()})",
        lambda: f"(({column()})[:, None] * {row()})",
        lambda: f"(({column()}).reshape({n}, 1) + {row()})",
        lambda: f"({a(m, n)}).T",
        lambda: f"np.transpose({a(m, n)})",
        lambda: f"({a(n, k)} @ {a(k, m)})",
        lambda: f"np.dot({a(n, k)}, {a(k, m)})",
        lambda: f"np.stack([{rows()}])",
        lambda: f"np.vstack([{rows()}])",
        lambda: f"np.stack([{leaf(s, (n,))} for _ in range({m})], axis=1)",
        lambda: f"np.cumsum({a()}, axis={rng.randint(0, 1)})",
        lambda: f"({a()})[{fancy(s, n, n)}]",
        lambda: f"({a()})[:, ::-1]",
        lambda: f"np.triu({a()})",
        lambda: f"np.sort({a()}, axis={rng.randint(0, 1)})",
        lambda: f"np.reshape(np.tile({row()}, {n}), {shape})",
        lambda: f"(np.broadcast_to({row()}, {shape}) * 0.9)",
        lambda: f"np.repeat(({column()})[:, None], {m}, axis=1)",
        lambda: f"np.reshape({a(m, n)}, {shape})",
        lambda: f"({a(m, n)}).reshape({n}, -1)",
        lambda: f"np.diff({a(n + 1, m)}, axis=0)",
        lambda: f"np.array([{rows()}])",
        lambda: f"np.atleast_2d({a()})",
        lambda: f"np.concatenate([{a(cut, m)}, {a(n - cut, m)}], axis=0)",
    ]
    return rng.choice(found)()
