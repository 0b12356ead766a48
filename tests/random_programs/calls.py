"""Calls of generated functions, with positional, keyword, default and starred arguments."""

from __future__ import annotations

from . import arrays, scalars
from .indices import views
from .scope import Scope, Shape, Signature, Var


def argument(s: Scope, what: str, shape: Shape, depth: int) -> str:
    if what == "scalar":
        return scalars.scalar(s, depth)
    if what == "int":
        ints = [v for v in s.of("int") if 0 <= v.low and v.high <= 4]
        return s.rng.choice(ints).text if ints and s.chance(0.3) else str(s.rng.randint(0, 3))
    if what == "function":
        found = [v.text for v in s.of("function") if v.data.elementwise]
        return s.rng.choice(found + ["np.tanh", "np.sin", "lambda v: 0.5 * v", f"lambda v: v * {scalars.leaf(s)}"])
    places = views(s, shape)  # an array: of the caller's own, so that a callee that writes is seen to
    if places and s.chance(0.85):
        return s.rng.choice(places)
    return arrays.fresh(s, shape, depth - 1)


def call(s: Scope, function: Var, depth: int, shape: Shape | None = None) -> str:
    """The text of a call; of an elementwise function with an array of `shape`, else with a scalar."""
    signature: Signature = function.data
    params = list(signature.params)
    if signature.optional:
        params = params[:len(params) - s.rng.randint(0, signature.optional)]
    texts = []
    for k, (_, what, size) in enumerate(params):
        if k == 0 and signature.elementwise:
            texts.append(arrays.array(s, shape, depth - 1) if shape else scalars.scalar(s, depth - 1))
        else:
            texts.append(argument(s, what, size, depth - 1))
    named = s.rng.randint(0, len(texts)) if s.chance(0.35) else len(texts)
    if any(name.startswith("*") for name, _, _ in params):
        named = len(texts)
    if s.chance(0.08) and len(texts) > 1:
        return f"{function.text}(*({', '.join(texts)},))"
    if s.chance(0.25) and named < len(texts):
        extra = ", ".join(f"'{params[k][0]}': {texts[k]}" for k in range(named, len(texts)))
        return f"{function.text}({''.join(t + ', ' for t in texts[:named])}**{{{extra}}})"
    texts = [text if k < named else f"{params[k][0]}={text}" for k, text in enumerate(texts)]
    return f"{function.text}({', '.join(texts)})"
