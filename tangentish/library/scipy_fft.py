"""`scipy.fft`: the functions that are written in Python behind the choice of a backend."""

from __future__ import annotations

import scipy.fft as fft
from scipy.fft import _fftlog_backend

from tangentish import library
from tangentish.rules.libraries import present

library.REPLACED |= {chosen: getattr(_fftlog_backend, name) for name in ("fht", "ifht")
                     for chosen in present(fft, name) if hasattr(_fftlog_backend, name)}
