"""Functions with `custom_vjp` and `custom_jvp` that are known when a program is made: what calls their rules, as text.

`f_primal` and `f_reverse` as any function has them, or `f_tangent`; being plain Python, they can be differentiated again.
"""

from __future__ import annotations

import os
from collections.abc import Callable
from typing import Any

from tangentish.analysis.kinds import Kind
from tangentish.compile import compile_functions
from tangentish.custom import Custom, CustomJvp, CustomVjp
from tangentish.custom.checks import BARS, KEPT, MOVED, apart, check_results, check_tangent, checked_bar
from tangentish.names import Names
from tangentish.request import Contract, Made
from tangentish.rules.helpers import like, shaped_like
from tangentish.rules.registry import generation

HELPERS: dict[str, Any] = {"apart": apart, "check_results": check_results, "check_tangent": check_tangent,
                           "checked_bar": checked_bar, "like": like, "shaped_like": shaped_like}


def custom_made(custom: Custom, params: tuple[tuple[str, Kind], ...], wanted: tuple[str, ...], label: str,
                forward: bool) -> Made | None:
    """The program for calls of a custom function; None where there is none of this form, or its rule is looked up."""
    names = [name for name, _ in params]
    writer = _Writer(custom, names, label)
    guards: list[tuple[Callable[[], Any], Any]]
    if forward and isinstance(custom, CustomJvp) and custom.rule is not None:
        rule = custom.rule
        writer.tangent(rule, wanted)
        guards = [(lambda: custom.rule, rule)]
    elif not forward and isinstance(custom, CustomVjp) and custom.fwd is not None and custom.bwd is not None:
        fwd, bwd = custom.fwd, custom.bwd
        writer.pair(fwd, bwd, wanted)
        guards = [(lambda: custom.fwd, fwd), (lambda: custom.bwd, bwd)]
    else:
        return None
    text = "\n".join(writer.lines) + "\n"
    functions = compile_functions(text, label, writer.space, writer.externs, {})
    contract = Contract(read=frozenset(names), keeps_ans=True)
    return Made(label, contract, guards, own_text=text, functions=dict(functions), rules=generation())


class _Writer:
    """Writes the text; `externs` are the objects that it names."""

    def __init__(self, custom: Custom, params: list[str], label: str) -> None:
        self.custom, self.params, self.label = custom, params, label
        self.space: dict[str, Any] = getattr(custom.fun, "__globals__", {})
        self.names = Names({*params, *HELPERS})
        self.externs: dict[str, Any] = {}
        self.lines: list[str] = []
        constants, rest = custom.split(tuple(params))
        self.constants, self.rest = "".join(f"{name}, " for name in constants), list(rest)

    def pair(self, fwd: Any, bwd: Any, wanted: tuple[str, ...]) -> None:
        """`f_primal` and `f_reverse`."""
        fresh, params = self.names.fresh, ", ".join(self.params)
        first, second = self.function(fwd, "fwd"), self.function(bwd, "bwd")
        found, ans, residuals, record, ans_bar = map(fresh, ("found", "ans", "residuals", "record", "ans_bar"))
        bars = [fresh(f"{name}_bar") for name in self.rest]
        kept = [name for name in self.params if name in wanted or name not in self.rest]
        self.define(f"{self.label}_primal", params, "by the first rule given to its custom_vjp")
        self.add(f"{found} = {first}({params})", f"{self.use('check_results')}({found}, 2, {first}, {KEPT!r})",
                 f"{ans}, {residuals} = {found}",
                 f"return {self.use('apart')}({ans}, [{params}]), ({', '.join([residuals, *kept])})" if kept else
                 f"return {ans}, ({residuals},)")
        self.lines += ["", ""]
        self.define(f"{self.label}_reverse", f"{record}, {ans_bar}", "by the second rule given to its custom_vjp")
        self.add(f"{', '.join([residuals, *kept])} = {record}",
                 f"{found} = {second}({self.constants}{residuals}, {ans_bar})",
                 f"{self.use('check_results')}({found}, {len(bars)}, {second}, {BARS!r})",
                 f"{', '.join(bar if name in wanted else '_' for name, bar in zip(self.rest, bars, strict=True))}"
                 f"{',' if len(bars) == 1 else ''} = {found}")
        given = {name: f"{self.use('shaped_like')}({self.use('checked_bar')}({bar}, {self.use('like')}({name}), {name!r}, "
                       f"{second}), {name})" for name, bar in zip(self.rest, bars, strict=True) if name in wanted}
        self.add(f"return ({', '.join(given[name] for name in wanted)},)")

    def tangent(self, rule: Any, wanted: tuple[str, ...]) -> None:
        """`f_tangent`."""
        fresh = self.names.fresh
        label = self.function(rule, "rule")
        found, ans, ans_dot = map(fresh, ("found", "ans", "ans_dot"))
        dots = {name: fresh(f"{name}_dot") for name in wanted}
        tangents = [dots.get(name) or f"{self.use('shaped_like')}(None, {name})" for name in self.rest]
        self.define(f"{self.label}_tangent", ", ".join([*self.params, *dots.values()]), "by the rule given to its custom_jvp")
        self.add(f"{found} = {label}({self.constants}({', '.join(self.rest)},), ({', '.join(tangents)},))",
                 f"{self.use('check_results')}({found}, 2, {label}, {MOVED!r})",
                 f"{ans}, {ans_dot} = {found}",
                 f"{self.use('check_tangent')}({ans_dot}, {ans}, {label})",
                 f"return {self.use('apart')}({ans}, [{', '.join(self.params)}]), {self.use('shaped_like')}({ans_dot}, {ans})")

    def define(self, name: str, params: str, how: str) -> None:
        code = getattr(self.custom.fun, "__code__", None)
        place = f" ({os.path.basename(code.co_filename)}:{code.co_firstlineno})" if code is not None else ""
        self.lines += [f"def {name}({params}):", f'    """`{self.custom.__name__}`{place} {how}."""']

    def add(self, *statements: str) -> None:
        """Lines of a body."""
        self.lines += [f"    {statement}" for statement in statements]

    def use(self, helper: str) -> str:
        """A helper by its name."""
        self.externs[helper] = HELPERS[helper]
        return helper

    def function(self, function: Any, fallback: str) -> str:
        """A rule by its own name, if the module of the function knows it by that."""
        own = getattr(function, "__name__", "")
        if own.isidentifier() and own not in self.names.taken and self.space.get(own) is function:
            self.names.taken |= {own}
            return own
        label = self.names.fresh(own if own.isidentifier() and own not in self.space else fallback)
        self.externs[label] = function
        return label
