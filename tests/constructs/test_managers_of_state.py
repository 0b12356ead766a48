"""Context managers that hold nothing active when they are made: what is stored in them later, `__exit__` meets."""

import contextlib
import threading
import time
from concurrent.futures import ThreadPoolExecutor

import numpy as np
import pytest

import tangentish
from tests.constructs.cases import V4, Cases
from tests.constructs.ways import check_all_ways, check_right_or_refused

case = Cases()
wary = Cases()  # refused today: never wrong


class Doubled:
    """Doubles its value at the end."""

    def __init__(self):
        self.value = 0.0

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.value = self.value * 2.0

    def put(self, value):
        self.value = value
        return self


class Copied(Doubled):
    def __exit__(self, *told):
        super().__exit__(*told)
        self.copy = self.value


class Held:
    """Gives a list, and adds to it at the end."""

    def __init__(self):
        self.items = []

    def __enter__(self):
        return self.items

    def __exit__(self, *_):
        self.items.append(self.items[-1] * 3.0)


class Timer:
    def __enter__(self):
        self.start = time.perf_counter()
        return self

    def __exit__(self, *_):
        self.passed = time.perf_counter() - self.start


class Account:
    def __init__(self):
        self.lock, self.total = threading.Lock(), 0.0

    def add(self, value):
        with self.lock:
            self.total += value
        return self


class Record:
    pass


@contextlib.contextmanager
def tripled():
    made = np.zeros(2)
    yield made
    made *= 3.0


@case(V4)
def stored_before(x):
    m = Doubled()
    m.value = x[0]
    with m:
        m.value = m.value * x[1]
    return m.value * x[2]


@case(V4)
def stored_inside(x):
    m = Doubled()
    with m:
        m.value = x[0] ** 2
    return m.value * x[0]


@case(V4)
def bound_and_stored(x):
    with Doubled() as m:
        m.value = x[0] * x[1]
    return m.value * x[0]


@case(V4)
def put_by_a_method(x):
    with Doubled() as m:
        m.put(x[0] * x[1])
    return m.value * x[0]


@case(V4)
def one_in_another(x):
    with Doubled() as m, Doubled() as n:
        m.put(x[0] ** 2)
        n.value = m.value * x[1]
    return m.value * n.value


@case(V4)
def in_a_loop(x):
    total = 0.0
    ms = [Copied(), Doubled()]
    for m in ms:
        for k in range(3):
            with m as held:
                held.value = held.value + x[k] ** 2
        total += m.value
    return total * ms[0].copy


@case(V4)
def a_list_that_it_gives(x):
    h = Held()
    with h as items:
        items.append(x[0] * x[1])
    return h.items[-1] * x[0]


@case(V4)
def beside_timers_and_locks(x):
    r = Record()
    lock = threading.Lock()
    with Timer() as t, lock, np.errstate(all="ignore"):
        r.value = x[0] * x[1]
        for k in range(3):
            with lock if k > 5 else contextlib.nullcontext():
                r.value *= x[k]
    return r.value * (t.passed >= 0.0)


@case(V4)
def a_lock_that_an_object_holds(x):
    return Account().add(x[0]).add(x[1] * x[0]).total * x[2]


@wary(V4)
def made_from_a_generator(x):
    with tripled() as y:
        y[0] = x[0] * x[1]
    return y[0] * x[0]


@pytest.mark.parametrize("fun, args, options", case)
def test_gradient(fun, args, options):
    check_all_ways(fun, *args, **options)


@pytest.mark.parametrize("fun, args, options", wary)
def test_right_or_refused(fun, args, options):
    check_right_or_refused(fun, *args, **options)


def test_refusals_release_locks():
    class Refused(Account):
        def add(self, value):
            with self.lock:
                self.total += np.asarray(np.asmatrix(value))[0]
            return self

    account = Account()

    def kept(x):
        shared = Refused()
        shared.lock = account.lock
        return shared.add(x).total[0]

    for derivative in (tangentish.grad(kept), tangentish.jacfwd(kept)):
        with pytest.raises(tangentish.UnsupportedError):
            derivative(V4)
        assert account.lock.acquire(blocking=False)
        account.lock.release()


def test_what_other_threads_compute_is_refused():
    def submitted(x):
        with ThreadPoolExecutor(1) as executor:
            return executor.submit(lambda v: v * v, x[0]).result()

    for derivative in (tangentish.grad(submitted), tangentish.jacfwd(submitted)):
        with pytest.raises(tangentish.UnsupportedError, match="ThreadPoolExecutor"):
            derivative(V4)
