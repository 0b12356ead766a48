"""Filters of time series of statsmodels in plain Python, where they are compiled: innovations, and regimes that switch."""

from __future__ import annotations

from typing import Any

import numpy as np
import scipy.special as special

from tangentish import library
from tangentish.errors import UnsupportedError
from tangentish.pandas_tables import is_table
from tangentish.rules.libraries import first_module, present
from tangentish.rules.registry import zero_derivative

_innovations = first_module("statsmodels.tsa._innovations")
_kim = first_module("statsmodels.tsa.regime_switching._kim_smoother")
_hamilton = first_module("statsmodels.tsa.regime_switching._hamilton_filter")


def last_lag(acov: Any) -> int:
    """The greatest lag with an autocovariance that is not 0."""
    return int(np.max(np.argwhere(acov != 0)))


zero_derivative(last_lag)


def innovations_algo(acov: Any, nobs: Any = None, rtol: Any = None) -> tuple[Any, Any]:
    """`statsmodels.tsa.stattools.innovations_algo`: the factors of a banded matrix of autocovariances, row by row.

    Source: P. J. Brockwell, R. A. Davis, Introduction to Time Series and Forecasting, 3rd edition, section 2.5.4.
    """
    acov = np.asarray(acov, dtype=float)
    rtol = 0.0 if rtol is None else rtol
    if acov.ndim != 1:
        raise UnsupportedError("innovations_algo of an array that has not one dimension has no derivative.")
    if not rtol >= 0:
        raise ValueError("rtol must be a non-negative float or None.")
    if nobs is not None and nobs < 1:
        raise ValueError("nobs must be a positive integer")
    count = len(acov) if nobs is None else int(nobs)
    width = last_lag(acov)
    v = np.zeros(count)
    v[0] = acov[0]
    theta = np.zeros((count, width))  # in row i, the factor of lag j + 1
    for i in range(1, count):
        low = max(i - width, 0)
        for k in range(low, i):
            done = k - low
            shared = np.sum(theta[k, :done][::-1] * theta[i, i - k : i - low][::-1] * v[low:k])
            theta[i, i - k - 1] = (acov[i - k] - shared) / v[k]
        v[i] = acov[0] - np.sum(theta[i, : i - low] ** 2 * v[low:i][::-1])
        if i >= 10 and v[i - 10] - v[i] < v[0] * rtol:
            v[i + 1 :] = v[i]
            theta[i + 1 :] = theta[i]
            break
    return theta, v


def innovations_filter(endog: Any, theta: Any) -> Any:
    """`statsmodels.tsa.stattools.innovations_filter`, of arrays."""
    check_plain(endog)
    endog, theta = np.asarray(endog, dtype=float), np.asarray(theta, dtype=float)
    if endog.ndim != 1 or theta.ndim != 2:
        raise UnsupportedError("innovations_filter of a series that has not one dimension has no derivative.")
    count, width = theta.shape
    if len(endog) != count:
        raise ValueError("theta must be (nobs, q) where q is the moder order")
    u = np.zeros(count)
    u[:1] = endog[:1]
    for i in range(1, count):
        reach = min(i, width)
        u[i] = endog[i] - np.sum(theta[i, :reach] * u[i - reach : i][::-1])
    return u


def check_plain(values: Any) -> None:
    """Refuse columns of tables."""
    if is_table(values):
        raise UnsupportedError("innovations_filter of a column of a table has no derivative.\nGive it an array.")


zero_derivative(check_plain)


def hamilton_filter(nobs: int, k_regimes: int, order: int, regime_transition: Any, conditional_likelihoods: Any,
                    joint_likelihoods: Any, predicted_joint_probabilities: Any, filtered_joint_probabilities: Any) -> None:
    """`_hamilton_filter.dhamilton_filter_log`: logarithms of probabilities, into the last three arrays.

    Source: J. D. Hamilton, Time Series Analysis, section 22.4.
    """
    varies = np.shape(regime_transition)[2] > 1
    before = k_regimes ** max(order - 1, 0)
    for t in range(nobs):
        moves, last = regime_transition[:, :, t if varies else 0], filtered_joint_probabilities[:, t]
        if order > 0:
            marginal = special.logsumexp(np.reshape(last, (-1, k_regimes)), axis=1)
            predicted = np.reshape(moves[:, :, None] + np.reshape(marginal, (1, k_regimes, before)), -1)
        else:
            predicted = special.logsumexp(moves + last, axis=1)
        weighted = predicted + conditional_likelihoods[:, t]
        likelihood = special.logsumexp(weighted)
        predicted_joint_probabilities[:, t] = predicted
        joint_likelihoods[t] = likelihood
        filtered_joint_probabilities[:, t + 1] = weighted - likelihood


def kim_smoother(nobs: int, k_regimes: int, order: int, regime_transition: Any, predicted_joint_probabilities: Any,
                 filtered_joint_probabilities: Any, smoothed_joint_probabilities: Any) -> None:
    """`_kim_smoother.dkim_smoother_log`: logarithms of probabilities, given all that was seen, into the last array.

    Source: C.-J. Kim, Dynamic linear models with Markov-switching, Journal of Econometrics 60 (1994).
    """
    varies = np.shape(regime_transition)[2] > 1
    smoothed_joint_probabilities[:, nobs - 1] = filtered_joint_probabilities[:, nobs - 1]
    for t in range(nobs - 2, -1, -1):
        moves = regime_transition[:, :, t + 1 if varies else 0]
        known = np.reshape(filtered_joint_probabilities[:, t], (1, k_regimes, k_regimes**order))
        learnt = smoothed_joint_probabilities[:, t + 1] - predicted_joint_probabilities[:, t + 1]
        joint = np.reshape(moves[:, :, None] + known, (k_regimes ** (order + 1), k_regimes)) + learnt[:, None]
        smoothed_joint_probabilities[:, t] = special.logsumexp(np.reshape(joint, (k_regimes, k_regimes ** (order + 1))), axis=0)


library.REPLACED |= {known: ours for name, ours in (
    ("innovations_algo", innovations_algo), ("innovations_filter", innovations_filter)) for known in present(_innovations, name)}
library.REPLACED |= {known: hamilton_filter for known in present(_hamilton, "shamilton_filter_log", "dhamilton_filter_log")}
library.REPLACED |= {known: kim_smoother for known in present(_kim, "skim_smoother_log", "dkim_smoother_log")}
