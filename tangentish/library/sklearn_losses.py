"""The losses of scikit-learn, whose methods write into arrays, in plain NumPy: entry by entry as in its `_loss.pyx.tp`."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import scipy.special as special

from tangentish import library
from tangentish.rules.libraries import first_module

Formula = Callable[[Any, Any, Any], Any]
"""Of a loss, the true values and the raw predictions."""


def squared(self: Any, y: Any, raw: Any) -> Any:
    return 0.5 * (raw - y) ** 2


def squared_slope(self: Any, y: Any, raw: Any) -> Any:
    return raw - y


def ones(self: Any, y: Any, raw: Any) -> Any:
    return np.ones(np.shape(raw))


def absolute(self: Any, y: Any, raw: Any) -> Any:
    return np.abs(raw - y)


def absolute_slope(self: Any, y: Any, raw: Any) -> Any:
    return np.where(raw > y, 1.0, -1.0)


def pinball(self: Any, y: Any, raw: Any) -> Any:
    return np.where(y >= raw, self.quantile * (y - raw), (1.0 - self.quantile) * (raw - y))


def pinball_slope(self: Any, y: Any, raw: Any) -> Any:
    return np.where(y >= raw, -self.quantile, 1.0 - self.quantile)


def huber(self: Any, y: Any, raw: Any) -> Any:
    error = np.abs(y - raw)
    return np.where(error <= self.delta, 0.5 * error**2, self.delta * (error - 0.5 * self.delta))


def huber_slope(self: Any, y: Any, raw: Any) -> Any:
    return np.clip(raw - y, -self.delta, self.delta)


def huber_bend(self: Any, y: Any, raw: Any) -> Any:
    return np.where(np.abs(raw - y) <= self.delta, 1.0, 0.0)


def poisson(self: Any, y: Any, raw: Any) -> Any:
    return np.exp(raw) - y * raw


def poisson_slope(self: Any, y: Any, raw: Any) -> Any:
    return np.exp(raw) - y


def poisson_bend(self: Any, y: Any, raw: Any) -> Any:
    return np.exp(raw)


def gamma(self: Any, y: Any, raw: Any) -> Any:
    return raw + y * np.exp(-raw)


def gamma_slope(self: Any, y: Any, raw: Any) -> Any:
    return 1.0 - y * np.exp(-raw)


def gamma_bend(self: Any, y: Any, raw: Any) -> Any:
    return y * np.exp(-raw)


def tweedie(self: Any, y: Any, raw: Any) -> Any:
    power = self.power
    if power == 0:
        return squared(self, y, np.exp(raw))
    if power == 1:
        return poisson(self, y, raw)
    if power == 2:
        return gamma(self, y, raw)
    return np.exp((2.0 - power) * raw) / (2.0 - power) - y * np.exp((1.0 - power) * raw) / (1.0 - power)


def tweedie_slope(self: Any, y: Any, raw: Any) -> Any:
    return np.exp((2.0 - self.power) * raw) - y * np.exp((1.0 - self.power) * raw)


def tweedie_bend(self: Any, y: Any, raw: Any) -> Any:
    power = self.power
    return (2.0 - power) * np.exp((2.0 - power) * raw) - (1.0 - power) * y * np.exp((1.0 - power) * raw)


def tweedie_identity(self: Any, y: Any, raw: Any) -> Any:
    power = self.power
    if power == 0:
        return squared(self, y, raw)
    if power == 1:
        return special.xlogy(y, y / raw) + raw - y
    if power == 2:
        return np.log(raw / y) + y / raw - 1.0
    found = raw ** (2.0 - power) / (2.0 - power) - y * raw ** (1.0 - power) / (1.0 - power)
    positive = y > 0
    return found + np.where(positive, np.where(positive, y, 1.0) ** (2.0 - power), 0.0) / ((1.0 - power) * (2.0 - power))


def tweedie_identity_slope(self: Any, y: Any, raw: Any) -> Any:
    return raw ** (-self.power) * (raw - y)


def tweedie_identity_bend(self: Any, y: Any, raw: Any) -> Any:
    return raw ** (-self.power) * (1.0 - self.power + self.power * y / raw)


def binomial(self: Any, y: Any, raw: Any) -> Any:
    return np.logaddexp(0.0, raw) - y * raw


def binomial_slope(self: Any, y: Any, raw: Any) -> Any:
    return (1.0 - y) * special.expit(raw) - y * special.expit(-raw)


def binomial_bend(self: Any, y: Any, raw: Any) -> Any:
    return special.expit(raw) * special.expit(-raw)


def exponential(self: Any, y: Any, raw: Any) -> Any:
    return y * np.exp(-raw) + (1.0 - y) * np.exp(raw)


def exponential_slope(self: Any, y: Any, raw: Any) -> Any:
    return (1.0 - y) * np.exp(raw) - y * np.exp(-raw)


def shares(raw: Any) -> Any:
    """The probability of each class: a row for each sample."""
    return special.softmax(raw, axis=1)


def is_class(y: Any, raw: Any) -> Any:
    """1 where a class is the one of the sample, 0 elsewhere."""
    return np.where(y[:, None] == np.arange(np.shape(raw)[1]), 1.0, 0.0)


def multinomial(self: Any, y: Any, raw: Any) -> Any:
    return special.logsumexp(raw, axis=1) - np.sum(is_class(y, raw) * raw, axis=1)


def multinomial_slope(self: Any, y: Any, raw: Any) -> Any:
    return shares(raw) - is_class(y, raw)


def multinomial_bend(self: Any, y: Any, raw: Any) -> Any:
    p = shares(raw)
    return p * (1.0 - p)


def gradient_proba(self: Any, y_true: Any, raw_prediction: Any, sample_weight: Any, gradient_out: Any, proba_out: Any,
                   n_threads: int = 1) -> None:
    """`CyHalfMultinomialLoss.gradient_proba`."""
    store(multinomial_slope, self, y_true, raw_prediction, sample_weight, gradient_out)
    proba_out[...] = shares(np.asarray(raw_prediction, dtype=float))


def store(formula: Formula, self: Any, y_true: Any, raw_prediction: Any, sample_weight: Any, out: Any) -> None:
    """Into an array, what a formula gives, by the weights of the samples."""
    found = formula(self, np.asarray(y_true, dtype=float), np.asarray(raw_prediction, dtype=float))
    if sample_weight is not None:
        weights = np.asarray(sample_weight, dtype=float)
        found = (weights[:, None] if np.ndim(out) == 2 else weights) * found
    out[...] = found


def methods_of(value: Formula, slope: Formula, bend: Formula) -> dict[str, Callable[..., None]]:
    """The methods of a loss, by its value, its first and its second derivative by the raw prediction."""

    def loss(self: Any, y_true: Any, raw_prediction: Any, sample_weight: Any, loss_out: Any, n_threads: int = 1) -> None:
        store(value, self, y_true, raw_prediction, sample_weight, loss_out)

    def gradient(self: Any, y_true: Any, raw_prediction: Any, sample_weight: Any, gradient_out: Any, n_threads: int = 1) -> None:
        store(slope, self, y_true, raw_prediction, sample_weight, gradient_out)

    def loss_gradient(self: Any, y_true: Any, raw_prediction: Any, sample_weight: Any, loss_out: Any, gradient_out: Any,
                      n_threads: int = 1) -> None:
        store(value, self, y_true, raw_prediction, sample_weight, loss_out)
        store(slope, self, y_true, raw_prediction, sample_weight, gradient_out)

    def gradient_hessian(self: Any, y_true: Any, raw_prediction: Any, sample_weight: Any, gradient_out: Any, hessian_out: Any,
                         n_threads: int = 1) -> None:
        store(slope, self, y_true, raw_prediction, sample_weight, gradient_out)
        store(bend, self, y_true, raw_prediction, sample_weight, hessian_out)

    return {"loss": loss, "gradient": gradient, "loss_gradient": loss_gradient, "gradient_hessian": gradient_hessian}


LOSSES: dict[str, tuple[Formula, Formula, Formula]] = {
    "CyHalfSquaredError": (squared, squared_slope, ones),
    "CyAbsoluteError": (absolute, absolute_slope, ones),
    "CyPinballLoss": (pinball, pinball_slope, ones),
    "CyHuberLoss": (huber, huber_slope, huber_bend),
    "CyHalfPoissonLoss": (poisson, poisson_slope, poisson_bend),
    "CyHalfGammaLoss": (gamma, gamma_slope, gamma_bend),
    "CyHalfTweedieLoss": (tweedie, tweedie_slope, tweedie_bend),
    "CyHalfTweedieLossIdentity": (tweedie_identity, tweedie_identity_slope, tweedie_identity_bend),
    "CyHalfBinomialLoss": (binomial, binomial_slope, binomial_bend),
    "CyExponentialLoss": (exponential, exponential_slope, exponential),
    "CyHalfMultinomialLoss": (multinomial, multinomial_slope, multinomial_bend),
}


def with_quantile(self: Any, quantile: Any) -> None:
    self.quantile = quantile


def with_delta(self: Any, delta: Any) -> None:
    self.delta = delta


def with_power(self: Any, power: Any) -> None:
    self.power = power


PARAMETERS = {"CyPinballLoss": with_quantile, "CyHuberLoss": with_delta, "CyHalfTweedieLoss": with_power,
              "CyHalfTweedieLossIdentity": with_power}


def made_by(stand_in: type) -> Callable[..., Any]:
    """What makes a loss that has a parameter, which may be differentiated."""

    def make(*args: Any, **keywords: Any) -> Any:
        return stand_in(*args, **keywords)

    return make


_compiled = first_module("sklearn._loss._loss")
for _name, _formulas in LOSSES.items():
    if hasattr(_compiled, _name):
        _cls, _methods = getattr(_compiled, _name), methods_of(*_formulas)
        library.METHODS |= {(_cls, _method): _function for _method, _function in _methods.items()}
        if _name in PARAMETERS:
            library.REPLACED[_cls] = made_by(type(_name, (), {"__init__": PARAMETERS[_name], **_methods}))
if hasattr(_compiled, "CyHalfMultinomialLoss"):
    library.METHODS[_compiled.CyHalfMultinomialLoss, "gradient_proba"] = gradient_proba
