"""Calls of scipy.signal: windows, filter design, waveforms, spectra."""

from .case import Case

SETUP = """
from scipy import signal
from scipy.signal import _filter_design, _ltisys, _lti_conversion, _signaltools, _waveforms, _spline_filters
"""

CASES = [
    Case("signal.windows.gaussian(9, std)", "std=2.3"),
    Case("signal.windows.tukey(9, alpha)", "alpha=0.45"),
    Case("signal.windows.kaiser(9, beta)", "beta=3.2"),
    Case("signal.windows.general_cosine(9, a)", "a=Q"),
    Case("signal.windows.general_hamming(9, alpha)", "alpha=0.55"),
    Case("signal.windows.exponential(9, tau=tau)", "tau=2.5"),
    Case("signal.windows.general_gaussian(9, p, sig)", "p=1.4, sig=2.2"),
    Case("signal.windows.chebwin(9, at)", "at=60.0"),
    Case("signal.windows.kaiser_bessel_derived(10, beta)", "beta=3.0"),
    Case("signal.chirp(t, f0, 3.0, f1)", "t=T, f0=0.7, f1=1.9"),
    Case("signal.gausspulse(t, fc)", "t=T / 9.0, fc=2.0"),
    Case("signal.sweep_poly(t, p)", "t=T, p=X"),
    Case("np.abs(signal.freqz(b, a, worN=5)[1])", "b=X, a=P"),
    Case("np.angle(signal.freqs(b, a, worN=w)[1])", "b=X, a=P, w=U"),
    Case("signal.bilinear(b, a, fs=fs)[1]", "b=X, a=P, fs=2.0"),
    Case("signal.lp2lp(b, a, wo)[0]", "b=X, a=P, wo=1.4"),
    Case("signal.lp2hp(b, a, wo)[0]", "b=X, a=P, wo=1.4"),
    Case("signal.lp2bp(b, a, wo, bw)[0]", "b=X, a=P, wo=1.4, bw=0.6"),
    Case("signal.lp2bs(b, a, wo, bw)[0]", "b=X, a=P, wo=1.4, bw=0.6"),
    Case("signal.zpk2tf(z, p, k)[0]", "z=X, p=P, k=1.3"),
    Case("signal.tf2ss(b, a)[0]", "b=X, a=P"),
    Case("signal.iirpeak(w, q)[0]", "w=0.3, q=20.0"),
    Case("signal.iirnotch(w, q)[1]", "w=0.3, q=20.0"),
    Case("signal.butter(3, w)[0]", "w=0.3"),
    Case("signal.cheby1(3, rp, w)[1]", "rp=0.7, w=0.3"),
    Case("signal.firwin(7, w)", "w=0.3"),
    Case("signal.savgol_coeffs(7, 2, delta=d, deriv=1)", "d=0.6"),
    Case("signal.detrend(x)", "x=Y"),
    Case("signal.fftconvolve(x, y)", "x=Y, y=Z"),
    Case("signal.hilbert(x).imag", "x=Y"),
    Case("signal.resample(x, 5)", "x=Y"),
    Case("signal.periodogram(x)[1]", "x=Y"),
    Case("signal.welch(x, nperseg=4)[1]", "x=Y"),
    Case("signal.wiener(x, 3)", "x=Y"),
    Case("signal.deconvolve(x, y)[0]", "x=Y, y=P"),
]
