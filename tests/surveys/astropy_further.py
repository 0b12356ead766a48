"""More of astropy, by other ways through it: axes, options, intervals, periodograms of objects, convolution at borders."""

from .case import Case

SETUP = """
import warnings
warnings.simplefilter("ignore")
from astropy import stats
from astropy.convolution import convolve
from astropy.timeseries import LombScargle
from astropy.visualization import interval, make_lupton_rgb, stretch
TIMES = np.linspace(0.0, 3.0, 20) + 0.03 * np.cos(np.arange(20.0) * 7)
MEASURED = np.sin(TIMES * 2.1) + 0.2 * np.cos(np.arange(20.0) * 3)
ERRORS = 0.2 + 0.05 * np.cos(np.arange(20.0) * 5)
FREQUENCIES = np.array([0.21, 0.34, 0.47])
PICTURE = np.outer(np.cos(np.arange(6.0)), np.sin(np.arange(5.0) + 0.4)) + 0.05 * np.arange(30.0).reshape(6, 5)
HOLE = np.where(np.arange(8) == 3, np.nan, 0.0)
"""

CASES = [
    Case("LombScargle(t, y, d).power(FREQUENCIES, method='slow')", "t=TIMES, y=MEASURED, d=ERRORS"),
    Case("LombScargle(t, y, d, nterms=2).power(FREQUENCIES, method='chi2')", "t=TIMES, y=MEASURED, d=ERRORS"),
    Case("LombScargle(t, y, fit_mean=False).power(FREQUENCIES, method='scipy', normalization='log')", "t=TIMES, y=MEASURED"),
    Case("LombScargle(TIMES, MEASURED, ERRORS).false_alarm_probability(p, method='baluev', maximum_frequency=3.0)", "p=U"),
    Case("stats.biweight_scale(x, axis=(0, 1))", "x=PICTURE"),
    Case("stats.biweight_midvariance(x, c=7.0, M=m)", "x=Y, m=0.2"),
    Case("stats.circstd(x, method='circular')", "x=Y"),
    Case("stats.circvar(x, axis=0)", "x=PICTURE"),
    Case("stats.SigmaClippedStats(x, sigma=2.0, axis=0).std()", "x=PICTURE"),
    Case("np.array(stats.sigma_clipped_stats(x, sigma=2.0))", "x=PICTURE"),
    Case("stats.poisson_conf_interval(np.array([3, 7]), background=b, confidence_level=0.9, interval='kraft-burrows-nousek')",
         "b=np.array([1.2, 0.7])", rtol=1e-5),
    Case("stats.jackknife_resampling(x)", "x=Y"),
    Case("interval.ZScaleInterval()(x, clip=False)", "x=PICTURE"),
    Case("interval.SymmetricInterval(midpoint=v)(x, clip=False)", "x=PICTURE, v=-0.4"),
    Case("interval.AsymmetricPercentileInterval(10.0, 85.0)(x)", "x=PICTURE"),
    Case("stretch.InvertedHistEqStretch(Y).inverse(x)", "x=U"),
    Case("make_lupton_rgb(x, 2.0 * x, x + 1.0, stretch=0.5, Q=2.0, output_dtype=np.float64)", "x=PICTURE"),
    Case("convolve(x, w, boundary=None)", "x=PICTURE, w=POSITIVE"),
    Case("convolve(x + HOLE, w, boundary='wrap', nan_treatment='interpolate')", "x=Y, w=P"),
]
