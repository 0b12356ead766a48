"""A program for each sample, `def program(x0, x1, w): return np.sum(w * F(x0, x1, axis=0))`, made once for all tests."""

from __future__ import annotations

import copy
import itertools
import types
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np

import tangentish
from tests.oracle import random_like
from tests.rules import direct
from tests.rules.samples import Sample
from tests.texts import executed

_count = itertools.count()
_PLAIN = (int, float, str, bool, type(None), type(...))
_known: dict[int, Program] = {}
_made: dict[tuple[int, str], tuple[Callable[..., Any], dict[Any, Any]]] = {}


@dataclass
class Program:
    """A function of the `active` arguments of a sample and then of `others`, arrays that are constant."""

    function: Callable[..., Any]
    active: tuple[Any, ...]
    others: tuple[Any, ...]
    derivatives: dict[Any, Any]

    @property
    def values(self) -> tuple[Any, ...]:
        return (*self.active, *self.others)

    def grad(self, argnums: Any) -> Any:
        """The derivative, the same object each time: it keeps the programs it made."""
        if argnums not in self.derivatives:
            self.derivatives[argnums] = tangentish.grad(self.function, argnums)
        return self.derivatives[argnums]

    def bars(self) -> tuple[Any, ...]:
        """The derivatives with respect to all active arguments; those with respect to one are asked for by themselves."""
        found = self.grad(0 if len(self.active) == 1 else tuple(range(len(self.active))))(*self.values)
        return (found,) if len(self.active) == 1 else found


def defined(name: str, source: str, space: dict[str, Any]) -> Any:
    """A function from its source."""
    return executed(source, f"<rule sample {next(_count)}>", **space)[name]


def program(sample: Sample) -> Program:
    """The program of a sample."""
    if id(sample) not in _known:
        _known[id(sample)] = _program(sample)
    return _known[id(sample)]


def _program(sample: Sample) -> Program:
    rule = direct.rules_for(sample.function, sample.args, sample.kwargs)[0]
    arguments = direct.bind(rule, sample.args, sample.kwargs)
    assert arguments is not None
    given = rule.signature.bind(*sample.args, **sample.kwargs).arguments
    names = [name for name in rule.params if name in given and direct.is_active(arguments[name])]
    names = names if sample.only is None else list(sample.only)
    wanted = [value for name in names for value in _leaves(rule, arguments, name)]
    space: dict[str, Any] = {}
    known = {"np": np, "inf": np.inf, "nan": np.nan, "F": sample.function}
    active: dict[str, Any] = {}
    others: dict[str, Any] = {}

    def text(value: Any) -> str:
        if any(value is one for one in wanted):
            active[f"x{len(active)}"] = value
            return f"x{len(active) - 1}"
        if type(value) in _PLAIN:
            return repr(value)
        if isinstance(value, tuple | list) and all(type(item) in _PLAIN for item in value):
            return repr(value)  # an axis, a shape: a literal, as one writes it
        place = others if isinstance(value, np.ndarray) else space
        # a copy: it may share memory with an active argument, and is constant all the same
        place[f"c{len(space) + len(others)}"] = value if isinstance(value, types.ModuleType) else copy.copy(value)
        return list(place)[-1]

    texts = [text(arg) for arg in sample.args] + [f"{name}={text(arg)}" for name, arg in sample.kwargs.items()]
    ans = sample.function(*sample.args, **sample.kwargs)
    rng = np.random.default_rng(2)

    def weight(name: str, one: Any) -> str:
        others[name] = random_like(np.asarray(one), rng)
        return name

    if isinstance(ans, list | tuple):
        terms = [f"np.sum({weight(f'w{k}', one)} * r[{k}])" for k, one in enumerate(ans) if direct.is_active(one)]
        body = f"    r = F({', '.join(texts)})\n    return np.real({' + '.join(terms)})\n"
    else:
        total = f"np.sum({weight('w', ans)} * F({', '.join(texts)}))"
        body = f"    return {f'np.real({total})' if np.iscomplexobj(others['w']) else total}\n"
    source = f"def program({', '.join([*active, *others])}):\n{body}"
    if space:  # names of constants, whose values another sample would give others
        function, derivatives = defined("program", source, known | space), {}
    else:  # made once for all samples that only differ in the values of arguments
        key = id(sample.function), source
        if key not in _made:
            _made[key] = defined("program", source, known), {}
        function, derivatives = _made[key]
    return Program(function, tuple(active.values()), tuple(others.values()), derivatives)


def _leaves(rule: Any, arguments: dict[str, Any], name: str) -> list[Any]:
    parameter = rule.signature.parameters[name]
    items = list(arguments[name]) if parameter.kind == parameter.VAR_POSITIONAL else [arguments[name]]
    return [item for item in items if direct.is_active(item)]
