"""Trees: copied, filled in, walked, and from text to text."""

from __future__ import annotations

import ast
import inspect
import warnings

import gast
import numpy as np
import pytest

from tangentish.syntax import (
    child_blocks,
    children,
    clone,
    expression,
    names_in,
    parse,
    statements,
    substitute,
    unparse,
    walk,
    walk_statements,
)

PROGRAM = """
def f(x: float, *rest, key=1, **more):
    with open(x) as file, lock:
        total, (a, *b) = 0, x[1:-1, ..., ::2]
    for i, row in enumerate(A):
        if not 0 < i <= 3 and row is not None or i in b:
            total += -row ** 2 @ x.T[i, :] // 3
        elif (y := g(*rest, key=key, **more)):
            continue
        else:
            break
    else:
        pass
    while True:
        try:
            return [u if u else v for u in x for v in u if v], {1: 'a', **more}, {2}, (lambda q: q)(3)
        except (ValueError, TypeError) as error:
            raise KeyError(f"{x!r:>{width}} of {error}") from error
        finally:
            del total
    global z
    import numpy.linalg as la
    from math import sin as sine
    z: int = 1j
    assert z, "no"
    async def inner(): await g()
"""


def test_parse_gives_the_trees_of_gast() -> None:
    for text in (PROGRAM, inspect.getsource(inspect)):
        assert gast.dump(parse(text), include_attributes=True) == gast.dump(gast.parse(text), include_attributes=True)


def test_text_of_a_tree_means_the_same() -> None:
    tree = parse(PROGRAM.replace(" -> int", ""))
    assert ast.dump(ast.parse(unparse(tree))) == ast.dump(ast.parse(PROGRAM))


@pytest.mark.parametrize("text", ["a + b", "not a", "(a, b)[0]", "a if b else c", "f(x)(y)", "-x ** 2", "a or b and c",
                                  "a < b <= c"])
def test_no_parentheses_around_an_expression(text: str) -> None:
    assert unparse(expression(text)) == text


QUOTED = [
    r"""f'plain {w} {w!r:>6} it is {w:{w}.2f}'""",
    r"""f"{d['a']} 'one' {w} \" " """,
    r"""f"{d['a']} \\ other {w}\"" """,
    r"""f'''{d["a"]} {d['a']}'''""",
    r"""f'''{d["a"]!r:>{w}}{{}} \\ it's {'q' + d["a"]:{w + 9}}'''""",
    r"""f'''{dict(a="' -")["a"]} \n {w}'''""",
    r"""f"{ {'q': 1}['q'] } {{'q'}} {(w)}" """,
    r"""f'{"a" f"{w}"}' "'" """,
    r"""f'{f"{w}{chr(10)}":{w}} \'{w}\' "{w}"' """,
]


@pytest.mark.parametrize("text", QUOTED)
def test_strings_with_quotes_inside_mean_the_same(text: str) -> None:
    space: dict[str, object] = {"w": 7, "d": {"a": "b"}}
    exec(unparse(parse(f"y = {text}\n")), space)
    assert space["y"] == eval(text, {"w": 7, "d": {"a": "b"}})


@pytest.mark.parametrize("text", ["f'it is {w:>6}'", 'f"{d[\'a\']} {w!r}"', "f'{w} it\\'s \"{w}\"'"])
def test_strings_stay_what_they_were(text: str) -> None:
    assert unparse(expression(text)) == text


def test_nothing_is_said_about_deprecated_nodes() -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        assert unparse(expression("f'{x} {y:>3}'")) == "f'{x} {y:>3}'"


def test_a_copy_shares_no_part() -> None:
    tree = parse(PROGRAM)
    copy = clone(tree)
    assert gast.dump(copy, include_attributes=True) == gast.dump(tree, include_attributes=True)
    assert not {id(node) for node in walk(tree)} & {id(node) for node in walk(copy)}
    for node in walk(copy):
        if isinstance(node, gast.Name):
            node.id = "changed"
    assert "changed" not in names_in(tree)


def test_attributes_of_a_copy() -> None:
    """Those that are parts of a statement are copied, those that refer to others are not."""
    node = statements("y = f(x)")[0]
    node.origin, node.uid, node.dynamic = statements("y = f(x, 1)")[0], 7, (node.value.func, [node.value.args[0]], [])
    copy = clone(node)
    assert copy.origin is node.origin
    assert copy.uid == 7
    assert copy.dynamic[0] is not node.dynamic[0]
    assert copy.dynamic[1][0] is not node.dynamic[1][0]
    assert copy.dynamic[1][0].id == "x"


def test_text_is_parsed_once_and_never_changed() -> None:
    first = expression("a + b")
    first.left.id = "c"
    assert unparse(expression("a + b")) == "a + b"


def test_parts_are_copied_each_time() -> None:
    part = expression("u[0]")
    tree = expression("x * x", x=part)
    assert tree.left is not tree.right is not part
    assert unparse(tree) == "u[0] * u[0]"


def test_a_replaced_target_is_stored() -> None:
    line = statements("x += 1", x=expression("u[i]"))[0]
    assert isinstance(line.target.ctx, gast.Store)
    assert unparse(substitute(statements("y = x")[0], {"x": expression("a.b")})) == "y = a.b"


def test_walk_is_in_the_order_of_the_text() -> None:
    found = [node.id for node in walk(expression("f(a[b], c.d, -e, k=(g, h))")) if isinstance(node, gast.Name)]
    assert found == list("fabcegh")
    assert not any(isinstance(node, gast.expr_context | gast.operator) for node in walk(expression("a + b")))


def test_children_are_those_of_gast_without_contexts_and_operators() -> None:
    plain = (gast.expr_context, gast.operator, gast.unaryop, gast.boolop, gast.cmpop)
    for node in gast.walk(parse(PROGRAM)):
        if not isinstance(node, plain):
            assert children(node) == [child for child in gast.iter_child_nodes(node) if not isinstance(child, plain)]


def test_blocks_and_statements() -> None:
    body = statements("try:\n    a\nexcept E:\n    b\nelse:\n    c\nfinally:\n    d\ndef f():\n    e")
    assert [len(block) for _, block in child_blocks(body[0])] == [1, 1, 1, 1]
    assert child_blocks(body[1]) == []
    assert [type(node).__name__ for node in walk_statements(body)] == ["Try", "Expr", "Expr", "Expr", "Expr", "FunctionDef"]


def test_constants_are_printed_exactly() -> None:
    for value in (0.1, -2.5e-300, np.pi, 10**30, "a'b\n", b"x", None, ...):
        assert eval(unparse(gast.Constant(value, None))) == value


@pytest.mark.parametrize("value", [-1.0, -2, -0.0, -2j, complex(-1, 2), float("inf"), -float("inf"), 10**30, -(10**30)])
@pytest.mark.parametrize("inside", [False, True])
def test_a_negative_constant_is_one_operand(value: complex, inside: bool) -> None:
    """`(-1.0) ** n` is not `-1.0 ** n`, whoever writes it."""
    power = gast.BinOp(gast.Constant(value, None), gast.Pow(), gast.Constant(2, None))
    tree = expression("[x for y in z]") if inside else power  # a comprehension is written by astor
    if inside:
        tree.elt = power
    ones = eval(unparse(tree), {"z": [0]})
    assert repr(ones[0] if inside else ones) == repr(value**2)
    attribute = gast.Attribute(gast.Constant(value, None), "real", gast.Load())
    assert repr(eval(unparse(attribute))) == repr(value.real)
