"""Arguments that a function writes into are as they were after its derivative, where nothing that is written is active."""

import numpy as np
import pytest

import tangentish

PROGRAMS = []


def program(fun):
    PROGRAMS.append(fun)
    return fun


@program
def slice_of_reshaped(M, t):
    a2 = np.reshape(M, (4, 4))[:, 3]
    a2[...] = 0.5
    return t * t


@program
def raveled(M, t):
    M.ravel()[1:3] = 0.5
    return t * t


@program
def reshaped_added_to(M, t):
    np.reshape(M, 16)[0] += 1
    return t * t


@program
def transpose_filled(M, t):
    M.T[0].fill(0.5)
    return t * t


@program
def copied_to(M, t):
    np.copyto(M.T[0], 0.5)
    return t * t


@program
def sorted_in_place(M, t):
    M.reshape(2, 8).sort()
    return t * t


@program
def rows(M, t):
    for r in M:
        r[0] = 1.0
    return t * t


@program
def rows_of_the_transpose(M, t):
    for i, r in enumerate(M.T):
        r[0] = 1.0
    return t * t


@program
def given_by_a_lambda(M, t):
    (lambda: M)()[0] = 1.0
    return t * t


@program
def transpose_in_a_list(M, t):
    rows = [M]
    rows.append(M.T)
    rows[1][0] = 2.0
    return t * t


@program
def split(M, t):
    a, _b = np.split(M, 2)
    a[...] = 0
    return t * t


@program
def rows_of_a_comprehension(M, t):
    a = [r for r in M]
    a[0][:] = 5.0
    return t * t


@program
def added_at(M, t):
    np.add.at(M.ravel(), [0, 1], 1.0)
    return t * t


@program
def out_argument(M, t):
    np.multiply(M[0], 2.0, out=M[1])
    return t * t


@program
def in_a_dict(M, t):
    d = {"k": M}
    d["k"][0] = 1
    d.get("k")[1] = 2
    return t * t


@program
def one_of_two(M, t):
    x = (M if M[0, 0] > 0 else M.T)[0]
    x[:] = 1
    return t * t


@program
def function_inside(M, t):
    def g():
        M[0, 0] = 9.0

    g()
    return t * t


@program
def item_set_by_name(M, t):
    g = lambda v: v.__setitem__(0, 1.0)
    g(M)
    return t * t


@program
def rows_swapped(M, t):
    M[0], M[1] = M[1].copy(), M[0].copy()
    return t * t


@program
def copied_to_in_a_comprehension(M, t):
    [np.copyto(r, 0.0) for r in M]
    return t * t


@program
def mapped(M, t):
    list(map(lambda r: r.fill(1.0), M))
    return t * t


@program
def shuffled(M, t):
    np.random.default_rng(0).shuffle(M)
    return t * t


@program
def as_they_are(M, t):
    np.atleast_3d(M)[0] = 1
    np.squeeze(M)[1] = 2
    np.asarray(M)[2] = 1
    return t * t


@program
def diagonal_filled(M, t):
    np.fill_diagonal(M.T, 3.0)
    return t * t


@program
def next_row(M, t):
    it = iter(M)
    r = next(it)
    r[0] = 4.0
    return t * t


@program
def nditer(M, t):
    with np.nditer(M, op_flags=["readwrite"]) as it:
        for e in it:
            e[...] = 1.0
    return t * t


@program
def flat(M, t):
    M.flat[0] = 7.0
    M.flat = 3.0
    return t * t


@program
def real_part(M, t):
    M.real[0] = 7.0
    M.setfield(1.0, float)
    return t * t


@program
def unpacked_rows(M, t):
    _a, *b = M
    b[0][:] = 1.0
    return t * t


@program
def views(M, t):
    M.view()[0] = 1
    M.swapaxes(0, 1)[1] = 0
    return t * t


@program
def reversed_in_a_loop(M, t):
    z = M
    while z[0, 0] < 3:
        z = z[::-1]
        z[-1, 0] += 5
        z[0, 0] += 5
    return t * t


@program
def placed(M, t):
    np.put(M, [0], [5.0])
    np.place(M, M > 0, 1.0)
    np.putmask(M, M > 0, 2.0)
    return t * t


@program
def einsum_view(M, t):
    np.einsum("ii->i", M)[:] = 1.0
    np.diagonal(M.T)
    np.broadcast_arrays(M)[0]
    return t * t


@program
def in_a_handler(M, t):
    try:
        M[0, 0] = 1.0
        raise ValueError
    except ValueError:
        M[1, 1] = 2.0
    finally:
        M[2, 2] = 3.0
    return t * t


@program
def matched(M, t):
    match M:
        case y:
            y[0] = 1.0
    return t * t


@program
def walrus(M, t):
    if (y := M[0])[0] > 0:
        y[0] = 100.0
    return t * t


@program
def in_an_object(M, t):
    class K:
        pass

    k = K()
    k.m = M
    k.m[0] = 1.0
    return t * t


@program
def through_the_class(M, t):
    np.ndarray.fill(M, 1.0)
    M.itemset if 0 else None
    M.partition(1)
    return t * t


@program
def augmented(M, t):
    M[...] -= M.mean()
    M[0] *= 2
    M @ M
    M **= 2
    return t * t


@pytest.mark.parametrize("fun", PROGRAMS, ids=lambda fun: fun.__name__)
def test_arguments_are_kept(fun):
    before = np.arange(16.0).reshape(4, 4) + 1.0
    matrix = before.copy()
    for derivative in (tangentish.grad(fun, 1), tangentish.jacfwd(fun, 1)):
        assert derivative(matrix, 0.3) == pytest.approx(0.6)
        assert np.array_equal(matrix, before)
