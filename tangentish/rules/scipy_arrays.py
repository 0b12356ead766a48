"""What SciPy's Python code asks of its arguments: which library and which dtype they are of."""

# mypy: allow-untyped-defs, allow-untyped-calls
from __future__ import annotations

import numpy as np
import scipy._lib._array_api as arrays

from tangentish.rules.helpers import inverse_permutation, shapes, unarray
from tangentish.rules.libraries import first_module, present
from tangentish.rules.registry import ASK_WHICH, NAMESPACES, linear, zero_derivative

# where it lies changes from version to version of SciPy
helpers = first_module("scipy._external.array_api_compat.common._helpers", "scipy._lib.array_api_compat.common._helpers")
extra = first_module("scipy._external.array_api_extra", "scipy._lib.array_api_extra")

zero_derivative(*present(
    arrays, "array_namespace", "default_xp", "get_native_namespace_name", "is_array_api_obj", "is_array_api_strict",
    "is_complex", "is_cupy", "is_cupy_array", "is_cupy_namespace", "is_dask", "is_dask_array", "is_jax", "is_jax_array",
    "is_jax_namespace", "is_lazy_array", "is_marray", "is_numpy", "is_numpy_array", "is_torch", "is_torch_array",
    "scipy_namespace_for", "xp_default_dtype", "xp_device", "xp_device_type", "xp_result_device", "xp_result_type", "xp_size",
    "_check_finite"))
zero_derivative(*present(helpers, "array_namespace"))
ASK_WHICH.update(present(
    arrays, "is_array_api_strict", "is_cupy", "is_cupy_namespace", "is_dask", "is_jax", "is_jax_namespace", "is_marray", "is_numpy",
    "is_torch"))
if hasattr(arrays, "np_compat") and not getattr(arrays, "SCIPY_ARRAY_API", True):  # else the arguments decide
    NAMESPACES[arrays.array_namespace] = arrays.np_compat

if hasattr(arrays, "xp_promote"):
    # of one array; `library` has what stands for it with several
    @linear(arrays.xp_promote, view="maybe", how=("broadcast", "force_floating", "xp"))
    def promote(ans_bar, x, broadcast=False, force_floating=False, xp=None):
        return ans_bar

if hasattr(arrays, "np_compat"):
    zero_derivative(*present(
        arrays.np_compat, "argsort", "ceil", "count_nonzero", "empty", "empty_like", "eye", "finfo", "floor", "iinfo",
        "nonzero", "ones", "ones_like", "trunc", "zeros", "zeros_like"))

    @linear(arrays.np_compat.asarray, view="maybe", how=("device", "copy"))
    def asarray(ans_bar, obj, *, device=None, copy=None):
        return unarray(ans_bar, shapes(obj))

    @linear(arrays.np_compat.reshape, view="maybe", how=("shape", "copy"))
    def reshape(ans_bar, x, shape, *, copy=None):
        return np.reshape(ans_bar, np.shape(x))

    @linear(arrays.np_compat.permute_dims, view="always", how=("axes",))
    def permute_dims(ans_bar, x, axes):
        return np.transpose(ans_bar, inverse_permutation(axes))

if extra is not None and hasattr(extra, "atleast_nd"):
    @linear(extra.atleast_nd, view="maybe", how=("ndim", "xp"))
    def atleast_nd(ans_bar, x, *, ndim, xp=None):
        return np.reshape(ans_bar, np.shape(x))
