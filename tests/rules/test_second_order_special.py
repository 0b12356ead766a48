"""Second derivatives of special functions in each order of modes, by all their arguments, and third ones; ends of supports."""

from __future__ import annotations

import warnings
from typing import Any

import numpy as np
import pytest
import scipy.integrate as integrate
import scipy.special as special
import scipy.special._ufuncs as _ufuncs

from tangentish import grad, hessian, jvp
from tangentish.rules.libraries import present
from tests.oracle import directional
from tests.rules.programs import defined

Q = np.array([0.2, 0.5, 0.85])
X = np.array([-0.5, 1.7, 0.3])
DF, NC = np.array([6.3, 7.4, 9.0]), np.array([0.7, -0.9, 0.4])
INSIDE = np.array([0.3, -0.7, 0.55])
ANGLES, TURN = np.array([0.4, 1.3, 2.6]), np.array([[0.3], [-1.2]])

CALLS: list[tuple[Any, tuple[Any, ...], tuple[Any, ...]]] = [  # a function, what it is not differentiated by, by what it is
    (function, before, args)
    for names, before, args in (
        ("_cosine_cdf", (), (np.array([-3.5, -1.2, 0.3, 2.9, 3.6]),)),
        ("_invgauss_ppf", (), (Q, np.array([1.2, 0.7, 2.1]), np.array([1.4, 0.6, 2.2]))),
        ("_skewnorm_cdf", (), (X, NC, np.array([1.2, 0.7, 2.1]), np.array([1.4, -0.6, 0.2]))),
        ("_skewnorm_isf", (), (Q, NC, np.array([1.2, 0.7, 2.1]), np.array([1.4, -0.6, 0.2]))),
        ("_kolmogp", (), (np.array([0.3, 0.9, 1.4]),)),
        ("_kolmogci", (), (Q,)),
        ("_smirnovc", (5,), (np.array([0.25, 0.45, 0.83]),)),
        ("_landau_pdf", (), (np.array([-1.5, -0.4, 3.0]),)),
        ("_ncf_pdf", (), (np.array([0.5, 1.7, 1.2]), np.array([3.3, 3.4, 2.0]), DF, np.array([0.7, 1.9, 0.4]))),
        ("_nct_pdf", (), (X, DF, NC)),
        ("_nct_mean _nct_variance _nct_skewness _nct_kurtosis_excess", (), (DF, NC)))
    for function in present(_ufuncs, *names.split())] + [
    (function, before, args)
    for names, before, args in (
        ("itmodstruve0 it2struve0", (), (np.array([0.1, 1.3, 6.0]),)),
        ("smirnovi", (5,), (Q,)),
        ("kolmogi", (), (Q,)),
        ("legendre_p", (4,), (INSIDE,)),
        ("assoc_legendre_p", (4, np.array([2, -1, 3])), (INSIDE,)),
        ("sph_legendre_p", (4, np.array([2, -1, 0])), (ANGLES,)),
        ("sph_harm_y", (4, np.array([2, -1, 0])), (ANGLES, TURN)))
    for function in present(special, *names.split())]


def named(value: Any) -> str:
    return value.__name__ if callable(value) else ""


def programs(function: Any, before: tuple[Any, ...], args: tuple[Any, ...]) -> tuple[Any, Any, Any, Any]:
    """A contraction of a call's results, of its first derivatives in either mode, and of the second ones by the first argument."""
    rng = np.random.default_rng(0)
    space: dict[str, Any] = {"np": np, "grad": grad, "jvp": jvp, "F": function, "before": before}
    space |= {f"w{k}": 0.1 * rng.normal(size=np.shape(arg)) for k, arg in enumerate(args)}
    names = ", ".join(f"x{k}" for k in range(len(args)))
    given = "".join(f"before[{k}], " for k in range(len(before))) + names
    given += ", 0.3, 1.2" if function.__name__.startswith("_landau") else ""
    terms = " + ".join(f"np.sum(w{k} * bars[{k}])" for k in range(len(args)))
    source = f"""
def total({names}):
    ans = F({given})
    return np.sum(np.real(ans) * np.cos(np.arange(np.size(ans)).reshape(np.shape(ans)))) + np.sum(np.imag(ans) ** 2)

def backward({names}):
    bars = grad(total, {tuple(range(len(args)))})({names})
    return {terms}

def forward({names}):
    return jvp(total, ({names},), ({"".join(f"w{k}, " for k in range(len(args)))}))[1]

def once({names}):
    return np.sum(grad(total)({names}))

def second({names}):
    return np.sum(grad(once)({names}))
"""
    for name in ("total", "backward", "forward", "once", "second"):
        space[name] = defined(name, source, space)
    return space["backward"], space["forward"], space["second"], rng


