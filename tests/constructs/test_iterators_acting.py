"""Iterators whose items are made by calls that write: what these write into is right when it is met, or that is refused."""

import numpy as np
import pytest

import tangentish
from tests.constructs.cases import V4, Cases
from tests.constructs.ways import check_all_ways

case, refused = Cases(), Cases()


class Scale:
    def __init__(self, w):
        self.w = w

    def times(self, v):
        return v * self.w

    def grown(self, v):
        self.w = self.w * v
        return self.w


class Chain:
    """Two stages, of which the second one may be a table of fixed inputs: then alone it has the method `items`."""

    def __init__(self, stage, right):
        self.stage, self.right = stage, right

    def inputs_of(self, x):
        return [v * 2.0 for v in x]

    def evaluate(self, x):
        inputs = self.inputs_of(x)
        if self.right is not None and hasattr(self.right, "items"):
            fixed = {key: value for key, value in self.right.items()}
            inputs = [fixed.get(k, v) for k, v in enumerate(inputs)]
        return sum(self.stage(v) for v in inputs)


CHAINS = [Chain(np.sin, Scale(2.0)), Chain(np.cos, {1: 0.5}), Chain(np.exp, None)]


@case(V4, [0, 1, 2])
def methods_that_are_there_on_another_way(x, chosen):
    return sum(CHAINS[k].evaluate(x) for k in chosen)


@case(V4)
def numbered_calls_that_write(x):
    y, total = x * 1.0, 0.0

    def bump(k):
        y[k] *= 2.0
        return y[k]

    for k, v in enumerate(map(bump, [0, 1, 2, 3])):
        total += v * y[2] * k
    for k, v in enumerate((bump(j) for j in range(3)), 2):
        total += v * y[2] * k
    return total


@case(V4)
def met_when_they_are_used_up(x):
    log = []

    def note(v):
        log.append(v)
        return v * v

    total = sum(map(note, x)) * log[0]
    noted = (note(v) for v in x)
    return total + sum(noted) * log[-1] * len(log)


@case(V4)
def methods_that_only_read(x):
    scale, total = Scale(x[1]), 0.0
    scaled = (scale.times(v) for v in x)
    for v in scaled:
        total += v * scale.w
    for v, w in zip(map(scale.times, x), x):
        total += v * scale.w * w
    return total


@case(V4)
def functions_that_only_read(x):
    w, total = x * 2.0, 0.0

    def dot(v):
        return np.dot(w, v)

    dots = (dot(v) for v in [x, x * x])
    for v in dots:
        total += v * w[0]
    return total


@refused(V4)
def met_before(x):
    seen = []

    def note(v):
        seen.append(v)
        return v * 2

    noted = (note(v) for v in x)
    seen.append(x[0])
    return sum(noted) * sum(k * v for k, v in enumerate(seen))


@refused(V4)
def met_in_the_loop(x):
    seen, total = [], 0.0

    def note(v):
        seen.append(v)
        return v * 2

    for v, w in zip((note(u) for u in x), x):
        total += seen[-1] * v
        seen.append(w)
    return total * sum(k * v for k, v in enumerate(seen))


@refused(V4)
def met_through_a_call_of_what_is_held(x):
    seen, total = [], 0.0

    def note(v):
        seen.append(v)
        return v * 2

    for v in [map][0](note, x):
        total += seen[-1] * v
    return total


@refused(V4)
def met_through_a_display(x):
    seen, total = [], 0.0

    def note(v):
        seen.append(v)
        return v * 2

    for v in {"k": (note(u) for u in x)}["k"] if len(x) else ():
        total += seen[-1] * v
        seen.append(total)
    return total


@refused(V4)
def met_in_the_same_statement(x):
    seen = []

    def note(v):
        seen.append(v)
        return v * 2

    noted = map(note, x)
    total = len(seen) + sum(noted) * x[0]
    return total * seen[1]


@case(V4)
def gone_through_at_once(x):
    scale, total = Scale(2.0), 0.0
    grown = (scale.grown(v) for v in x)
    for v in grown:
        total += v * scale.w
    return total


@refused(V4)
def met_by_a_method(x):
    scale, total = Scale(2.0), 0.0
    grown = (scale.grown(v) for v in x)
    total += scale.w
    for v in grown:
        total += v * scale.w
    return total


@refused(V4)
def met_in_a_comprehension(x):
    y = x * 1.0

    def bump(k):
        y[k] *= 2.0
        return y[k]

    return sum([v * y[2] for v in map(bump, [0, 1, 2])])


@refused(V4)
def met_beside_a_filter(x):
    log, total = [], 0.0

    def note(v):
        log.append(v)
        return v * v

    for v in filter(lambda v: note(v) > 0, x):
        total += v * log[-1]
        log.append(v)
    return total * log[1]


@refused(V4)
def met_by_the_function_it_is_passed_to(x):
    log = []

    def note(v):
        log.append(v)
        return v * v

    def run(items):
        total = 0.0
        for v in items:
            total += v * log[-1]
        return total

    return run(map(note, x))


@refused(V4)
def methods_of_lists(x):
    s = []
    put = map(s.append, x)
    s.append(2.0)
    for _ in put:
        pass
    return sum(k * v for k, v in enumerate(s))


@pytest.mark.parametrize(("fun", "args", "options"), case)
def test_gradient(fun, args, options):
    check_all_ways(fun, *args, **options)


@pytest.mark.parametrize(("fun", "args", "options"), refused)
def test_refused(fun, args, options):
    for differentiate in (tangentish.grad(fun), lambda x: tangentish.jvp(fun, (x,), (x,))):
        with pytest.raises(tangentish.UnsupportedError, match="followed as lists"):
            differentiate(*args)
