"""Models of astropy put together, their derivatives by parameters, and more of its statistics, pictures and times."""

from .case import Case

SETUP = """
import importlib
import warnings
warnings.simplefilter("ignore")
from astropy.modeling import functional_models as fm, math_functions, models, physical_models, polynomial, powerlaws
from astropy.nddata import blocks, utils as nddata_utils
from astropy.stats import biweight, circstats, funcs, nanfunctions, spatial
from astropy.time import utils as time_utils
from astropy.timeseries.periodograms.lombscargle.implementations import mle, slow_impl
from astropy.units import K, deg_C, equivalencies
from astropy.visualization import interval, lupton_rgb, stretch
blocks_of = importlib.import_module("astropy.stats.bayesian_blocks")
histogram = importlib.import_module("astropy.stats.histogram")
D = np.array([0.1, 0.2, 0.15, 0.3, 0.1, 0.25, 0.2, 0.15])
PICTURE = np.outer(np.cos(np.arange(6.0)), np.sin(np.arange(6.0) + 0.4)) + 0.05 * np.arange(36.0).reshape(6, 6)
SHIFTED = models.Shift(1.3) | models.Gaussian1D(0.4)
SCALED = models.Gaussian1D(1.3, 0.1, 0.7) * models.Const1D(0.4)
TO_KELVIN = deg_C.get_converter(K, equivalencies.temperature())
RIPLEY = spatial.RipleysKEstimator(9.0, x_max=3.0, y_max=3.0, x_min=0.0, y_min=0.0)
"""

CASES = [
    Case("SHIFTED.evaluate(x, h, a, m, s)", "x=X, h=0.3, a=1.1, m=0.3, s=0.8"),
    Case("SCALED.evaluate(x, a, m, s, c)", "x=X, a=np.array([1.1]), m=np.array([0.3]), s=np.array([0.8]), c=np.array([0.3])"),
    Case("fm.Voigt1D(method='humlicek2').fit_deriv(x, c, a, l, g)", "x=X, c=0.2, a=1.3, l=0.6, g=0.8"),
    Case("fm.Voigt1D(method='wofz').evaluate(x, c, a, l, g)", "x=X, c=0.2, a=1.3, l=0.6, g=0.8"),
    Case("fm.Trapezoid1D.evaluate(x, a, m, w, s)", "x=np.array([-1.1, -0.7, -0.2, 0.4, 1.1]), a=1.3, m=0.2, w=1.2, s=0.9"),
    Case("fm.KingProjectedAnalytic1D().fit_deriv(x, a, c, t)", "x=np.array([0.2, 0.9, 1.8, 2.5]), a=1.3, c=0.7, t=2.1"),
    Case("np.array(powerlaws.SmoothlyBrokenPowerLaw1D.fit_deriv(x, a, b, k, l, d))",
         "x=np.array([0.01, 0.7, 40.0]), a=1.3, b=1.1, k=1.6, l=0.7, d=0.04"),
    Case("physical_models.NFW.A_NFW(c)", "c=P"),
    Case("math_functions.LogaddexpUfunc().evaluate(x, y)", "x=X, y=P"),
    Case("polynomial.Hermite2D(2, 1).evaluate(x, y, *c)", "x=X, y=P, c=Y[:6]"),
    Case("blocks_of.Events(p0=0.05).fitness(n, t)", "n=P, t=P[::-1]"),
    Case("histogram.freedman_bin_width(x, return_bins=True)[1]", "x=Y"),
    Case("nanfunctions.nanmadstd(x, axis=0)", "x=PICTURE"),
    Case("biweight.biweight_scale(x, modify_sample_size=True)", "x=PICTURE"),
    Case("circstats.circcorrcoef(x, y, weights_alpha=v, weights_beta=w)", "x=Y, y=Z, v=D, w=D[::-1]"),
    Case("circstats._A1inv(x)", "x=U"),
    Case("funcs.binom_conf_interval(np.array([3, 7]), 20, confidence_level=c, interval='jeffreys')", "c=0.7"),
    Case("RIPLEY.evaluate(1.5 + A[:, :2], r, mode='translation') + r", "r=P"),
    Case("blocks.block_reduce(x, (2, 4), func=np.mean)", "x=PICTURE"),
    Case("nddata_utils.Cutout2D(x, (0, 5), (4, 4), mode='partial', fill_value=2.0).data", "x=PICTURE"),
    Case("lupton_rgb.LuptonAsinhStretch(stretch=a, Q=8)(x)", "x=PICTURE+2, a=4.0"),
    Case("(stretch.LogStretch() + interval.ManualInterval(a, 2.0))(x)", "x=PICTURE, a=-1.0"),
    Case("time_utils.day_frac(x, y, divisor=3.0)", "x=P, y=U"),
    Case("mle.periodic_fit(t, y, d, f, t[:3], nterms=2, fit_mean=False, center_data=False)", "t=T, y=Y, d=D, f=0.3"),
    Case("slow_impl.lombscargle_slow(t, y, d, f, normalization='model', center_data=False)", "t=T, y=Y, d=D, f=P"),
    Case("TO_KELVIN(x)", "x=P"),
]
