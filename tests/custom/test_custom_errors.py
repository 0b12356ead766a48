"""Custom functions: what is refused, when a rule is given and when it is used."""

from __future__ import annotations

import re
from typing import Any

import numpy as np
import pytest

import tangentish
from tangentish.errors import RuleError, UnsupportedError

X = np.array([0.3, -1.2, 2.0])
HERE = r"test_custom_errors.py:\d+: "


def with_rules(fwd: Any, bwd: Any, fun: Any = None) -> Any:
    f = tangentish.custom_vjp(fun or (lambda x, y: x * y))
    f.defvjp(fwd, bwd)
    return f


def with_rule(rule: Any) -> Any:
    f = tangentish.custom_jvp(lambda x, y: x * y)
    f.defjvp(rule)
    return f


def fwd(x: Any, y: Any) -> Any:
    return x * y, (x, y)


def refused(kind: type[Exception], f: Any, *patterns: str, mode: str = "rev") -> None:
    """With kinds known and unknown: an error that says where the call is."""
    def loss(x: Any, y: Any) -> Any:
        return np.sum(f(x, y))

    def spread(x: Any, y: Any) -> Any:
        return np.sum(f(*[x, y]))

    for function in (loss, spread):
        with pytest.raises(kind) as caught:
            if mode == "rev":
                tangentish.grad(function, argnums=(0, 1))(X, 2.0 * X)
            else:
                tangentish.jvp(function, (X, 2.0 * X), (X, X))
        for pattern in (HERE, *patterns):
            assert re.search(pattern, str(caught.value)), str(caught.value)


def test_no_rule() -> None:
    refused(RuleError, tangentish.custom_vjp(lambda x, y: x * y), "no derivative was given", r"defvjp\(fwd, bwd\)")
    refused(RuleError, tangentish.custom_jvp(lambda x, y: x * y), "no derivative was given", r"defjvp\(rule\)")
    refused(RuleError, tangentish.custom_jvp(lambda x, y: x * y), "no derivative was given", mode="fwd")


def test_not_functions() -> None:
    with pytest.raises(RuleError, match="custom_vjp: 3 is not a function"):
        tangentish.custom_vjp(3)
    f = tangentish.custom_vjp(lambda x: x)
    with pytest.raises(RuleError, match="bwd of `<lambda>`: 2 is not a function"):
        f.defvjp(lambda x: x, 2)
    with pytest.raises(RuleError, match="has to take 2 arguments"):
        f.defvjp(lambda x: x, lambda residuals: residuals)
    g = tangentish.custom_jvp(lambda x: x)
    with pytest.raises(RuleError, match=r"has to take 2 arguments: .*primals, and the tangents"):
        g.defjvp(lambda x: x)
    with pytest.raises(RuleError, match="nondiff_argnums has 'n'"):
        tangentish.custom_vjp(lambda x: x, nondiff_argnums=("n",))
    with pytest.raises(RuleError, match="nondiff_argnums has 5"):
        tangentish.custom_jvp(lambda x: x, nondiff_argnums=(5,))
    with pytest.raises(RuleError, match="use defjvp"):
        tangentish.custom_jvp(lambda x, n: x, nondiff_argnums=(1,)).defjvps(None)


def test_wrong_number_of_results() -> None:
    refused(RuleError, with_rules(fwd, lambda kept, g: (g, g, g)), "returned 3 results; needed is a tuple of 2")
    refused(RuleError, with_rules(fwd, lambda kept, g: g * kept[1]), "returned an array; needed is a tuple of 2")
    refused(RuleError, with_rules(fwd, lambda kept, g: None), "returned None; needed is a tuple of 2")
    refused(RuleError, with_rules(lambda x, y: x * y, lambda kept, g: (g, g)), "needed is a tuple of 2: the result, and what bwd")
    refused(RuleError, with_rules(lambda x, y: None, lambda kept, g: (g, g)), "returned None")
    refused(RuleError, with_rule(lambda primals, tangents: primals[0]), "needed is a tuple of 2: the result, and its tangent")
    refused(RuleError, with_rule(lambda primals, tangents: None), "returned None", mode="fwd")
    one = tangentish.custom_vjp(lambda x: x * 1.0)
    one.defvjp(lambda x: (x * 1.0, None), lambda _, g: g)
    with pytest.raises(RuleError, match=r"(?s)returned an array; needed is a tuple of 1.*`return x_bar,`"):
        tangentish.grad(lambda x: np.sum(one(x)))(X)


def test_wrong_shape() -> None:
    refused(RuleError, with_rules(fwd, lambda kept, g: (g * kept[1], np.sum(g * kept[0]))),
            r"for the argument `y` has shape \(\); the argument has shape \(3,\)")
    refused(RuleError, with_rules(fwd, lambda kept, g: ("g", g)), "for the argument `x` is a str")
    refused(RuleError, with_rules(fwd, lambda kept, g: (1j * g, g)), "for the argument `x` is complex")
    for mode in ("fwd", "rev"):
        refused(RuleError, with_rule(lambda p, t: (p[0] * p[1], np.sum(t[0]))), r"its tangent has shape \(\)", mode=mode)
        refused(RuleError, with_rule(lambda p, t: (p[0] * p[1], None)), "its tangent is None", "np.zeros_like", mode=mode)


