"""Changes to rules that no test can notice, with the reason; `python -m tests.rules.mutate` does not report them."""

EQUIVALENT: dict[str, str] = {
    "numbers.py: exprel_slope: safe = np.where(near, 2, x)":
        "any number will do where the branch is not taken",
    "sorting.py: rank_weights: rank = float(np.quantile(np.arange(count), q, method=method))":
        "a quantile of integers is the same number",
    "sorting.py: quantile_dot: return results[0] if np.ndim(q) == 0 else np.reshape(np.stack(results), (*np.shape(q), "
    "*np.shape(results[1])))":
        "all results have the same shape",
    "mathematical.py: clip: return (share(ans, a, a_min, a_max, min, max), share(ans, a_min, a, a_max, max), share(ans, a_max, "
    "a, a_min, min), share(min, ans, a, max, a_max), share(ans, max, a, min, a_min))":
        "which of the two is compared with the other is the same",
    "sorting.py: sort_complex_jvp: return np.take(a_dot, sorted_positions(ans, a, -1)) - 0j":
        "0j is there for the dtype",
    "numbers.py: exprel_slope: return np.where(near, series, (np.exp(np.where(near, 1, x)) - ans) / safe)[()]":
        "any number will do where the branch is not taken",
    "mathematical.py: copysign: return (np.sign(x1) / np.copysign(1, x2), None)":
        "to divide by 1 or -1 is to multiply by it",
    "scalars.py: dist_jvp: return (quotient(np.dot(np.subtract(p, q), p_dot), ans), quotient(np.dot(q_dot, np.subtract(q, p)), "
    "ans))":
        "a scalar product is the same in either order",
    "numbers.py: power_slope: return np.asarray(slope, inexact(y, x))[()]":
        "the dtype of arithmetic is the same in either order",
    "reductions.py: ptp_jvp: return np.sum(product(ties(high, a, axis, False) - ties(low, a, axis, True), a_dot), axis=axis, "
    "keepdims=keepdims)":
        "what has the axis already is given it again",
    "reductions.py: ptp_jvp: return np.sum(product(ties(high, a, axis, True) - ties(low, a, axis, False), a_dot), axis=axis, "
    "keepdims=keepdims)":
        "what has the axis already is given it again",
    "special.py: times_sign_of_imag: return 1j / np.sign(np.imag(z)) * np.real(x) if np.iscomplexobj(z) else 0":
        "to divide by 1 or -1 is to multiply by it",
    "calculus.py: interp_cell: return (-cell, np.zeros(np.shape(x)), np.zeros(np.shape(x), bool))":
        "the one cell has the number 0",
    "norms.py: _matrix_slope: return _direction(x) * ties(sums, kept, axes, True)":
        "which of the two is compared with the other is the same",
    "systems.py: _bands: return [(k, slice(max(-k, 0), n - max(k, 0)), slice(max(k, 0), n + min(k, 1))) for k in range(-low, "
    "up + 1)]":
        "a slice may end beyond the end",
    "spectra.py: refuse_defective: return 2.0":
        "of no values",
    "spectra.py: refuse_defective: return 0.0":
        "of no values",
    "calculus.py: unconvolve: full = np.pad(ans_bar, (start, size + np.size(v) + 1 - start - np.size(ans_bar)))":
        "more zeros at the end are cut off",
    "convolutions.py: _unconvolve: widths = [(starts[k], shape[k] + other_shape[k] + 1 - starts[k] - have[k]) if k in starts else "
    "(0, 0) for k in range(len(have))]":
        "more zeros at the end are cut off",
    "factors.py: lu_factor_bar: bar = _factors_bar(lower, upper, np.tril(ans_bar[0], 1)[..., :k], np.triu(ans_bar[0])[..., :k, :])":
        "what is above the diagonal does not get into the lower triangle of a product with a triangular matrix",
    "augmented.py: _nothing: return (-(g * 0.0), g * 0.0)":
        "zero has no sign",
    "augmented.py: _nothing: return (g * 0.0, -(g * 0.0))":
        "zero has no sign",
    "special.py: erfcx_slope: return like_single(x, np.where(np.real(x) > 51, far, near))":
        "both are right between 50 and 51",
    "systems.py: band_transpose: for k, rows, across in _bands(np.empty((*np.shape(ab)[-0:], 0)), bands):":
        "only the last axis is read",
    "scipy_special_inverses.py: _with_density: return [] if hasattr(_ufuncs, density) else list(present(special, *names))":
        "what is registered when the module is loaded first, stays",
    "linalg.py: to_triangle: return half + np.real(np.eye(np.shape(a_bar)[-1]) * a_bar)":
        "a cotangent gets the dtype of its value",
    "parts.py: frexp_jvp: return (np.ldexp(x_dot, -ans[1]), x_dot)":
        "an integer has no tangent",
    "systems.py: both_bands: result = np.zeros((*np.shape(ab)[:-2], 3 * u + 1, n), np.result_type(ab))":
        "what comes after the last diagonal is not read",
    "sorting.py: rank_weights: counts = flat.shape[-1] - np.sum(np.isnan(flat), axis=1)":
        "the last axis of two",
    "matrices.py: unblock_diag: parts.append(sum_to_shape(part, shape) if len(shape) > 1 else np.reshape(np.sum(part, "
    "axis=tuple(range(np.ndim(part) - 2))), shape))":
        "for a matrix both do the same",
    "eigen.py: eig_matched: return (np.take_along_axis(w, order, -1), -np.take_along_axis(v, order[..., None, :], -1))":
        "for the slopes of the values, an eigenvector will do with either sign",
    "elliptic.py: ellipe_slope: near = np.abs(m) < 1.3":
        "both are right there",
    "numbers.py: digamma: tail = t * (1 / 12 - t * (1 / 120 - t * (1 / 252 - t * (1 / 240 - t * (1 / 132 - t * 691 / 32761)))))":
        "less than rounding: the term is 2e-14 at most, and changes by 1 part in 32760",
    "singular.py: _refuse_free: refuse_turned(_h(null) - null, size[..., None, :] + size[..., :, None], 'np.linalg.svd')":
        "of what turns it only the size is asked",
    "legendre.py: sph_legendre_slope: above = sph_legendre_slope(n, m + 1, theta, times - 1) * np.sqrt(np.maximum((n - m) * "
    "(n + m + 1), 1))":
        "where the factor is 0, so is what it multiplies",
}
