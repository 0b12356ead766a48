"""Sums over products of matrices, whose adjoints are one row or column for all: what the factors were made by takes them whole."""

import itertools

import numpy as np
import pytest

from tests.constructs.ways import check_all_ways
from tests.texts import executed

FACTORS = {
    "part": "N = A[:, :]",
    "reversed": "N = A[::-1]",
    "columns": "N = A[:, ::2] @ B[:2]",
    "corner": "N = B[:, 1:] @ A[1:, 1:] @ B[:2]",
    "rows_by_index": "N = A[[0, 1, 1]]",
    "columns_by_index": "N = A[:, [0, 1, 1]]",
    "by_both": "N = A[np.ix_([0, 2, 1], [0, 1, 1])]",
    "of_three_axes": "N = C[1]",
    "of_three_axes_middle": "N = C[:, 1]",
    "transposed": "N = A.T",
    "alias": "N = A",
    "copy": "N = A.copy()",
    "as_array": "N = np.asarray(A)",
    "itself_twice": "A = A @ A; N = A",
    "itself_squared": "A = A * A; N = A",
    "itself_and_transposed": "A = A + A.T; N = A",
    "itself_reversed": "A = A[::-1]; N = A",
    "written_into": "N = A * 1.0; N[0] = B[1]",
    "augmented": "N = A * 1.0; N += B",
    "by_condition": "N = A if A[0, 0] > -100.0 else B",
    "in_a_loop": "\n    for _ in range(2):\n        A = B @ A\n    N = A",
    "rows_in_a_loop": "\n    N = A * 1.0\n    for row in N:\n        total = total + np.sum(row**2)",
    "of_a_pair": "M, N = A * 2.0, A[::-1]; total = total + np.sum(M)",
    "stacked": "N = np.stack([A, B])[0]",
    "split": "N, M = np.split(np.vstack([A, B]), 2); total = total + np.sum(M @ A)",
    "padded": "N = np.pad(A, 1)[1:4, 1:4]",
    "one_row": "N = np.broadcast_to(A[0], (3, 3))",
    "outer": "N = np.outer(A[0], A[1])",
    "repeated": "N = np.tile(A[0], (3, 1))",
    "flipped": "N = np.flip(A, 0)",
    "summed_up": "N = np.cumsum(A, axis=0)",
    "inverse": "N = np.linalg.inv(A)"}
ENDS = {
    "right": "np.sum(B @ N)",
    "left": "np.sum(N @ B)",
    "dot": "np.dot(B, N).mean()",
    "transposed": "np.sum(N.T @ B)",
    "itself": "np.sum(N @ N.T)",
    "part": "np.sum(B @ N[:, 1:])",
    "sum": "np.sum(N)",
    "down": "np.sum(N, axis=0) @ A[1]",
    "across": "np.sum(N, axis=1) @ A[1]"}
TEXT = """
import numpy as np

def program(A, B, C):
    total = 0.0
    {factor}
    return total + {end}
"""


@pytest.mark.parametrize(("factor", "end"), list(itertools.product(FACTORS, ENDS)))
def test_sum(factor, end):
    rng = np.random.default_rng(3)
    program = executed(TEXT.format(factor=FACTORS[factor], end=ENDS[end]), f"sums_{factor}_{end}.py")["program"]
    check_all_ways(program, rng.normal(size=(3, 3)), rng.normal(size=(3, 3)), rng.normal(size=(3, 3, 3)), argnums=(0, 1, 2))
