"""The quick reader of instructions sees what Python's own does."""

import dis
import re
import statistics
import types

import numpy as np
import pytest

from tangentish.closures import codes_in
from tangentish.instructions import ATTRIBUTES, IMPORT, LOADS, instructions, named

MODULES = [dis, re, statistics, np, np.polynomial.polynomial, pytest]


def functions_of(module):
    return [value for value in vars(module).values() if isinstance(value, types.FunctionType)]


def as_dis_reads(code):
    for step in dis.get_instructions(code):
        if "_FAST_" in step.opname and isinstance(step.argval, tuple):
            yield from zip(re.findall("LOAD_FAST|STORE_FAST", step.opname), step.argval, strict=True)
        elif step.opname not in ("CACHE", "NOP", "EXTENDED_ARG"):
            yield step.opname, step.argval


@pytest.mark.parametrize("module", MODULES, ids=lambda module: module.__name__)
def test_as_dis_reads_them(module):
    interesting = {dis.opname[number] for number in LOADS | ATTRIBUTES | {IMPORT}}
    codes = [code for function in functions_of(module) for code in codes_in(function.__code__)]
    assert len(codes) > 5
    for code in codes:
        found = list(instructions(code))
        expected = list(as_dis_reads(code))
        assert [dis.opname[number] for number, _ in found] == [name for name, _ in expected], code
        for step, (opname, argval) in zip(found, expected, strict=True):
            if opname in interesting and isinstance(argval, str):
                assert named(code, *step) == argval, (code, opname)


def test_many_names():
    text = "def f(x):\n" + "".join(f"    v{k} = x.a{k}\n" for k in range(600)) + "    return v599 + global_599\n"
    space = {}
    exec(text, space)
    code = space["f"].__code__
    seen = [named(code, *step) for step in instructions(code)]
    assert seen.count("v599") == 2 and "a599" in seen and "global_599" in seen
