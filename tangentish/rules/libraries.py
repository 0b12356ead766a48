"""What there is for libraries that users may not have, or not import: loaded when they are; and what their versions have."""

from __future__ import annotations

import importlib
import importlib.util
import sys
import threading
from collections.abc import Iterable
from typing import Any

_MODULES = {  # an imported library -> the rules for it, what stands for some of its functions, what handles them
    "numpy.polynomial": ["tangentish.rules.numpy_polynomial", "tangentish.library.numpy_polynomial"],
    "scipy._lib._array_api": ["tangentish.rules.scipy_arrays", "tangentish.library.scipy_arrays"],
    "scipy.special": [*(f"tangentish.rules.scipy_special{topic}" for topic in (
        "", "_convenience", "_bessel", "_elliptic", "_integrals", "_equations", "_statistics", "_inverses", "_polynomials",
        "_sums", "_distributions", "_noncentral", "_densities")), "tangentish.library.scipy_special",
                      "tangentish.library.scipy_riccati"],
    "scipy.linalg": [*(f"tangentish.rules.scipy_linalg{topic}" for topic in ("", "_factors", "_functions")),
                     "tangentish.rules.scipy_lapack", *(f"tangentish.library.scipy_{topic}" for topic in (
                         "blas", "lapack", "lapack_others", "reflections", "qr_updates", "banded", "balance"))],
    "scipy.spatial.distance": ["tangentish.rules.scipy_distance", "tangentish.library.scipy_distance"],
    "scipy.spatial": ["tangentish.library.scipy_neighbours"],
    "scipy.spatial.transform": ["tangentish.library.scipy_rotations"],
    "scipy.integrate": ["tangentish.library.scipy_integrate", "tangentish.dispatch.scipy_integrate",
                        "tangentish.dispatch.scipy_ode"],
    "scipy.sparse": [f"tangentish.dispatch.scipy_sparse{topic}" for topic in ("", "_forms", "_sums", "_blocks", "_solvers")],
    "scipy.interpolate": [f"tangentish.library.scipy_{topic}" for topic in (
        "interpolate", "splines", "fitpack", "grids", "rbf", "smoothing", "scattered")],
    "scipy.optimize": ["tangentish.library.scipy_optimize", "tangentish.library.scipy_isotonic",
                       *(f"tangentish.dispatch.scipy_{topic}" for topic in (
                           "optimize", "minima", "global_minima", "constraints", "least_squares"))],
    "scipy.stats": ["tangentish.rules.scipy_stats", *(f"tangentish.library.scipy_{topic}" for topic in (
        "stats", "draws", "limits", "divergences", "distributions", "kde", "samples"))],
    "scipy.signal": ["tangentish.rules.scipy_signal", "tangentish.library.scipy_signal", "tangentish.library.scipy_peaks",
                     "tangentish.library.scipy_spectra", "tangentish.library.scipy_ranks"],
    "scipy.fft": ["tangentish.rules.scipy_fft", "tangentish.library.scipy_fft"],
    "scipy.cluster": ["tangentish.library.scipy_clusters"],
    "sklearn.model_selection._split": ["tangentish.library.sklearn_splits"],
    "sklearn._loss._loss": ["tangentish.library.sklearn_losses"],
    "sklearn.metrics._dist_metrics": ["tangentish.library.sklearn_distances"],
    "sklearn._isotonic": ["tangentish.library.sklearn_isotonic"],
    "multiprocessing.pool": ["tangentish.library.pools"],
    "joblib.parallel": ["tangentish.library.joblib_tasks"],
    "sklearn.utils.parallel": ["tangentish.library.sklearn_tasks"],
    "sklearn.linear_model._cd_fast": ["tangentish.library.sklearn_descent"],
    "statsmodels.tsa._innovations": ["tangentish.library.statsmodels_series"],
    "statsmodels.robust._qn": ["tangentish.library.statsmodels_robust"],
    "statsmodels.tsa.arima.tools": ["tangentish.library.statsmodels_arima"],
    "statsmodels.nonparametric": ["tangentish.library.statsmodels_smoothing"],
    "astropy.convolution": ["tangentish.library.astropy_arrays"],
    "astropy.stats": ["tangentish.library.astropy_arrays"],
    "astropy.units": ["tangentish.dispatch.astropy_units"],
    "astropy.modeling.core": ["tangentish.library.astropy_models"],
    "astropy.cosmology": ["tangentish.library.astropy_cosmology"],
    "pandas": ["tangentish.rules.pandas_functions"],
    "scipy.fftpack": ["tangentish.library.scipy_fftpack", "tangentish.library.scipy_pseudo_diffs"],
    "scipy.ndimage": ["tangentish.rules.scipy_ndimage", "tangentish.library.scipy_ndimage",
                      "tangentish.library.scipy_resampling", "tangentish.library.scipy_ranks", "tangentish.library.scipy_fourier"],
}


def load_all() -> None:
    """Import every lazy library that is installed, and the rules for it (for the tests)."""
    for library in _MODULES:
        if importlib.util.find_spec(library.split(".")[0]) is not None:
            importlib.import_module(library)
    load_imported()


def load_imported() -> bool:
    """Import the rules for those libraries that have been imported by now; whether there were any.

    Where another thread is importing them, this waits until they are there.
    """
    if _MODULES.keys().isdisjoint(sys.modules.keys()):  # asked some hundred times for a program
        return False
    wanted = [name for name in list(_MODULES) if name in sys.modules and name not in _under_way.names]
    if not wanted:
        return False
    with _lock:
        for library in wanted:
            if library in _MODULES and not getattr(getattr(sys.modules[library], "__spec__", None), "_initializing", False):
                _import_rules(library)
    return any(name not in _MODULES for name in wanted)


class _UnderWay(threading.local):
    """The libraries whose rules this thread is importing."""

    def __init__(self) -> None:
        self.names: set[str] = set()


_under_way, _lock = _UnderWay(), threading.RLock()


def _import_rules(library: str) -> None:
    _under_way.names.add(library)
    try:
        for rules in _MODULES[library]:
            if importlib.util.find_spec(rules) is not None:
                importlib.import_module(rules)
    finally:
        _under_way.names.discard(library)
        del _MODULES[library]


def present(module: Any, *names: str) -> Iterable[Any]:
    """Those of the functions that this version of the library has."""
    return [getattr(module, name) for name in names if hasattr(module, name)]


def first_module(*names: str) -> Any:
    """The first of some modules that this version of a library has, or None."""
    for name in names:
        try:
            return importlib.import_module(name)
        except ImportError:
            continue
    return None
