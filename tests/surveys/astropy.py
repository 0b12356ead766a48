"""Calls of astropy: models, cosmology, statistics, periodograms, coordinates, stretches, convolution."""

from .case import Case

SETUP = """
import warnings
warnings.simplefilter("ignore")
from astropy import cosmology
from astropy.convolution import convolve, convolve_fft
from astropy.coordinates import matrix_utilities
from astropy.coordinates.angles import utils as angle_utils
from astropy.cosmology._src.flrw import lambdacdm
from astropy.modeling import functional_models as fm, models, physical_models, polynomial, powerlaws, rotations, statistic, utils
from astropy.nddata import utils as nddata_utils
from astropy import stats
from astropy.stats import biweight, circstats, funcs, info_theory, sigma_clipping, spatial

from astropy.timeseries.periodograms.lombscargle import _statistics
from astropy.timeseries.periodograms.lombscargle.implementations import chi2_impl, fast_impl, fastchi2_impl, utils as ls_utils
from astropy.visualization import stretch
FLAT = cosmology.FlatLambdaCDM(H0=70.0, Om0=0.3, Tcmb0=0.0)
OPEN = cosmology.LambdaCDM(H0=70.0, Om0=0.3, Ode0=0.6, Tcmb0=2.7)
DARK = cosmology.w0waCDM(H0=70.0, Om0=0.3, Ode0=0.7, w0=-0.9, wa=0.2)
D = np.array([0.1, 0.2, 0.15, 0.3, 0.1, 0.25, 0.2, 0.15])
"""

