"""The losses of scikit-learn, which are compiled: their values and what is derived from these, against central differences."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import tangentish
from tests.oracle import check_gradient

loss = pytest.importorskip("sklearn._loss.loss")
linear_loss = pytest.importorskip("sklearn.linear_model._linear_loss")

Y = np.array([0.3, 0.9, 0.0, 0.55, 0.7])
RAW = np.array([0.6, 1.3, 0.4, 2.1, 0.2])
FAR = np.array([-45.0, -5.0, 0.3, 20.0, 40.0])
WEIGHTS = np.array([0.5, 1.2, 0.8, 2.0, 1.5])
CLASSES = np.array([0.0, 2.0, 1.0, 1.0, 2.0])
MANY = np.array([[0.2, 1.1, -0.6], [0.9, -0.3, 0.45], [-1.2, 0.7, 0.15], [0.5, 0.05, 1.3], [-0.4, -0.85, 0.65]])

LOSSES: dict[str, tuple[Any, Any]] = {
    "squared": (loss.HalfSquaredError, RAW),
    "absolute": (loss.AbsoluteError, RAW),
    "pinball": (lambda: loss.PinballLoss(quantile=0.3), RAW),
    "huber": (lambda: loss.HuberLoss(delta=0.7), RAW),
    "poisson": (loss.HalfPoissonLoss, RAW),
    "gamma": (loss.HalfGammaLoss, RAW),
    **{f"tweedie {power}": (lambda power=power: loss.HalfTweedieLoss(power=power), RAW) for power in (0, 1, 1.4, 2, 3)},
    **{f"tweedie with the identity {power}": (lambda power=power: loss.HalfTweedieLossIdentity(power=power), RAW)
       for power in (0, 1.4, 3)},
    "binomial": (loss.HalfBinomialLoss, FAR),
    "exponential": (loss.ExponentialLoss, RAW),
}


def weighted(x: Any) -> Any:
    return np.sum(np.reshape(1.0 + 0.5 * np.cos(np.arange(float(np.size(x)))), np.shape(x)) * x)


def all_of(model: Any, y: Any, raw: Any, weights: Any) -> Any:
    """All that a loss gives."""
    value, slope = model.loss_gradient(y, raw, weights)
    found = (model.loss(y, raw, weights), value, slope, model.gradient(y, raw, weights), *model.gradient_hessian(y, raw, weights))
    return np.concatenate([np.ravel(one) for one in found])


@pytest.mark.parametrize("by_weights", [True, False])
@pytest.mark.parametrize("label", LOSSES)
def test_losses(label: str, by_weights: bool) -> None:
    make, at = LOSSES[label]

    def program(y: Any, raw: Any, weights: Any) -> Any:
        return all_of(make(), y, raw, weights if by_weights else None) + np.sum(weights)

    def fun(*args: Any) -> Any:
        return weighted(program(*args))

    args = (Y + 0.1 if "tweedie" in label else Y, at, WEIGHTS)
    far = at is FAR
    nums = (0, 2) if far else (0, 1, 2)
    check_gradient(fun, *args, argnums=nums, size=1e-4)
    value, _ = tangentish.vjp(program, *args)
    np.testing.assert_allclose(value, program(*args), rtol=1e-13, atol=1e-15)


def test_parameters() -> None:
    def fun(raw: Any, quantile: float, delta: float, power: float) -> Any:
        found = (loss.PinballLoss(quantile=quantile), loss.HuberLoss(delta=delta), loss.HalfTweedieLoss(power=power),
                 loss.HalfTweedieLossIdentity(power=power))
        return sum([weighted(all_of(one, Y + 0.1, raw, WEIGHTS)) * (k + 1) for k, one in enumerate(found)])

    check_gradient(fun, RAW, 0.3, 0.7, 1.4, argnums=(0, 1, 2, 3), size=1e-4)


def test_a_power_of_one_with_a_true_value_of_zero() -> None:
    def fun(raw: Any) -> Any:
        return weighted(loss.HalfTweedieLossIdentity(power=1).loss(Y, raw))

    check_gradient(fun, RAW, size=1e-4)


def test_binomial_far_out() -> None:
    model = loss.HalfBinomialLoss()
    slope = tangentish.grad(lambda raw: np.sum(model.loss(Y, raw)))(FAR)
    np.testing.assert_allclose(slope, model.gradient(Y, FAR), rtol=1e-13)
    bend = tangentish.grad(lambda raw: np.sum(model.gradient(Y, raw)))(FAR)
    np.testing.assert_allclose(bend, model.gradient_hessian(Y, FAR)[1], rtol=1e-12)


def test_multinomial() -> None:
    def program(raw: Any, weights: Any) -> Any:
        model = loss.HalfMultinomialLoss(n_classes=3)
        found = np.concatenate([np.ravel(one) for one in model.gradient_proba(CLASSES, raw, weights)])
        return np.concatenate([all_of(model, CLASSES, raw, weights), found, all_of(model, CLASSES, raw, None)])

    check_gradient(lambda raw, weights: weighted(program(raw, weights)), MANY, WEIGHTS, argnums=(0, 1), size=1e-4)
    value, _ = tangentish.vjp(program, MANY, WEIGHTS)
    np.testing.assert_allclose(value, program(MANY, WEIGHTS), rtol=1e-13, atol=1e-15)


def test_means_and_models() -> None:
    def fun(coef: Any, raw: Any) -> Any:
        model = linear_loss.LinearModelLoss(base_loss=loss.HalfBinomialLoss(), fit_intercept=True)
        value, slope = model.loss_gradient(coef, MANY, Y, l2_reg_strength=0.3)
        return value + weighted(slope) + loss.HalfGammaLoss()(Y, raw, WEIGHTS)

    check_gradient(fun, np.array([0.3, -0.7, 0.4, 1.1]), RAW, argnums=(0, 1), size=1e-4)


def test_arrays_are_written_into_and_single_precision_stays() -> None:
    def program(y: Any, raw: Any) -> Any:
        out = np.full(6, 2.0, dtype=np.float32)
        loss.HalfPoissonLoss().loss(y, raw, loss_out=out[:5])
        return out * out

    y, raw = Y.astype(np.float32), RAW.astype(np.float32)
    value, pull = tangentish.vjp(program, y, raw)
    bars = pull(np.ones(6, dtype=np.float32))
    assert value.dtype == bars[0].dtype == bars[1].dtype == np.float32
    np.testing.assert_allclose(value, program(y, raw), rtol=1e-6)
    np.testing.assert_allclose(bars[1], 2 * np.sqrt(value[:5]) * np.sign(np.exp(raw) - y * raw) * (np.exp(raw) - y), rtol=1e-5)


def test_no_sample() -> None:
    bar = tangentish.grad(lambda raw: np.sum(loss.HalfPoissonLoss().loss(Y[:0], raw)))(RAW[:0])
    assert bar.shape == (0,)


def test_another_method_is_refused() -> None:
    def fun(raw: Any) -> Any:
        return np.sum(loss.HalfMultinomialLoss(n_classes=3).closs._test_cy_gradient(CLASSES, raw, None))

    with pytest.raises(tangentish.UnsupportedError, match="_test_cy_gradient"):
        tangentish.grad(fun)(MANY)


def test_second_derivatives() -> None:
    def fun(coef: Any) -> Any:
        return linear_loss.LinearModelLoss(base_loss=loss.HalfBinomialLoss(), fit_intercept=False).loss(coef, MANY, Y)

    coef = np.array([0.3, -0.7, 0.4])
    p = 1.0 / (1.0 + np.exp(-MANY @ coef))
    np.testing.assert_allclose(tangentish.hessian(fun)(coef), (MANY.T * (p * (1 - p))) @ MANY / 5, rtol=1e-12)
