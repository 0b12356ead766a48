"""Every argument that a function of NumPy documents is known to its rule, or to another form, or is refused by name.

A new release of NumPy with a new argument fails here, and so does an argument of a rule that NumPy does not have.
"""

from __future__ import annotations

import inspect
import re
from typing import Any

import numpy as np
import pytest

from tangentish import library
from tangentish.derive.operands import INERT
from tangentish.library.forms import FORMS
from tangentish.rules.registry import METHODS, RULES

UFUNC = ["out", "where", "casting", "order", "dtype", "subok", "signature"]
ANYWHERE = INERT | {"out", "dtype"}  # taken care of for all functions
PLACED = {  # under another name, or looked at by the code that binds arguments
    np.arange: {"start_or_stop"}, np.atleast_1d: {"arys"}, np.atleast_2d: {"arys"}, np.atleast_3d: {"arys"},
    np.clip: {"kwargs"}, np.einsum: {"kwargs"}, np.frompyfunc: {"kwargs"}, np.pad: {"kwargs"}}
WHOLLY_REFUSED = (np.asmatrix, np.bmat, np.frombuffer)
REFUSED = {np.array: {"ndmax"}, np.sort: {"descending"}}  # each with a line in test_refused_arguments


def documented(function: Any) -> list[str] | None:
    """The parameters that a function says it has, in its signature or on the first lines of its documentation."""
    try:
        return list(inspect.signature(function).parameters)
    except (TypeError, ValueError):
        pass
    first = (function.__doc__ or "").strip().split("\n\n")[0].replace("\n", " ")
    found = re.match(r"[\w.]+\((.*)\)", first)
    if found is None:
        return None
    parts = [part.strip().split("=")[0].split(":")[0] for part in re.sub(r"[\[\]]", "", found[1]).split(",")]
    return [part for part in parts if part.isidentifier()]


def functions() -> list[Any]:
    """The functions of `np` itself that something is said of, without those of zero derivative."""
    public = [getattr(np, name) for name in sorted(np.__all__)]
    ours = [function for function in public if callable(function) and not isinstance(function, type)]
    found = {}
    for function in ours:
        rule = RULES.get(function)
        if function not in WHOLLY_REFUSED and ((rule is not None and rule.kind != "zero") or function in library.REPLACED):
            found[id(function)] = function
    return list(found.values())


def known(function: Any) -> set[str]:
    if function in library.REPLACED:
        return set(inspect.signature(library.REPLACED[function]).parameters) | PLACED.get(function, set())
    rule = RULES[function]
    assert rule.signature is not None
    asked = {name.removeprefix("~") for asks, _ in FORMS.get(function, ()) for name in asks}
    return set(rule.signature.parameters) | ANYWHERE | PLACED.get(function, set()) | asked


@pytest.mark.parametrize("function", functions(), ids=lambda f: f.__name__)
def test_every_argument_is_known_or_refused(function: Any) -> None:
    names = documented(function)
    if isinstance(function, np.ufunc):
        names = UFUNC  # `where` is a store of its own, see test_out_arguments
        assert {*names} - known(function) <= {"where"}
        return
    assert names is not None, "NumPy does not say what its arguments are"
    assert set(names) - known(function) - REFUSED.get(function, set()) == set()


@pytest.mark.parametrize("function", [f for f in functions() if f in FORMS], ids=lambda f: f.__name__)
def test_other_forms_take_all_arguments(function: Any) -> None:
    """A form stands in for the whole function: it has the same parameters, in the same order."""
    names = documented(function)
    assert names is not None
    for asks, form in FORMS[function]:
        parameters = inspect.signature(form).parameters
        own = [name for name in parameters if name != "keywords"]
        assert [name for name in names if name != "kwargs"] == (own[: len(names) - 1] if "kwargs" in names else own), form
        assert {name.removeprefix("~") for name in asks} <= {*parameters}


@pytest.mark.parametrize("function", [f for f in functions() if f in library.REPLACED and f.__name__ not in ("asmatrix", "bmat")],
                         ids=lambda f: f.__name__)
def test_what_is_written_in_python_has_the_same_parameters(function: Any) -> None:
    names = documented(function)
    own = inspect.signature(library.REPLACED[function]).parameters
    assert names is not None
    apart = ("like", "kwargs", "identity")  # the last is one of the keywords of np.frompyfunc
    assert [name for name in names if name not in apart] == [name for name in own if name not in apart]


def test_methods_of_arrays() -> None:
    """Each public method and attribute of an array is known, constant, or refused on purpose."""
    constant = set("base ctypes data device dtype flags itemsize nbytes ndim shape size strides".split())
    others = set("T mT real imag flat".split())
    refused = set("byteswap dump dumps getfield resize setfield tofile".split())
    plain = {"tobytes"}
    of_library = {name for cls, name in library.METHODS if cls is np.ndarray}
    public = {name for name in dir(np.ndarray) if not name.startswith("_")}
    assert public - constant - others - refused - plain - of_library - set(METHODS) == set()
