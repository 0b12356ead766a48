"""Keys by which something is taken out of a container are not put into it: a table of them is only read."""

from __future__ import annotations

import numpy as np
import pytest

from tangentish.analysis.writes.effects import effects_of
from tests.constructs.cases import Cases
from tests.constructs.ways import check_all_ways

case = Cases()
ALIASES = {"gain": ["g", "k"], "rate": ["r"]}


def renamed(keywords, table):
    for label in table or []:
        for other in table[label]:
            if other in keywords:
                keywords[label] = keywords.pop(other)


def response(x, **keywords):
    renamed(keywords, ALIASES)
    return np.sum(x * keywords["gain"]) * keywords.get("rate", 1.0)


@case(np.array([0.5, 1.5]))
def names_changed(x):
    return response(x, g=x[0] * x[1], r=x[1]) + response(x, gain=x[0])


@pytest.mark.parametrize("fun, args, options", case)
def test_gradient(fun, args, options):
    check_all_ways(fun, *args, **options)


def test_written():
    assert effects_of(renamed).writes == {"keywords"}


def test_what_is_put_in_may_be_written():
    def filled(keywords, items):
        keywords["a"] = keywords.pop("b", items)
        keywords["a"].append(1.0)
    assert effects_of(filled).writes == {"keywords", "items"}