CASES = [
    Case("fm.Gaussian1D.evaluate(x, a, m, s)", "x=X, a=1.3, m=0.2, s=0.8"),
    Case("fm.Gaussian1D.fit_deriv(x, a, m, s)[2]", "x=X, a=1.3, m=0.2, s=0.8"),
    Case("fm.Sersic1D.evaluate(r, a, e, 3.0)", "r=P, a=1.3, e=0.9"),
    Case("fm.Sersic2D.evaluate(x, y, a, e, 2.0, 0.1, 0.2, q, t)", "x=X, y=P, a=1.3, e=0.9, q=0.3, t=0.4"),
    Case("fm.Tangent1D.evaluate(x, a, f, p)", "x=X, a=1.3, f=0.05, p=0.02"),
    Case("fm.ArcSine1D.evaluate(x, a, f, p)", "x=U, a=1.3, f=0.4, p=0.1"),
    Case("fm.ArcTangent1D.fit_deriv(x, a, f, p)[1]", "x=X, a=1.3, f=0.4, p=0.1"),
    Case("fm.Linear1D.evaluate(x, a, b)", "x=X, a=1.3, b=0.4"),
    Case("fm.Planar2D.evaluate(x, y, a, b, c)", "x=X, y=P, a=1.3, b=0.4, c=0.7"),
    Case("fm.Lorentz1D.evaluate(x, a, m, w)", "x=X, a=1.3, m=0.2, w=0.8"),
    Case("fm.Lorentz2D.evaluate(x, y, a, m, n, w)", "x=X, y=P, a=1.3, m=0.2, n=0.1, w=0.8"),
    Case("fm.Moffat1D.evaluate(x, a, m, g, b)", "x=X, a=1.3, m=0.2, g=0.8, b=1.7"),
    Case("fm.Moffat2D.fit_deriv(x, y, a, m, n, g, b)[3]", "x=X, y=P, a=1.3, m=0.2, n=0.1, g=0.8, b=1.7"),
    Case("fm.RickerWavelet1D.evaluate(x, a, m, s)", "x=X, a=1.3, m=0.2, s=0.8"),
    Case("fm.RickerWavelet2D.evaluate(x, y, a, m, n, s)", "x=X, y=P, a=1.3, m=0.2, n=0.1, s=0.8"),
    Case("fm.Exponential1D.evaluate(x, a, t)", "x=X, a=1.3, t=0.8"),
    Case("fm.Logarithmic1D.fit_deriv(x, a, t)[1]", "x=P, a=1.3, t=0.8"),
    Case("fm.TrapezoidDisk2D.evaluate(x, y, a, 0.1, 0.2, r, s)", "x=X, y=P, a=1.3, r=1.1, s=0.6"),
    Case("fm.AiryDisk2D.evaluate(x, y, a, m, n, r)", "x=X, y=P, a=1.3, m=0.2, n=0.1, r=1.4"),
    Case("fm.GeneralSersic2D.evaluate(x, y, a, e, 2.0, 0.1, 0.2, q, t, c)", "x=X, y=P, a=1.3, e=0.9, q=0.3, t=0.4, c=0.2"),
    Case("powerlaws.PowerLaw1D.fit_deriv(x, a, x0, k)[1]", "x=P, a=1.3, x0=0.8, k=1.6"),
    Case("powerlaws.BrokenPowerLaw1D.evaluate(x, a, b, k, l)", "x=P, a=1.3, b=1.1, k=1.6, l=0.7"),
    Case("powerlaws.SmoothlyBrokenPowerLaw1D.evaluate(x, a, b, k, l, d)", "x=P, a=1.3, b=1.1, k=1.6, l=0.7, d=0.4"),
    Case("powerlaws.SmoothlyBrokenPowerLaw1D.fit_deriv(x, a, b, k, l, d)[4]", "x=P, a=1.3, b=1.1, k=1.6, l=0.7, d=0.4"),
    Case("powerlaws.ExponentialCutoffPowerLaw1D.evaluate(x, a, x0, k, c)", "x=P, a=1.3, x0=0.8, k=1.6, c=2.2"),
    Case("powerlaws.LogParabola1D.evaluate(x, a, x0, k, b)", "x=P, a=1.3, x0=0.8, k=1.6, b=0.3"),
    Case("powerlaws.Schechter1D().evaluate(m, p, s, k)", "m=X, p=1.3, s=0.8, k=-0.6"),
    Case("polynomial.Polynomial1D(3).evaluate(x, *c)", "x=X, c=Y[:4]"),
    Case("polynomial.Polynomial2D(2).evaluate(x, y, *c)", "x=X, y=P, c=Y[:6]"),
    Case("polynomial.Polynomial2D(2).fit_deriv(x, y)", "x=X, y=P"),
    Case("polynomial.Legendre1D(3).evaluate(x, *c)", "x=U, c=Y[:4]"),
    Case("polynomial.Hermite1D(3).evaluate(x, *c)", "x=U, c=Y[:4]"),
    Case("polynomial.Chebyshev2D(1, 2).fit_deriv(x, y)", "x=U, y=P"),
    Case("polynomial.Chebyshev1D.clenshaw(x, c)", "x=U, c=Y[:4]"),
    Case("models.Gaussian1D(a, 0.1, 0.7)(x)", "a=1.3, x=X"),
    Case("rotations.Rotation2D.evaluate(x, y, t)", "x=X, y=P, t=0.4"),
    Case("rotations._create_matrix(a, 'zxz')", "a=P"),
    Case("rotations.spherical2cartesian(a, d)", "a=P, d=X"),
    Case("rotations.cartesian2spherical(x, y, z)", "x=X, y=P, z=U"),
    Case("utils.poly_map_domain(x, (-1.0, 2.0), (0.0, 1.0))", "x=X"),
    Case("utils.ellipse_extent(a, b, t)", "a=1.4, b=0.8, t=0.3"),
    Case("physical_models.Drude1D.evaluate(x, a, m, w)", "x=P, a=1.3, m=0.9, w=0.4"),
    Case("physical_models.Plummer1D.evaluate(x, m, r)", "x=P, m=1.3, r=0.9"),
    # cosmology
    Case("FLAT.efunc(z)", "z=P"),
    Case("cosmology.LambdaCDM(70.0, 0.3, 0.6, Tcmb0=2.7, m_nu=MASS).nu_relative_density(z)", "z=P",
         setup="from astropy import units\nMASS = [0.1, 0.2, 0.3] * units.eV"),
    Case("FLAT.comoving_distance(z).value", "z=P"),
    Case("FLAT._hypergeometric_comoving_distance_z1z2(0.1, 0.7).value + z", "z=0.7"),
    Case("FLAT._T_hypergeometric(x)", "x=0.7"),
    Case("lambdacdm.phi_amplitude_b_inside(0.3, 0.1, y, -0.2, z)", "y=0.3, z=0.7"),
    # statistics
    Case("biweight.biweight_scale(x)", "x=Y"),
    Case("biweight.biweight_midvariance(x)", "x=Y"),
    Case("biweight.biweight_midcovariance(x)", "x=np.stack([Y, Z])"),
    Case("biweight.biweight_midcorrelation(x, y)", "x=Y, y=Z"),
    Case("circstats.circmean(x)", "x=Y"),
    Case("circstats.circvar(x, weights=w)", "x=Y, w=D"),
    Case("circstats.circstd(x)", "x=Y"),
    Case("circstats.circmoment(x, p=2, centered=True)[1]", "x=Y"),
    Case("circstats.circcorrcoef(x, y)", "x=Y, y=Z"),
    Case("circstats.rayleightest(x)", "x=Y"),
    Case("circstats.vtest(x, m)", "x=Y, m=0.3"),
    Case("circstats._A1inv(x)", "x=0.4"),
    Case("circstats.vonmisesmle(x)[1]", "x=Y"),
    Case("funcs.mad_std(x)", "x=Y"),
    Case("funcs.median_absolute_deviation(x)", "x=Y"),
    Case("funcs.kuiper_two(x, y)[0] + np.sum(x)", "x=Y, y=Z"),
    Case("funcs.kuiper_false_positive_probability(d, 20)", "d=0.3"),
    Case("funcs.signal_to_noise_oir_ccd(10.0, s, k, d, r, 4.0, g)", "s=3.0, k=1.2, d=0.4, r=0.8, g=1.3"),
    Case("funcs.binom_conf_interval(7, 20, confidence_level=c, interval='wilson')", "c=0.7"),
    Case("info_theory.bayesian_info_criterion_lsq(s, 3, 40)", "s=1.4"),
    Case("info_theory.akaike_info_criterion_lsq(s, 3, 20)", "s=1.4"),
    Case("info_theory.bayesian_info_criterion(l, 3, 40)", "l=-12.0"),
    Case("stats.scott_bin_width(x)", "x=Y"),
    Case("stats.freedman_bin_width(x)", "x=np.arange(1.0, 9.0) ** 1.5"),
    Case("sigma_clipping.SigmaClip(3.0)(x, masked=False)", "x=Y"),
    Case("spatial.RipleysKEstimator(9.0, 3.0, 3.0, 0.0, 0.0)._pairwise_diffs(a)", "a=A[:, :2]"),
    # periodograms
    Case("chi2_impl.lombscargle_chi2(T, y, d, P)", "y=Y, d=D"),
    Case("fast_impl.lombscargle_fast(T, y, D, 0.1, 0.2, 4, use_fft=False)", "y=Y"),
    Case("ls_utils.trig_sum(T, h, 0.2, 4, use_fft=False)", "h=Y"),
    Case("ls_utils.extirpolate(T, y, N=8)", "y=Y"),
    Case("_statistics.pdf_single(z, 20, 'model')", "z=P"),
    Case("_statistics.fap_single(z, 20, 'psd')", "z=P"),
    Case("_statistics.inv_fap_single(f, 20, 'standard')", "f=U"),
    Case("_statistics.cdf_single(z, 20, 'log')", "z=P"),
    Case("_statistics.tau_davies(z, 0.7, T, Y, D)", "z=U"),
    Case("_statistics.fap_baluev(z, 0.7, t, Y, d)", "z=U, t=T, d=D"),
    Case("_statistics._weighted_var(v, d)", "v=Y, d=D"),
    Case("_statistics.fap_naive(z, 0.7, T, Y, D)", "z=U"),
    # coordinates, pictures
    Case("angle_utils.angular_separation(a, b, c, d)", "a=0.3, b=0.4, c=1.2, d=-0.3"),
    Case("angle_utils.position_angle(a, b, c, d).value", "a=0.3, b=0.4, c=1.2, d=-0.3"),
    Case("matrix_utilities.rotation_matrix(a, 'x')", "a=0.4"),
    Case("matrix_utilities.matrix_transpose(m)", "m=M"),
    Case("stretch.AsinhStretch(0.3)(x, clip=False)", "x=U"),
    Case("stretch.SinhStretch(0.3)(x, clip=False)", "x=U"),
    Case("stretch.LogStretch(9.0)(x)", "x=U"),
    Case("stretch.InvertedLogStretch(9.0)(x)", "x=U"),
    Case("stretch.PowerDistStretch(9.0)(x)", "x=U"),
    Case("stretch.InvertedPowerDistStretch(9.0)(x)", "x=U"),
    Case("stretch.PowerStretch(1.7)(x)", "x=U"),
    Case("stretch.SqrtStretch()(x)", "x=U"),
    Case("stretch.ContrastBiasStretch(1.2, 0.4)(x)", "x=U"),
    Case("stretch.InvertedContrastBiasStretch(1.2, 0.4)(x)", "x=U"),
    Case("stretch.CompositeStretch(stretch.SqrtStretch(), stretch.LogStretch())(x)", "x=U"),
    Case("stretch.HistEqStretch(Y)(x)", "x=U"),
    Case("nddata_utils.add_array(a, b, (1, 1))", "a=A, b=M[:1, :1]"),
    Case("convolve(x, w)", "x=Y, w=P"),
    Case("sigma_clipping.SigmaClip(s)(x, masked=False)", "x=Y, s=2.3"),
    Case("sigma_clipping.SigmaClippedStats(x, sigma=s).mean()", "x=Y, s=2.3"),
    Case("cosmology.LambdaCDM(h, 0.3, 0.6).H0.value", "h=70.0"),
]
