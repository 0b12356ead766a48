"""Functions whose pairs are needed in several forms: putting back what they overwrite or not, adding to adjoints or not.

All forms come from one analysis until one of them is written, so each is asked for here before and after others are.
"""

from __future__ import annotations

import numpy as np
import pytest

import tangentish.pipeline
from tangentish import grad
from tests.constructs.cases import M34, V3, Cases
from tests.constructs.ways import check_all_ways

case = Cases()


def half_step(a, b, rate):
    a[1:-1] = a[1:-1] + rate * (b[2:] - 2.0 * b[1:-1] + b[:-2]) * a[1:-1]


def whole_step(a, b, rate):
    half_step(a, b, rate)
    half_step(b, a, 2.0 * rate)


def pull(x, weights):
    return np.tanh(weights * x)


def energy(x, weights):
    return np.sum(pull(x, weights) ** 2)


def doubled(items):
    for k in range(len(items)):
        items[k] = items[k] * items[0]


@case(V3)
def not_read_again(x):
    a, b = np.concatenate([x, x**2]), np.ones(6)
    half_step(a, b, 0.1)
    return np.sum(a)


@case(V3)
def read_before_and_overwritten(x):
    a, b = np.concatenate([x, x**2]), np.concatenate([x, np.cos(x)])
    y = np.sum(a * a)  # the adjoint reads what the call overwrites
    half_step(a, b, 0.1)
    return y * np.sum(np.sin(a))


@case(V3)
def put_back_here_and_not_there(x):
    a, b = np.concatenate([x, x**2]), np.concatenate([x, np.cos(x)])
    half_step(b, a, 0.2)
    c = np.sin(a)
    half_step(c, b, 0.3)
    y = np.sum(a * a)
    half_step(a, c, 0.1)
    return y * np.sum(np.sin(a))


@case(V3)
def in_a_loop_and_after_it(x):
    a, b = np.concatenate([x, x**2]), np.concatenate([np.sin(x), x])
    for _ in range(3):
        half_step(a, b, 0.1)
        half_step(b, a, 0.2)
    half_step(a, b, 0.3)
    return np.sum(a) * b[2]


@case(V3)
def after_no_trips(x):
    a, b = np.concatenate([x, x**2]), np.concatenate([np.sin(x), x])
    for _ in range(0):
        half_step(a, b, 0.1)
    return np.sum(a * b)


@case(V3)
def two_calls_down(x):
    a, b = np.concatenate([x, x**2]), np.concatenate([np.sin(x), x])
    for _ in range(2):
        whole_step(a, b, 0.1)
    y = np.sum(a**2)
    whole_step(a, b, 0.05)
    whole_step(b, a, 0.05)
    return y + a[2] * b[3]


@case(V3)
def overlapping_arguments(x):
    a = np.concatenate([x, x**2])
    half_step(a[1:], a[:-1], 0.1)
    half_step(a, np.cos(a), 0.1)
    return np.sum(a**2)


@case(V3, V3 + 1.0)
def adding_to_an_adjoint_and_not(x, weights):
    e = energy(x, weights)
    v = np.zeros(3)
    for _ in range(3):
        v = v - 0.1 * pull(x, weights)
        x = x + 0.1 * v
        e = e + energy(x, weights) * pull(x, weights)[0]
    return e + energy(x, weights)


@case(M34, np.array([1.0, 2.0, 0.5, -1.0]))
def adding_for_some_arguments(m, weights):
    total = pull(m[0], weights)
    for k in range(3):
        total = total + pull(m[k], weights) * pull(total, weights)
    return np.sum(total) + energy(weights, m[1])


@case(V3)
def lists_need_a_table(x):
    items = [x[0], x[1] * 2.0, x[2]]
    y = items[1] * items[2]
    doubled(items)
    z = items[0] * items[1]
    doubled(items)
    return y * z + items[2]


@case(V3)
def a_helper_made_inside(x):
    scale = x[0]

    def shrink(a):
        a *= scale
        a[0] = a[0] * a[1]

    a = np.sin(x)
    y = np.sum(a * a)
    shrink(a)
    b = np.cos(x)
    shrink(b)
    return y * np.sum(a * b)


def halved(a, depth):
    a[depth] = a[depth] * a[0]
    if depth > 0:
        halved(a, depth - 1)


@case(V3)
def one_that_calls_itself(x):
    a = x * 1.0
    y = np.sum(a**2)
    halved(a, 2)
    b = np.sin(a)
    halved(b, 1)
    return y * np.sum(a * b)


def even(a, depth):
    a[0] = a[0] * a[1]
    if depth > 0:
        odd(a, depth - 1)
    a[2] = a[2] + a[0] ** 2


def odd(a, depth):
    a[1] = a[1] + a[0] ** 2
    if depth > 0:
        even(a, depth - 1)
        half_step(a, a * 0.1, 0.2)


@case(V3)
def two_that_call_each_other(x):
    a = np.sin(x)
    y = np.sum(a**2)
    even(a, 3)
    b = np.sin(a)
    odd(b, 2)
    for _ in range(2):
        even(b, 1)
    return y * np.sum(a * b)


@pytest.mark.parametrize("fun,args,options", case)
def test_pair_forms(fun, args, options):
    check_all_ways(fun, *args, **options)


def analysed_for(fun, *args):
    """The names of the functions that are analysed to make a gradient."""
    names = []
    analyse = tangentish.pipeline.analyse

    def noting(source, *rest):
        names.append(source.name)
        return analyse(source, *rest)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(tangentish.pipeline, "analyse", noting)
        source = grad(fun).source_for(*args)
    return names, source


def test_one_analysis_serves_the_form_that_is_used():
    def steps(u, v):
        for _ in range(3):
            half_step(u, v, 0.1)
            half_step(v, u, 0.2)
        return np.sum(u)

    u = np.linspace(0.0, 1.0, 5)
    for fun in (steps, lambda u, v: not_read_again(u[:3]) + v[0]):
        names, source = analysed_for(fun, u, u**2)
        assert names.count("half_step") == 1
        assert source.count("def half_step_lean_primal") + source.count("def half_step_primal") == 1
