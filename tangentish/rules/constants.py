"""Functions whose results never depend differentiably on their arguments."""

from __future__ import annotations

import cmath
import math
import operator

import numpy as np

from tangentish.rules.libraries import present
from tangentish.rules.registry import zero_derivative

zero_derivative(  # shapes, types and questions
    *present(np, "shape", "ndim", "size", "result_type", "can_cast", "common_type", "promote_types", "min_scalar_type",
             "mintypecode", "typename", "finfo", "iinfo", "dtype", "issubdtype", "isdtype", "isscalar", "iterable",
             "iscomplexobj", "isrealobj", "isfortran", "may_share_memory", "shares_memory", "broadcast_shapes"))
zero_derivative(  # comparisons and logic
    *present(np, "all", "any", "allclose", "isclose", "array_equal", "array_equiv", "equal", "not_equal", "less",
             "less_equal", "greater", "greater_equal", "logical_and", "logical_or", "logical_xor", "logical_not",
             "isfinite", "isinf", "isnan", "isneginf", "isposinf", "isreal", "iscomplex", "isnat", "isin", "signbit"))
zero_derivative(  # positions
    *present(np, "argmax", "argmin", "nanargmax", "nanargmin", "argsort", "argpartition", "argwhere", "nonzero",
             "flatnonzero", "searchsorted", "digitize", "lexsort", "count_nonzero", "unravel_index",
             "ravel_multi_index", "tril_indices", "triu_indices", "tril_indices_from", "triu_indices_from",
             "diag_indices", "diag_indices_from", "mask_indices", "indices", "ndindex", "einsum_path"))
zero_derivative(  # steps
    *present(np, "floor", "ceil", "trunc", "fix", "rint", "round", "around", "floor_divide",
             "spacing"),
    round, operator.floordiv, math.floor, math.ceil, math.trunc)
zero_derivative(  # new arrays
    *present(np, "zeros", "ones", "empty", "eye", "identity", "tri", "zeros_like", "ones_like", "empty_like"))
zero_derivative(*present(np.linalg, "matrix_rank"))
zero_derivative(  # whole numbers
    *present(np, "bitwise_and", "bitwise_or", "bitwise_xor", "bitwise_not", "invert", "bitwise_count", "left_shift",
             "right_shift", "gcd", "lcm"))
zero_derivative(  # builtins, math and operator
    *(int, bool, len, isinstance, issubclass, callable, hasattr, type, id, hash, str, repr, format, print, range, ord,
      chr, all, any, bin, hex, oct),
    *present(cmath, "isfinite", "isinf", "isnan", "isclose"),
    *present(math, "isfinite", "isinf", "isnan", "isclose", "comb", "perm", "factorial", "gcd", "lcm", "isqrt", "ulp"),
    *present(operator, "eq", "ne", "lt", "le", "gt", "ge", "not_", "is_", "is_not", "truth", "contains", "index",
             "and_", "or_", "xor", "inv", "invert", "lshift", "rshift"))
zero_derivative(np.bool_, np.int8, np.int16, np.int32, np.int64, np.uint8, np.uint16, np.uint32,
                np.uint64, np.intp)
zero_derivative(  # text
    *present(np, "array2string", "array_repr", "array_str", "base_repr", "binary_repr", "format_float_positional",
             "format_float_scientific"))
