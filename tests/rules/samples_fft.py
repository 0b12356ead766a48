"""Samples of `numpy.fft`."""

from __future__ import annotations

import numpy as np

from tests.rules.samples import A, C, F, sample, several

NORMS = (None, "ortho", "forward", "backward")

for f in (np.fft.fft, np.fft.ifft, np.fft.hfft):
    for options in ({}, {"n": 1}, {"n": 3}, {"n": 6}, {"axis": 0}, {"n": 7, "axis": -2}, *({"norm": norm} for norm in NORMS)):
        sample(f, C(4, 5), **options)
        sample(f, A(4, 5), **options)
    sample(f, C(5), 4, 0, "ortho")
    sample(f, F(A(4, 5)), single=True, rtol=1e-4)
for f in (np.fft.rfft, np.fft.ihfft):
    for options in ({}, {"n": 1}, {"n": 3}, {"n": 8}, {"axis": 0}, {"n": 5, "axis": 0}, *({"norm": norm} for norm in NORMS)):
        sample(f, A(4, 5), **options)
    sample(f, A(5), 4, 0, "ortho")
    sample(f, A(6))
    sample(f, F(A(4, 5)), single=True, rtol=1e-4)
for options in ({}, {"n": 1}, {"n": 2}, {"n": 3}, {"n": 7}, {"n": 9}, {"n": 12}, {"axis": 0}, {"n": 5, "axis": 0},
                *({"norm": norm} for norm in NORMS)):
    sample(np.fft.irfft, C(4, 5), **options)
    sample(np.fft.irfft, A(4, 5), **options)
    sample(np.fft.hfft, C(4, 5), **options)
sample(np.fft.irfft, C(5), 9, 0, "forward")
sample(np.fft.irfft, F(A(4, 5)), single=True, rtol=1e-4)
for f in (np.fft.fft2, np.fft.ifft2, np.fft.fftn, np.fft.ifftn, np.fft.irfft2, np.fft.irfftn):
    sample(f, C(3, 4, 5))
    sample(f, C(4, 5), s=(3, 6), axes=(0, 1))
    sample(f, C(4, 5), (5, 3), (-1, -2), "forward")
    sample(f, A(4, 5), s=(3, 7), axes=(0, 1), norm="backward")
    sample(f, A(4, 5), s=(-1, 7), axes=(1, 0))
    sample(f, A(4, 5), axes=(1, 0), norm="ortho")
    sample(f, A(2, 4, 5), axes=(0, 2))
    sample(f, C(4, 5), axes=(1,))
    sample(f, C(2, 4, 5), s=(3, 6, 4), axes=(1, 1, 0))  # of an axis again, with another length
for f in (np.fft.rfft2, np.fft.rfftn):
    sample(f, A(3, 4, 5))
    sample(f, A(4, 5), s=(3, 6), axes=(0, 1))
    sample(f, A(4, 5), (5, 3), (-1, -2), "forward")
    sample(f, A(4, 5), s=(3, 7), axes=(0, 1), norm="backward")
    sample(f, A(4, 5), s=(7, -1), axes=(1, 0))
    sample(f, A(4, 5), axes=(1, 0), norm="ortho")
    sample(f, A(4, 5), axes=(1,))
    sample(f, A(2, 4, 5), s=(3, 6, 4), axes=(1, 0, 1))
several((np.fft.fftn, np.fft.ifftn, np.fft.irfftn), C(3))
sample(np.fft.rfftn, A(3))
several((np.fft.fftshift, np.fft.ifftshift), A(5, 4))
several((np.fft.fftshift, np.fft.ifftshift), A(5, 4), axes=0)
several((np.fft.fftshift, np.fft.ifftshift), C(5, 4), (-1, 0))
several((np.fft.fftfreq, np.fft.rfftfreq), 7, 0.3)
sample(np.fft.fftfreq, 4, d=np.float64(2.5))
