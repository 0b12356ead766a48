"""Tests and estimates that statsmodels makes in its own tests: means, covariances, proportions, meta-analysis, robust estimates."""

from .case import Case

SETUP = """
import warnings
warnings.simplefilter("ignore")
from statsmodels.distributions import tools as grids
from statsmodels.distributions.mixture_rvs import MixtureDistribution
from statsmodels.gam.smooth_basis import UnivariatePolynomialSmoother
from statsmodels.robust import covariance, norms
from statsmodels.sandbox.nonparametric import kernels
from statsmodels.sandbox.tsa.fftarma import ArmaFft
from statsmodels.stats import correlation_tools, inter_rater, meta_analysis, multitest, multivariate, multivariate_tools
from statsmodels.stats import power, proportion, regularized_covariance, weightstats
from statsmodels.stats._delta_method import NonlinearDeltaCov
from statsmodels.tools.transform_model import StandardizeTransform
from statsmodels.tsa.arima_process import ArmaProcess
from statsmodels.tsa.varma_process import VarmaPoly
from scipy import stats
RATIOS = np.array([[23.0, 4.0, 2.0], [3.0, 17.0, 5.0], [1.0, 6.0, 11.0]])
"""

CASES = [
    # means and covariances of several variables
    Case("weightstats.DescrStatsW(x).tconfint_mean(alpha=a)", "x=Y, a=0.1"),
    Case("weightstats.CompareMeans(weightstats.DescrStatsW(x), weightstats.DescrStatsW(y)).tconfint_diff(usevar='unequal')",
         "x=Y, y=Z"),
    Case("multivariate.test_cov(c, 25, 1.2 * S).statistic", "c=S"),
    Case("multivariate.test_cov_spherical(c, 25).pvalue", "c=np.eye(3) + 0.1 * S"),
    Case("multivariate.test_cov_diagonal(c, 25).pvalue", "c=np.eye(3) + 0.1 * S"),
    Case("multivariate.test_cov_blockdiagonal(c, 25, [2, 1]).statistic", "c=S"),
    Case("multivariate.confint_mvmean(x, lin_transf=m, alpha=a)[0]", "x=A, m=M, a=0.05"),
    Case("multivariate_tools.cancorr(x, y)", "x=np.column_stack([Y, Z]), y=np.column_stack([T, Y**2])"),
    Case("multivariate_tools.partial_project(x, y).resid", "x=A, y=A[:, :2] ** 2"),
    Case("correlation_tools.corr_clipped(c)", "c=np.array([[1.0, 0.9, -0.5], [0.9, 1.0, 0.8], [-0.5, 0.8, 1.0]])"),
    Case("regularized_covariance._calc_approx_inv_cov(n, w)", "n=N[:, :2], w=P"),
    Case("covariance.mahalanobis(x, cov=c)", "x=A, c=S"),
    Case("covariance._cov_iter(x, covariance.weights_mvt, weights_args=(3, 3)).cov", "x=A", rtol=1e-5),
    # proportions, tables, several tests
    Case("proportion.test_proportions_2indep(7, 34, 1, 34, value=v, method='agresti-caffo', correction=False).pvalue", "v=0.1"),
    Case("inter_rater.cohens_kappa(x, wt='linear')['kappa']", "x=RATIOS"),
    Case("multitest.fdrcorrection_twostage(p, alpha=a)[1]", "p=np.array([0.002, 0.03, 0.2, 0.41]), a=0.05"),
    Case("meta_analysis._fit_tau_iter_mm(e, v, tau2_start=0.1, maxiter=2)[0]", "e=Y, v=Z**2 / 50 + 0.02"),
    Case("power.normal_sample_size_one_tail(5, p, a, std_null=s)", "p=0.8, a=0.05, s=2.0"),
    Case("power.NormalIndPower().solve_power(effect_size=e, nobs1=80, alpha=a)", "e=0.3, a=0.05"),
    Case("NonlinearDeltaCov(np.exp, m, c).conf_int()", "m=X, c=S"),
    # densities, polynomials, series
    Case("grids.average_grid(x, coords=[T[:3], T[:3]])", "x=M"),
    Case("grids.cdf2prob_grid(np.cumsum(x))", "x=Q"),
    Case("MixtureDistribution().pdf(x, [0.4, 0.6], [stats.norm, stats.norm], kwargs=({'loc': -1, 'scale': s}, {'loc': 1}))",
         "x=X, s=0.7"),
    Case("kernels.Gaussian(h=h).density_confint(d, 100, alpha=a)", "h=0.8, d=P, a=0.05"),
    Case("UnivariatePolynomialSmoother(x, 3).cov_der2", "x=Y"),
    Case("StandardizeTransform(x).transform(y)", "x=np.column_stack([Y, Z]), y=A[:, :2]"),
    Case("norms.Hampel(a=a, b=b, c=c).psi(z)", "a=0.4, b=0.9, c=1.4, z=Z"),
    Case("ArmaFft([1.0, a], [1.0, m], 20).spddirect(16)[0]", "a=-0.5, m=0.4"),
    Case("(ArmaProcess.from_coeffs([a], [m]) * ([1.0, b], [1.0, 0.3])).acf(4)", "a=0.5, m=0.4, b=-0.2"),
    Case("VarmaPoly(a, ma=m).stacksquare()", "a=np.stack([np.eye(2), N[:2, :2]]), m=np.stack([np.eye(2), M[:2, :2]])"),
]
