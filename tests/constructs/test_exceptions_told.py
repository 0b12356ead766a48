"""Handlers that make another exception of one, or say more in it; what exceptions carry is not read."""

from __future__ import annotations

import contextlib

import numpy as np
import pytest

import tangentish
from tests.constructs.cases import V4, Cases
from tests.constructs.ways import check_all_ways

case = Cases()
refused = Cases()


class Told(Exception):
    pass


@case(V4)
def of_the_same_class(x):
    try:
        y = np.sum(x ** 2)
        if y < 0:
            raise ValueError("negative")
    except ValueError as error:
        raise error.__class__("again") from error
    return y * x[0]


@case(V4)
def saying_more(x):
    try:
        y = np.sum(x ** 2)
    except ValueError as error:
        error.args = ("more", *error.args)
        raise
    return y * x[0]


class Numbered(Exception):
    def __init__(self, text, number):
        super().__init__(text)
        self.number = number


def _checked(x):
    if x[0] > 1.0:
        raise Numbered("too large", 3)
    return np.sum(x)


@case(V4)
def reading_its_text(x):
    state = {"status": 1}
    try:
        y = _checked(x)
    except Numbered as error:
        state["message"] = error.args[0]
        y = np.sum(x ** 2) * error.number
        if error.args[0].startswith("too"):
            y = y * 2.0
    return y * len(state["message"])


@case(V4)
def reading_nothing(x):
    message = ""
    try:
        y = np.sum(x ** 2)
        if y > 100.0:
            raise RuntimeError("too large", y)
    except RuntimeError as error:
        message = error.args[1]
        raise error
    return y * (2.0 if message == "" else 1.0)


@pytest.mark.parametrize("fun, args, options", case)
def test_gradient(fun, args, options):
    check_all_ways(fun, *args, **options)


def raising(x):
    try:
        y = np.sum(x ** 2)
        if y > 0:
            raise Told(y)
    except Told as error:
        raise Told(error.args[0] * 2) from error
    return y


@refused(V4)
def carried_on(x):
    try:
        return raising(x)
    except Told as error:
        return error.args[0]


@refused(V4)
def carried_on_and_changed(x):
    try:
        try:
            y = np.sum(x ** 2)
            if y > 0:
                raise Told(1.0)
        except Told as error:
            error.args = (error.args[0], y * 2)
            raise
    except Told as error:
        return error.args[1]


@refused(V4)
def read_from_its_text(x):
    try:
        return raising(x)
    except Told as error:
        return float(str(error))


@refused(V4)
def read_from_its_text_under_a_name(x):
    try:
        return raising(x)
    except Told as error:
        text = f"{error}"
        return float(text)


@refused(V4)
def carried_beside_a_context(x):
    try:
        with contextlib.nullcontext(x ** 2) as y:
            pass
        raise Told(np.sum(y))
    except Told as error:
        return error.args[0]


@pytest.mark.parametrize("fun, args, options", refused)
def test_refused(fun, args, options):
    for differentiate in (tangentish.grad(fun), lambda x: tangentish.jvp(fun, (x,), (x,))):
        with pytest.raises(tangentish.UnsupportedError):
            differentiate(*args)
