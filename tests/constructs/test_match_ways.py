"""`match`: ways that bind names, guards, and what stays bound."""

import numpy as np
import pytest

from tests.constructs.cases import V4, Cases
from tests.constructs.ways import check_all_ways

case = Cases()


class Point:
    __match_args__ = ("u", "v")

    def __init__(self, u, v):
        self.u = u
        self.v = v


@case(V4)
def first_way(x):
    match [x[0], x[1]]:
        case [a, b] | [b, a, _]:
            return a * b ** 2
    return 0.0


@case(V4)
def second_way(x):
    match [x[0], x[1], x[2]]:
        case [a, b] | [b, a, _]:
            return a * b ** 2
    return 0.0


@case(V4)
def first_mapping(x):
    match {"w": x[0], "h": x[1]}:
        case {"w": a, "h": b} | {"width": a, "height": b}:
            return a * b ** 2


@case(V4)
def second_mapping(x):
    match {"width": x[0], "height": x[1]}:
        case {"w": a, "h": b} | {"width": a, "height": b} if a > 5 or b < 0:
            return a * b ** 2
        case {"width": a}:
            return a


@case(V4)
def guard_with_a_scope(x):
    match [x[0], x[1:]]:
        case [a, b] if any(a > 1 for a in b):
            return a * b[0]
        case [a, b]:
            return a ** 2


@case(V4)
def subject_bound_by_its_pattern(x):
    y = [x[0], x[1]]
    match y:
        case [y, z]:
            return y * z ** 2


@case(V4)
def rest_of_key(x):
    key = {"a": x[0], "b": x[1]}
    match key:
        case {"a": v, **rest}:
            return v * sum(rest.values())


@case(V4)
def bound_though_the_guard_failed(x):
    match x[0]:
        case v if v > 100:
            t = 1.0
        case _:
            t = v * 2
    return t


@case(V4)
def a_range_is_a_sequence(x):
    match range(2):
        case [a, b]:
            return b * x[0]
    return x[1]


@case(V4)
def a_string_is_none(x):
    match "ab":
        case [a, b]:
            return x[0]
        case str():
            return x[1] * x[0]


@case(V4)
def nested_ways(x):
    match {"k": [x[0], {"z": x[1]}], "n": 3}:
        case {"k": [p, {"y": q} | {"z": q}], **others} if q < 5:
            return p * q ** 2 * others["n"]


@case(V4)
def bound_before_the_next_case(x):
    v = x[1]
    match x[0]:
        case v if v > 100:
            t = 1.0
        case u if u > 0 and len([u for u in x]) > 2:
            t = u * v
    return t * v


@case(V4)
def inside_a_match(x):
    out = []
    for v in x:
        match v:
            case w if w > 0:
                match [w, 2.0]:
                    case [a, b] | [a, b, _] if a > 0.5:
                        out.append(a * b)
                    case [a, _]:
                        out.append(a ** 2)
            case _:
                out.append(v * 3)
    return sum(out) * out[1]


@case(V4)
def names_of_builtins(x):
    getattr = 2.0
    dict = x[1]
    match {"a": x[0]}:
        case {"a": v}:
            return v * getattr * dict


@case(V4)
def classes(x):
    match Point(x[0], x[1]):
        case Point(0, b) | Point(b, v=5):
            return b
        case Point(a, v=b):
            return a * b ** 2


@case(V4)
def values_and_names(x):
    match (x[0], 3):
        case (a, 0) | (0, a):
            return a
        case (a, (1 | 3) as n):
            return a * n


@case({"x": 2.2})
@case({"x": [2.2, 0.3]})
def lists_or_numbers(table):
    match table["x"]:
        case [a, b] | [a, b, _] if a > 0:
            return a * b
        case float() as a:
            return a**2


@case(2.2)
def known_to_be_a_number(x):
    match x:
        case [a, b] | [a, b, _] if a > 0:
            return a * b
        case float() as a if a > 9:
            return a * 5
        case b:
            return a * b**2


@case(V4)
def known_to_be_an_array(x):
    match x:
        case [a, _, *_]:
            return a * x[3]
        case float(v):
            return v * x[2]
        case np.ndarray():
            return x[0] * 3


@pytest.mark.parametrize("fun, args, options", case)
def test_gradient(fun, args, options):
    check_all_ways(fun, *args, **options)
