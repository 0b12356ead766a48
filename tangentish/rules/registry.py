"""The table of derivative rules, and the decorators that fill it.

A rule is a plain function whose body is straight-line: optional assignments to local names, then one `return` of
an expression (one differentiable parameter) or of a tuple with one expression per differentiable parameter, where a
literal `None` says that there is no derivative.  The engine splices these expressions into the code it generates,
so what a rule says is what the user reads.  Global names: `np`, `math`, and functions of `tangentish.rules.helpers`.

    elementwise   (ans, x, y)           partial derivatives; the engine multiplies, broadcasts and casts
    linear        (ans_bar, x, ...)     the transpose applied to `ans_bar`; the tangent is the function itself
    vjp           (ans_bar, ans, x, ...)            the cotangents
    jvp           (ans, x_dot, y_dot, x, y, ...)    one term per differentiable parameter, linear in its tangent

What else a rule takes must not depend on what is differentiated: that is refused, for nobody knows the derivative.  Only
what says how a function works, and not with what, may come from anywhere: the parameters of `SETTINGS`, and those that
the rule names as `how`, such as an `n` that counts.  (`tests/rules/test_settings.py` moves each of them.)
"""

from __future__ import annotations

import inspect
import types
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from tangentish.errors import RuleError
from tangentish.rules.libraries import load_imported

Decorator = Callable[[Callable[..., Any]], Callable[..., Any]]


@dataclass(eq=False)
class Rule:
    """How to differentiate some functions; `kind` says what `function` means (see the module's docstring)."""

    functions: tuple[Any, ...]
    kind: str  # 'elementwise', 'linear', 'vjp' or 'zero'
    params: tuple[str, ...] = ()  # the differentiable parameters, in the order of the rule's results
    function: Callable[..., Any] | None = None
    jvp: Callable[..., Any] | None = None
    signature: inspect.Signature | None = None  # of the differentiated function, as the rule declares it
    quotient: bool = False  # elementwise: the expressions are denominators
    picks: bool = False  # elementwise: where one is 0, its operand counts for nothing, whatever it is
    steep: bool = False  # elementwise: one may be infinite where the function has a value; what does not change counts for nothing
    broadcasts: bool | str = False  # linear, vjp: the engine sums each result, of the shape of `ans`, to the operand's shape;
    #                                 'apart': each has axes of its own after those of the stack
    view: str = "never"  # is the result a view of the first argument: 'never', 'always', 'maybe'
    multi: bool = False  # the result is a tuple or list; `ans_bar` too, with None for zero
    uniform: bool = False  # the result is one scalar, the same for all entries of the operand
    when: str | None = None  # a predicate over the kinds of the parameters
    user: bool = False  # registered by a user: what it gives is checked, and it comes before everything else
    spliced: bool = True  # its expressions go into the generated code; if not, it is called from there
    jvp_spliced: bool = True  # and those of its `jvp`
    how: tuple[str, ...] = ()  # parameters with no derivative that may come from what is differentiated
    special: list[Rule] = field(default_factory=list)  # of a general rule: those to try before it, in order

    def is_setting(self, key: str) -> bool:
        """Whether a parameter says how, not with what: the result never depends differentiably on it."""
        return not self.user and (key in SETTINGS or key in self.how)


SETTINGS = frozenset(
    "axis axes axis1 axis2 keepdims where condition shape order dtype casting subok copy ndmin mode kind stable "
    "method norm type UPLO lower trans hermitian full_matrices compute_uv subscripts optimize check_finite "
    "assume_a reflect_type return_sign lapack_driver driver eigvals_only pivoting permute_l p_indices transposed workers "
    "orthogonalize unit_diagonal".split())
"""Parameters that are the same in every function that has them: whole numbers, names, masks, or yes or no."""


RULES: dict[Any, Rule] = {}
UNHASHABLE: dict[int, tuple[Any, Rule]] = {}  # by identity, with what is identified: functions of ctypes
ON_CHANGE: list[Callable[[], None]] = []  # called when a user's rule has been registered: what was made may be wrong now
METHODS: dict[str, Callable[..., Any]] = {}  # ndarray method -> the function whose rule applies, self first
ATTRIBUTES: dict[str, Callable[..., Any]] = {}  # ndarray attribute -> the function whose rule applies

