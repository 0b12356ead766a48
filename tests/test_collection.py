"""Pauses of garbage collection: on again afterwards if it was on, whatever happens in between."""

from __future__ import annotations

import gc
import threading

import numpy as np
import pytest

import tangentish
from tangentish.collection import no_collection


def test_pauses_nest_and_end_with_an_exception() -> None:
    with no_collection():
        with pytest.raises(ValueError, match="inside"), no_collection():
            raise ValueError("inside")
        assert not gc.isenabled()
    assert gc.isenabled()


def test_what_is_off_stays_off() -> None:
    gc.disable()
    try:
        with no_collection():
            assert not gc.isenabled()
        assert not gc.isenabled()
    finally:
        gc.enable()


def test_pauses_of_threads_overlap() -> None:
    first_is_in, second_is_in, first_is_out = threading.Event(), threading.Event(), threading.Event()
    seen: list[bool] = []

    def first() -> None:
        with no_collection():
            first_is_in.set()
            second_is_in.wait(10)
        first_is_out.set()

    def second() -> None:
        first_is_in.wait(10)
        with no_collection():
            second_is_in.set()
            first_is_out.wait(10)
            seen.append(gc.isenabled())

    threads = [threading.Thread(target=target) for target in (first, second)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(30)
    assert seen == [False]
    assert gc.isenabled()


def test_collection_goes_on_after_a_program_is_made_or_refused() -> None:
    def right(x):
        return np.sum(x ** 2)

    def refused(x):
        yield x

    tangentish.grad(right)(np.arange(3.0))
    assert gc.isenabled()
    with pytest.raises(tangentish.TangentishError):
        tangentish.grad(refused)(np.arange(3.0))
    assert gc.isenabled()