def near(got: Any, want: Any, rtol: float = 1e-7) -> None:
    assert abs(got - want) <= rtol * max(abs(want), 1.0), (got, want)


@pytest.mark.parametrize(("function", "before", "args"), CALLS, ids=named)
def test_each_order_of_modes(function: Any, before: tuple[Any, ...], args: tuple[Any, ...]) -> None:
    backward, forward, _, rng = programs(function, before, args)
    places = tuple(range(len(args)))
    dots = tuple(0.1 * rng.normal(size=np.shape(arg)) for arg in args)
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        near(forward(*args), backward(*args), 1e-9)
        want = directional(backward, args, places, dots, 1e-2)
        for slope in (backward, forward):
            near(jvp(slope, args, dots)[1], want)
            bars = grad(slope, places)(*args)
            near(sum(np.sum(bar * dot) for bar, dot in zip(bars, dots, strict=True)), want)
            assert [np.shape(bar) for bar in bars] == [np.shape(arg) for arg in args]


@pytest.mark.parametrize(("function", "before", "args"), [call for call in CALLS if call[0].__name__ in (
    "_kolmogci", "_landau_pdf", "_nct_pdf")], ids=named)
def test_third_order(function: Any, before: tuple[Any, ...], args: tuple[Any, ...]) -> None:
    """By the first argument."""
    _, _, second, _ = programs(function, before, args)
    ones = np.ones(np.shape(args[0]))
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        near(np.sum(grad(second)(*args)), directional(second, args, (0,), (ones,), 1e-3), 1e-6)


def of(function: Any, *after: Any) -> Any:
    """A function of an array, the sum of a call's results."""
    given = "".join(f", {value!r}" for value in after)
    return defined("total", f"def total(x):\n    return np.sum(F(x{given}))\n", {"np": np, "F": function})


def both(total: Any, x: Any) -> tuple[Any, Any]:
    """The first and second derivatives, where there must be no warning."""
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        return grad(total)(x), np.diagonal(hessian(total)(x))


@pytest.mark.parametrize(("name", "after", "at"), [
    ("_cosine_cdf", (), [-4.0, -np.pi, np.pi, 3.5]), ("_kolmogc", (), [-1.0, 0.0, 1e-3, 50.0, np.inf]),
    ("_landau_pdf", (0.0, 1.0), [-1e3, -30.0, np.inf]), ("_ncf_pdf", (4.5, 5.0, 1.0), [0.0]), ("_ncf_pdf", (2.0, 5.0, 0.0), [0.0])])
def test_nothing_outside_the_support(name: str, after: tuple[float, ...], at: list[float]) -> None:
    for function in present(_ufuncs, name):
        for slope in both(of(function, *after), np.array(at)):
            np.testing.assert_allclose(slope, 0.0, atol=1e-30)


@pytest.mark.skipif(not hasattr(_ufuncs, "_smirnovp"), reason="not in this version of SciPy")
def test_ends_of_smirnov() -> None:
    """For n = 2 it is 1 - d - d**2 up to 1 / 2, and (1 - d)**2 from there."""
    def total(d: Any) -> Any:
        return np.sum(special.smirnov(2, d))

    first, second = both(total, np.array([0.0, 0.3, 0.8, 1.0]))
    np.testing.assert_allclose(first, [-1.0, -1.6, -0.4, 0.0], atol=1e-14)
    np.testing.assert_allclose(second, [-2.0, -2.0, 2.0, 2.0], atol=1e-13)


def test_struve_integral_at_0() -> None:
    """The derivative is -struve(0, x) / x = -2 / pi * (1 - x**2 / 9 + ...)."""
    first, second = both(of(special.it2struve0), np.zeros(1))
    np.testing.assert_allclose(first, -2 / np.pi)
    np.testing.assert_allclose(second, 0.0)