BINARY: dict[str, Any] = {
    "Add": np.add, "Sub": np.subtract, "Mult": np.multiply, "Div": np.divide, "Pow": np.power,
    "MatMult": np.matmul, "Mod": np.mod, "FloorDiv": np.floor_divide, "BitAnd": np.bitwise_and,
    "BitOr": np.bitwise_or, "BitXor": np.bitwise_xor, "LShift": np.left_shift, "RShift": np.right_shift,
}
UNARY: dict[str, Any] = {
    "USub": np.negative, "UAdd": np.positive, "Invert": np.invert, "Not": np.logical_not,
}

NAMESPACES: dict[Any, Any] = {}
"""Functions that give the same module whatever they are called with, and that module."""

ASK_WHICH: set[Any] = set()
"""Functions that tell of a module which library it is."""

_VIEWS = ("never", "always", "maybe")


def elementwise(*functions: Any, quotient: bool = False, picks: bool = False, steep: bool = False, when: str | None = None,
                view: str = "never", wrt: tuple[str, ...] | None = None, how: tuple[str, ...] = ()) -> Decorator:
    """Register a function `(ans, x, y)` that returns partial derivatives (with `quotient`, their denominators).

    With `picks`, what comes to an operand is 0 where its partial derivative is, even if it is multiplied by nan or infinity.
    With `steep`, a tangent of 0 counts for nothing even if its partial derivative is infinite.
    """
    return _register(functions, "elementwise", ("ans",), wrt, quotient=quotient, picks=picks, steep=steep, when=when, view=view,
                     how=how)


def linear(*functions: Any, wrt: tuple[str, ...] | None = None, broadcasts: bool | str = False, when: str | None = None,
           view: str = "never", uniform: bool = False, multi: bool = False, how: tuple[str, ...] = ()) -> Decorator:
    """Register a function `(ans_bar, x, ...)` that returns the transpose applied to `ans_bar`.

    The function is linear in the parameters `wrt` jointly; by default in the first.
    """
    return _register(functions, "linear", ("ans_bar",), wrt, broadcasts=broadcasts, when=when, view=view,
                     uniform=uniform, multi=multi, how=how)


def vjp(*functions: Any, wrt: tuple[str, ...] | None = None, broadcasts: bool | str = False, when: str | None = None,
        view: str = "never", uniform: bool = False, multi: bool = False, how: tuple[str, ...] = ()) -> Decorator:
    """Register a function `(ans_bar, ans, x, ...)` that returns cotangents; by default of all without a default."""
    return _register(functions, "vjp", ("ans_bar", "ans"), wrt, broadcasts=broadcasts, when=when, view=view,
                     uniform=uniform, multi=multi, how=how)


def jvp(*functions: Any) -> Decorator:
    """Register a function `(ans, x_dot, y_dot, x, y, ...)` beside the `vjp` rule (given before) of `functions`."""

    def register(function: Callable[..., Any]) -> Callable[..., Any]:
        names = list(inspect.signature(function).parameters)
        for target in functions:
            rule = _with_parameters(RULES.get(target), names)
            if rule is None or rule.kind != "vjp":
                raise RuleError(f"jvp rule for {target!r}: register its vjp rule first")
            check_jvp(target, rule, names)
            rule.jvp = function
        return function

    return register


def check_jvp(target: Any, rule: Rule, names: list[str]) -> None:
    """Raise RuleError unless a `jvp` of these parameters fits a `vjp` rule."""
    expected = ["ans", *(f"{name}_dot" for name in rule.params)]
    if names[: len(expected)] != expected:
        raise RuleError(f"jvp rule for {target!r}: its parameters begin with {expected}, not {names}")
    assert rule.signature is not None
    if names[len(expected) :] != list(rule.signature.parameters):
        raise RuleError(f"jvp rule for {target!r}: after {expected} come the parameters of the vjp rule, "
                        f"{list(rule.signature.parameters)}, not {names[len(expected):]}")


def _with_parameters(general: Rule | None, names: list[str]) -> Rule | None:
    """The rule that a `jvp` of these parameters belongs to: the general one if it fits, else a special one."""
    for rule in [general, *general.special] if general is not None else []:
        assert rule.signature is not None
        if names == ["ans", *(f"{name}_dot" for name in rule.params), *rule.signature.parameters]:
            return rule
    return general


