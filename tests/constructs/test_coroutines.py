"""Coroutines are refused where they meet active values, wherever they are defined; and functions put where dicts look for them."""

import asyncio
from collections import defaultdict

import numpy as np
import pytest

import tangentish
from tests.constructs.ways import check_all_ways


async def squared(x):
    return x * x


class Well:
    def __init__(self, x):
        self.x = x

    async def level(self):
        return self.x**2


def inside(x):
    async def product():
        return x * x

    return asyncio.run(product()) * x


def awaited(x):
    async def product():
        return await squared(x)

    return asyncio.run(product())


def stored(x):
    kept = []

    async def keep():
        kept.append(x * x)

    asyncio.run(keep())
    return kept[0]


def given(x):
    async def product(v):
        return v * v

    return asyncio.run(product(x)) * x


def in_a_function_inside(x):
    def run():
        async def product():
            return x * x

        return asyncio.run(product())

    return run()


def of_a_module(x):
    return asyncio.run(squared(x))


def of_an_object(x):
    return asyncio.run(Well(x).level())


def factory_put_later(x):
    table = defaultdict(float)
    table.default_factory = lambda: x
    return table["a"] * x


@pytest.mark.parametrize("fun", [inside, awaited, stored, given, in_a_function_inside, of_a_module, of_an_object,
                                 factory_put_later])
def test_refused(fun):
    for derivative in (lambda: tangentish.grad(fun)(1.3), lambda: tangentish.jvp(fun, (1.3,), (1.0,))):
        with pytest.raises(tangentish.UnsupportedError, match=r"test_coroutines\.py"):
            derivative()


def test_without_active_values():
    def fun(x):
        async def two():
            return 2.0

        return asyncio.run(two()) * np.sum(x * x)

    check_all_ways(fun, np.array([0.5, -0.7]))
