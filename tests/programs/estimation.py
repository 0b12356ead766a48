"""Statistics, filtering and geometry from measurements."""

from __future__ import annotations

from typing import Any

import numpy as np


def kernel_correlation(M: int, float_n: float, data: Any) -> Any:
    """Correlation of columns, `data` standardised in place; columns that hardly vary are let be."""
    mean = np.mean(data, axis=0)
    stddev = np.std(data, axis=0)
    stddev[stddev <= 0.1] = 1.0
    data -= mean
    data /= np.sqrt(float_n) * stddev
    corr = np.eye(M, dtype=data.dtype)
    for i in range(M - 1):
        corr[i + 1 : M, i] = corr[i, i + 1 : M] = data[:, i] @ data[:, i + 1 : M]
    return corr


def correlation(M: int, float_n: float, data: Any) -> Any:
    """Weighted squares of a correlation matrix."""
    corr = kernel_correlation(M, float_n, data)
    return np.sum(np.cos(np.arange(corr.size)).reshape(corr.shape) * corr**2) + np.sum(data**3)


def kernel_covariance(M: int, float_n: Any, data: Any) -> Any:
    """Covariance of columns, both triangles written by one chained assignment."""
    mean = np.mean(data, axis=0)
    data -= mean
    cov = np.zeros((M, M), dtype=data.dtype)
    for i in range(M):
        cov[i:M, i] = cov[i, i:M] = data[:, i] @ data[:, i:M] / (float_n - 1.0)
    return cov


def covariance(M: int, float_n: Any, data: Any) -> Any:
    """Weighted squares of a covariance matrix."""
    cov = kernel_covariance(M, float_n, data)
    return np.sum(np.cos(np.arange(cov.size)).reshape(cov.shape) * cov**2)


def kalman_update(x: Any, P: Any, z: Any, H: Any, R: Any) -> Any:
    """Measurement update of `x` and `P` in place; returns the log-likelihood."""
    y = z - H @ x
    S = H @ P @ H.T + R
    K = P @ H.T @ np.linalg.inv(S)
    x += K @ y
    P[:] = (np.eye(len(x)) - K @ H) @ P
    return -0.5 * (y @ np.linalg.solve(S, y) + np.log(np.linalg.det(S)) + len(y) * np.log(2.0 * np.pi))


def kalman(x: Any, P: Any, F: Any, Q: Any, H: Any, R: Any, measurements: Any) -> Any:
    """Kalman filter over a series, skipping what was not measured."""
    loglik = 0.0
    for z in measurements:
        x[:] = F @ x
        P[...] = F @ P @ F.T + Q
        if np.isnan(z).any():
            continue
        loglik += kalman_update(x, P, z, H, R)
    return loglik + np.sum(x**2) + np.trace(P)


def logsumexp(x: Any, axis: int | None = None) -> Any:
    """Logarithm of a sum of exponentials, shifted by the maximum."""
    top = np.max(x, axis=axis, keepdims=True)
    out = np.log(np.sum(np.exp(x - top), axis=axis, keepdims=True)) + top
    return np.squeeze(out, axis=axis)


def log_wishart_prior(p: int, wishart_gamma: Any, wishart_m: int, sum_qs: Any, Qdiags: Any, icf: Any) -> Any:
    """Prior on the inverse covariance factors, up to a constant."""
    n = p + wishart_m + 1
    k = icf.shape[0]
    out = 0.5 * wishart_gamma**2 * (np.sum(Qdiags**2) + np.sum(icf[:, p:] ** 2)) - wishart_m * np.sum(sum_qs)
    return out - k * n * p * np.log(wishart_gamma)