def zero_derivative(*functions: Any) -> None:
    """Say that the results of `functions` never depend differentiably on their arguments."""
    rule = Rule(functions, "zero")
    for function in functions:
        RULES[function] = rule


def enter(target: Any, rule: Rule) -> None:
    """Put a user's rule in place of whatever there was; every program made before is out of date from here on."""
    if is_key(target):
        RULES[target] = rule
    else:
        UNHASHABLE[id(target)] = target, rule
    forget_programs()


def forget_programs() -> None:
    """Let no program be used again that was made with the table as it was."""
    _generation[0] += 1
    for call in ON_CHANGE:
        call()


_generation = [0]


def generation() -> int:
    """How many rules users have registered: a program holds only while this is what it was."""
    return _generation[0]


def lookup(function: Any) -> Rule | None:
    """The general rule of `function` (its `special` ones come first where their `when` holds), or None."""
    rule: Rule | None = look_up(RULES, function)
    if rule is None and load_imported():
        rule = look_up(RULES, function)
    if rule is None and (found := UNHASHABLE.get(id(function))) is not None:
        return found[1]
    return rule


def look_up(table: dict[Any, Any], function: Any) -> Any:
    """What a table has for a function, or None; also for callable objects that cannot be hashed, or not without their own code."""
    if hashes_itself(function):
        return None
    try:
        return table.get(function)
    except TypeError:
        return None


def is_key(target: Any) -> bool:
    """Whether an object can be hashed, by no code in Python; of functions of ctypes only trying tells that."""
    if hashes_itself(target):
        return False
    try:
        hash(target)
    except TypeError:
        return False
    return True


def hashes_itself(target: Any) -> bool:
    """Whether the hash of an object is that of a class in Python: its code may do anything, and no call of the object runs it."""
    return type(target).__hash__.__class__ is types.FunctionType


def _register(functions: tuple[Any, ...], kind: str, leading: tuple[str, ...], wrt: tuple[str, ...] | None,
              *, when: str | None, view: str, **options: Any) -> Decorator:
    if view not in _VIEWS:
        raise RuleError(f"view must be one of {_VIEWS}, not {view!r}")
    if when is not None:
        compile(when, "<when>", "eval")

    def register(function: Callable[..., Any]) -> Callable[..., Any]:
        name = getattr(function, "__name__", repr(function))
        signature, params = parameters_of(function, kind, leading, wrt)
        if set(options["how"]) - (set(signature.parameters) - set(params)):
            raise RuleError(f"{kind} rule `{name}`: how={options['how']} must name other parameters of the rule")
        for target in functions:
            if not callable(target):
                raise RuleError(f"{kind} rule `{name}`: {target!r} is not a function")
            # each function its own Rule: specialised rules may be added to one of them alone
            rule = Rule((target,), kind, params, function, None, signature, when=when, view=view, **options)
            if when is None:
                RULES[target] = rule
            elif target in RULES:
                RULES[target].special.append(rule)
            else:
                raise RuleError(f"{kind} rule `{name}`: a rule with `when` comes after the general one")
        return function

    return register


def parameters_of(function: Callable[..., Any], kind: str, leading: tuple[str, ...],
                  wrt: tuple[str, ...] | None) -> tuple[inspect.Signature, tuple[str, ...]]:
    """The parameters that a rule declares after the `leading` ones, and the differentiable ones among them."""
    name = getattr(function, "__name__", repr(function))
    parameters = list(inspect.signature(function).parameters.values())
    if tuple(p.name for p in parameters[: len(leading)]) != leading:
        raise RuleError(f"{kind} rule `{name}`: its first parameters must be {', '.join(leading)}")
    own = parameters[len(leading) :]
    if wrt is not None:
        params = wrt
    elif kind == "linear":
        params = tuple(p.name for p in own[:1])
    else:
        params = tuple(p.name for p in own if p.default is p.empty and p.kind != p.VAR_KEYWORD)
    unknown = set(params) - {p.name for p in own}
    if unknown or not params:
        raise RuleError(f"{kind} rule `{name}`: wrt={params} must name parameters of the rule")
    return inspect.Signature(own), params