@pytest.mark.skipif(not hasattr(special, "sph_legendre_p"), reason="not in this version of SciPy")
def test_ends_of_legendre_functions() -> None:
    def polynomial(x: Any) -> Any:
        return np.sum(special.legendre_p(2, x))  # (3 x**2 - 1) / 2

    def associated(x: Any) -> Any:
        return np.sum(special.assoc_legendre_p(2, 2, x))  # 3 (1 - x**2)

    def spherical(x: Any) -> Any:
        return np.sum(special.sph_legendre_p(2, 2, x))  # sin(x)**2 sqrt(15 / 32 / pi)

    ends = np.array([-1.0, 1.0])
    for total, x, first, second in ((polynomial, ends, 3 * ends, 3.0), (associated, ends, -6 * ends, -6.0),
                                    (spherical, np.array([0.0, np.pi]), 0.0, 2 * np.sqrt(15 / 32 / np.pi))):
        found = both(total, x)
        np.testing.assert_allclose(found[0], np.broadcast_to(first, 2), atol=1e-14)
        np.testing.assert_allclose(found[1], np.broadcast_to(second, 2), atol=1e-14)


@pytest.mark.skipif(not hasattr(_ufuncs, "_landau_pdf"), reason="not in this version of SciPy")
@pytest.mark.parametrize("scale", [1.0, 0.01])
def test_landau_by_quadrature(scale: float) -> None:
    """The density for a scale of 1 is a Fourier integral, of exp(-t - 2i / pi t log(t)); others are shifted too."""
    def wanted(x: float, order: int) -> float:
        def value(t: float) -> float:
            return float(np.real((-1j * t) ** order * np.exp(-t - 1j * t * x - 2j / np.pi * special.xlogy(t, t)))) / np.pi

        return float(integrate.quad(value, 0, 60, limit=500, epsabs=1e-13, epsrel=1e-13)[0]) / scale ** (order + 1)

    x = np.array([-0.8, 0.4, 2.0])
    shift = 2 / np.pi * np.log(scale)
    found = both(of(_ufuncs._landau_pdf, 0.0, scale), scale * (x + shift))
    for order, slope in enumerate(found, 1):
        want = [wanted(value, order) for value in x]
        np.testing.assert_allclose(slope, want, rtol=1e-9)


@pytest.mark.skipif(not hasattr(_ufuncs, "_nct_pdf"), reason="not in this version of SciPy")
def test_noncentral_t_by_quadrature() -> None:
    """The density is an integral over the chi variable in the denominator; the second derivatives by `df` and by `nc`."""
    s, step = np.linspace(0, 12, 20001, retstep=True)

    def density(df: float, nc: float) -> float:
        chi = special.xlogy(df, s) - df * s**2 / 2 - special.gammaln(df / 2) + df / 2 * np.log(df / 2)
        return float(2 / np.sqrt(2 * np.pi) * step * np.sum(np.exp(chi - (1.7 * s - nc) ** 2 / 2)))

    def total(x: Any) -> Any:
        return _ufuncs._nct_pdf(1.7, x[0], x[1])

    steps = 0.02 * np.arange(-3, 4)
    weights = np.array([2, -27, 270, -490, 270, -27, 2]) / 180 / 0.02**2
    found = hessian(total)(np.array([3.4, 0.8]))
    np.testing.assert_allclose(found[0, 0], weights @ [density(3.4 + h, 0.8) for h in steps], rtol=1e-7)
    np.testing.assert_allclose(found[1, 1], weights @ [density(3.4, 0.8 + h) for h in steps], rtol=1e-7)


def test_single_precision_stays() -> None:
    for name, after in (("_kolmogc", ()), ("_landau_pdf", (0.0, 1.0)), ("_nct_pdf", (3.0, 0.4)), ("_ncf_pdf", (3.0, 4.0, 0.4))):
        for function in present(_ufuncs, name):
            total = of(function, *after)
            wide = both(total, np.array([0.6, 1.3]))
            for one, other in zip(both(total, np.array([0.6, 1.3], np.float32)), wide, strict=True):
                assert one.dtype == np.float32
                np.testing.assert_allclose(one, other, rtol=1e-4)
