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


CHANGES = {
    "multiplied": "A *= 2.0",
    "a_row": "A[0] = B[1]",
    "a_column_added": "A[:, 1] += B[2]",
    "through_a_row": "row = A[0]; row[:] = B[1] ** 2",
    "through_the_transposed": "A.T[0] = 0.5",
    "out": "np.multiply(A, B, out=A)",
    "filled": "A.fill(0.5)",
    "sorted": "A.sort(axis=0)",
    "by_index": "np.add.at(A, ([0, 0], [1, 1]), 0.3)",
    "by_a_helper": "halve(A)",
    "in_a_loop": "\n    for k in range(3):\n        A[k] = A[k - 1] * B[k]",
    "in_a_branch": "\n    if A[0, 0] < 100.0:\n        A -= B",
    "in_a_branch_not_taken": "\n    if A[0, 0] > 100.0:\n        A -= B",
    "bound_anew": "A = A * 0.5 + B",
    "by_its_own_product": "A = A @ N",
    "by_its_own_product_on_the_right": "A = N @ A",
    "by_its_double": "A = np.dot(A, N + N)",
    "swapped": "A, B = B, A",
    "nothing": "pass"}
SUMS = {
    "before_and_after": ("N = A + B; total = np.sum(A @ N)", "np.sum(A @ N)"),
    "right_factor": ("N = -A; total = np.sum(N @ A)", "np.mean(N @ A)"),
    "double": ("N = 2.0 * A", "np.sum(A @ N)"),
    "double_first": ("N = 2.0 * A", "np.sum(N @ A)"),
    "a_product": ("N = B * 1.0; A = A @ B; total = np.sum(A @ N)", "np.sum(N @ A)"),
    "a_product_of_what_changes": ("A = A * 1.0; N = A @ B", "np.sum(B @ N)"),
    "columns": ("N = A + B; total = np.sum(A @ N, axis=0) @ N[0]", "np.sum(A @ N, axis=0) @ N[1]"),
    "rows": ("N = A + B; total = np.sum(N @ A, axis=1) @ N[0]", "np.sum(N @ A, axis=1) @ N[1]"),
    "itself": ("N = -A", "np.sum(A)")}
CHANGED = """
import numpy as np

def halve(M):
    M[1:] *= 0.5

def program(A, B):
    total = 0.0
    {first}
    {change}
    return total + {end}
"""


@pytest.mark.parametrize(("change", "sums"), list(itertools.product(CHANGES, SUMS)))
def test_sum_of_what_changes(change, sums):
    first, end = SUMS[sums]
    rng = np.random.default_rng(4)
    text = CHANGED.format(first=first, change=CHANGES[change], end=end)
    check_all_ways(executed(text, f"changed_{change}_{sums}.py")["program"], rng.normal(size=(3, 3)), rng.normal(size=(3, 3)))