def gmm_objective(alphas: Any, means: Any, icf: Any, x: Any, wishart_gamma: Any, wishart_m: int) -> Any:
    """Log-likelihood of a Gaussian mixture with full covariances packed as in ADBench."""
    n, d = x.shape
    k = len(alphas)
    Qdiags = np.exp(icf[:, :d])
    sum_qs = np.sum(icf[:, :d], axis=1)
    to_from = np.tril_indices(d, -1)
    main_term = np.empty((n, k))
    for ik in range(k):
        L = np.zeros((d, d))
        L[to_from] = icf[ik, d:]
        L += np.diag(Qdiags[ik])
        for ix in range(n):
            centered = x[ix] - means[ik]
            main_term[ix, ik] = alphas[ik] + sum_qs[ik] - 0.5 * np.sum((L @ centered) ** 2)
    slse = np.sum(logsumexp(main_term, axis=1))
    return slse - n * logsumexp(alphas) + log_wishart_prior(d, wishart_gamma, wishart_m, sum_qs, Qdiags, icf)


def rodrigues_rotate(rot: Any, X: Any) -> Any:
    """Rotate a point about an axis whose length is the angle; small angles take the other branch."""
    sqtheta = np.sum(rot**2)
    if sqtheta > 1e-20:
        theta = np.sqrt(sqtheta)
        w = rot / theta
        costheta, sintheta = np.cos(theta), np.sin(theta)
        w_cross_X = np.cross(w, X)
        return X * costheta + w_cross_X * sintheta + w * (np.dot(w, X) * (1.0 - costheta))
    return X + np.cross(rot, X)


def project(cam: Any, X: Any) -> Any:
    """Pinhole camera with two coefficients of radial distortion; eleven numbers a camera."""
    Xcam = rodrigues_rotate(cam[0:3], X - cam[3:6])
    proj = Xcam[0:2] / Xcam[2]
    rsq = np.sum(proj**2)
    proj *= 1.0 + cam[9] * rsq + cam[10] * rsq * rsq
    return proj * cam[6] + cam[7:9]


def bundle_adjustment(cams: Any, X: Any, w: Any, obs: Any, feats: Any) -> Any:
    """Reprojection errors, weighted, and the errors of the weights, both written into arrays made here."""
    p = len(obs)
    reproj_err = np.zeros((p, 2))
    w_err = np.zeros(p)
    for i, (icam, ipt) in enumerate(obs):
        reproj_err[i] = w[i] * (project(cams[icam], X[ipt]) - feats[i])
        w_err[i] = 1.0 - w[i] ** 2
    return 0.5 * (np.sum(reproj_err**2) + np.sum(w_err**2))


def hmm_forward(log_start: Any, log_trans: Any, log_emit: Any, observations: Any) -> Any:
    """Forward algorithm in logarithms."""
    alpha = log_start + log_emit[:, observations[0]]
    for o in observations[1:]:
        new = np.zeros_like(alpha)
        for s in range(len(alpha)):
            new[s] = logsumexp(alpha + log_trans[:, s], axis=0) + log_emit[s, o]
        alpha = new
    return logsumexp(alpha)


def garch(omega: Any, alpha: Any, beta: Any, returns: Any) -> Any:
    """Negative log-likelihood of a GARCH(1, 1)."""
    T = len(returns)
    sigma2 = np.zeros(T)
    sigma2[0] = np.var(returns)
    for t in range(1, T):
        sigma2[t] = omega + alpha * returns[t - 1] ** 2 + beta * sigma2[t - 1]
    return 0.5 * np.sum(np.log(2.0 * np.pi * sigma2) + returns**2 / sigma2)


def gaussian_process(x: Any, y: Any, log_scale: Any, noise: Any) -> Any:
    """Log marginal likelihood of a Gaussian process with a squared-exponential kernel."""
    K = np.exp(-0.5 * (x[:, None] - x) ** 2 / np.exp(2.0 * log_scale))
    K[np.diag_indices_from(K)] += noise**2
    L = np.linalg.cholesky(K)
    z = np.linalg.solve(L, y)
    return -0.5 * z @ z - np.sum(np.log(np.diag(L)))


def huber_fit(params: Any, t: Any, y: Any, delta: float) -> Any:
    """Robust fit of a damped oscillation: residuals treated apart by a mask."""
    amplitude, decay, freq = params
    r = amplitude * np.exp(-decay * t) * np.cos(freq * t) - y
    cost = 0.5 * r**2
    far = np.abs(r) > delta
    cost[far] = delta * (np.abs(r[far]) - 0.5 * delta)
    return cost.sum()