def test_wrong_structure() -> None:
    f = tangentish.custom_vjp(lambda pair: pair[0] * pair[1])
    f.defvjp(lambda pair: (pair[0] * pair[1], pair), lambda pair, g: (g * pair[1],))
    with pytest.raises(RuleError, match=r"the argument `pair` .*sequence of 2|the argument `pair` has 3 items, the argument 2"):
        tangentish.grad(lambda x: np.sum(f((x, x))))(X)


def test_forward_mode_of_custom_vjp() -> None:
    refused(UnsupportedError, with_rules(fwd, lambda kept, g: (g, g)), "has a custom_vjp, which is for reverse mode",
            "give it a custom_jvp", mode="fwd")


def test_not_linear() -> None:
    for rule in (lambda p, t: (p[0] * p[1], t[0] ** 2 * p[1]), lambda p, t: (p[0] * p[1], t[0] * p[1] + 1.0),
                 lambda p, t: (p[0] * p[1], np.sin(t[0]))):
        refused(RuleError, with_rule(rule), "is not linear in its tangents")


def test_arguments_written() -> None:
    def doubled(x: Any, y: Any) -> Any:
        x *= 2.0
        return x * y

    def doubled_fwd(x: Any, y: Any) -> Any:
        x *= 2.0
        return x * y, (x, y)

    f = with_rules(doubled_fwd, lambda kept, g: (2.0 * g * kept[1], g * kept[0]), doubled)
    refused(UnsupportedError, f, "`doubled_fwd` .* wrote into an argument", "return a new array")

    def rule(primals: Any, tangents: Any) -> Any:
        primals[0][0] = 4.0
        return primals[0] * primals[1], tangents[0]

    for mode in ("fwd", "rev"):
        refused(UnsupportedError, with_rule(rule), "`rule` .* wrote into an argument", mode=mode)


def test_nondiff_argument_that_is_active() -> None:
    f = tangentish.custom_vjp(lambda x, y: x * y, nondiff_argnums=(1,))
    f.defvjp(lambda x, y: (x * y, None), lambda y, kept, g: (g * y,))
    refused(UnsupportedError, f, "`y` of the custom_vjp function `<lambda>` is named by nondiff_argnums", "stop_gradient")


def test_active_keyword_only() -> None:
    f = tangentish.custom_vjp(lambda x, *, y: x * y)
    f.defvjp(lambda x, *, y: (x * y, y), lambda y, g: (g * y,))
    np.testing.assert_array_equal(tangentish.grad(lambda x: np.sum(f(x, y=2.0)))(X), [2.0, 2.0, 2.0])
    with pytest.raises(UnsupportedError, match=r"`y` of .* can only be passed by keyword"):
        tangentish.grad(lambda x: np.sum(f(x, y=x)))(X)


def test_active_variables_of_the_function_around() -> None:
    def local(x: Any) -> Any:
        k = x * 2.0

        @tangentish.custom_vjp
        def h(y: Any) -> Any:
            return y * k

        h.defvjp(lambda y: (y * k, None), lambda kept, g: (g,))
        return np.sum(h(x))

    def made(x: Any) -> Any:
        k = np.sum(x)

        def h(y: Any) -> Any:
            return y * k

        f = tangentish.custom_jvp(h)

        @f.defjvp
        def rule(primals: Any, tangents: Any) -> Any:
            return primals[0] * k, tangents[0]

        return np.sum(f(x))

    def decorated(x: Any) -> Any:
        k = np.sum(x)

        @tangentish.custom_jvp
        def f(y: Any) -> Any:
            return y * 1.0

        @f.defjvp
        def rule(primals: Any, tangents: Any) -> Any:
            return primals[0] * k, tangents[0]

        return np.sum(f(x))

    for function in (local, made, decorated):
        for mode in ("fwd", "rev"):
            with pytest.raises(UnsupportedError, match=r"variables of the function around it"):
                if mode == "rev":
                    tangentish.grad(function)(X)
                else:
                    tangentish.jvp(function, (X,), (X,))


def test_object_returned() -> None:
    class Box:
        def __init__(self, x: Any) -> None:
            self.x = x

    f = tangentish.custom_vjp(lambda box: box)
    f.defvjp(lambda box: (box, None), lambda _, g: (g,))

    def loss(x: Any) -> Any:
        return np.sum(f(Box(x)).x)

    with pytest.raises(UnsupportedError, match="returned an object that is its argument"):
        tangentish.grad(loss)(X)


class Scaled:
    def __init__(self, w: Any) -> None:
        self.w = w

    def __call__(self, x: Any) -> Any:
        return self.w * x


def test_active_object_as_the_function() -> None:
    def loss(w: Any) -> Any:
        f = tangentish.custom_jvp(Scaled(w))
        f.defjvp(lambda primals, tangents: (w * primals[0], w * tangents[0]))
        return np.sum(f(X * w))

    def of_object(w: Any) -> Any:
        return np.sum(tangentish.custom_jvp(Scaled(w))(X))

    for function in (loss, of_object):
        with pytest.raises(UnsupportedError, match="variables of the function around it"):
            tangentish.grad(function)(2.0)
