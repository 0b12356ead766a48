"""Tasks of pools and of joblib: what they give, and what is left of what they write."""

from multiprocessing.pool import ThreadPool

import numpy as np
import pytest

import tangentish
from tangentish.library import pools
from tests.constructs.cases import P4, Cases
from tests.constructs.ways import check_all_ways

case = Cases()


def squared(v, scale=1.0):
    return (v * v).sum() * scale


def tripled(v):
    v *= 3.0
    return v


@case(P4)
def mapped(x):
    with ThreadPool(2) as pool:
        return sum(pool.map(squared, x.reshape(2, 2))) * x[0]


@case(P4)
def mapped_with_several(x):
    with ThreadPool(2) as pool:
        return sum(pool.starmap(squared, [(x, x[0]), (x[1:], 2.0)])) + pool.apply(squared, (x,), {"scale": x[1]})


@case(P4)
def threads_share_memory(x):
    rows = x.reshape(2, 2) * 1.0
    with ThreadPool(2) as pool:
        given = pool.map(tripled, rows)
    given[0] *= x[0]
    return (rows * rows).sum() + given[1].sum()


@pytest.mark.parametrize("fun,args,options", case)
def test_gradient(fun, args, options):
    check_all_ways(fun, *args, **options)


def test_processes_are_given_copies():
    """Without processes: what the pool would run is called here, on copies."""
    def fun(x):
        rows = x.reshape(2, 2) * 1.0
        given = pools.mapped_in_pool(None, tripled, rows)
        given[0] *= 2.0
        return (rows * rows).sum() + given[1].sum() + given[0].sum()

    np.testing.assert_allclose(tangentish.grad(fun)(P4), 2.0 * P4 + [6.0, 6.0, 3.0, 3.0])


class Tasks:
    """The object of joblib, as far as it is asked for anything."""

    def __init__(self, n_jobs, shared):
        self.n_jobs, self._backend = n_jobs, self
        self.supports_sharedmem, self.return_generator = shared, False

    def _effective_n_jobs(self):
        return self.n_jobs


def test_tasks_of_joblib():
    joblib_tasks = pytest.importorskip("tangentish.library.joblib_tasks")

    def fun(x, parallel):
        rows = x.reshape(2, 2) * 1.0
        given = joblib_tasks.run_tasks(parallel, [joblib_tasks.task_of(tripled)(row) for row in rows])
        given[0] *= 2.0
        return (rows * rows).sum() + given[1].sum() + given[0].sum()

    alone = 2.0 * P4 + [6.0, 6.0, 3.0, 3.0]
    shared = [36.0 * 2.0 * v for v in P4[:2]] + [9.0 * 2.0 * v for v in P4[2:]] + np.array([6.0, 6.0, 3.0, 3.0])
    np.testing.assert_allclose(tangentish.grad(fun)(P4, Tasks(2, False)), alone)
    np.testing.assert_allclose(tangentish.grad(fun)(P4, Tasks(1, False)), shared)
    np.testing.assert_allclose(tangentish.grad(fun)(P4, Tasks(2, True)), shared)


def test_parallel_of_joblib():
    joblib = pytest.importorskip("joblib")

    def fun(x):
        sums = joblib.Parallel(n_jobs=1)(joblib.delayed(squared)(x[k:], scale=x[0]) for k in range(3))
        return sum(sums) * sums[1]

    check_all_ways(fun, P4)


def test_results_one_by_one_are_refused():
    joblib = pytest.importorskip("joblib")

    def fun(x):
        tasks = [joblib.delayed(squared)(x)]
        return sum(joblib.Parallel(n_jobs=1, return_as="generator")(tasks))

    with pytest.raises(tangentish.UnsupportedError, match="one by one"):
        tangentish.grad(fun)(P4)
