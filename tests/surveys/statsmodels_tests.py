"""Calls that statsmodels makes in its own tests: rates, power, copulas, kernels, fits by other searches, robust covariances."""

from .case import Case

SETUP = """
import warnings
warnings.simplefilter("ignore")
import statsmodels.api as sm
from statsmodels.distributions.copula.archimedean import FrankCopula
from statsmodels.nonparametric import bandwidths
from statsmodels.regression._tools import _MinimalWLS
from statsmodels.robust import scale
from statsmodels.sandbox.nonparametric import kernels
from statsmodels.sandbox.regression.predstd import wls_prediction_std
from statsmodels.stats import gof, outliers_influence, power, rates, weightstats
from statsmodels.tools import catadd, linalg
from statsmodels.tsa import tsatools
from statsmodels.tsa.interp.denton import dentonm
from statsmodels.tsa.statespace import tools
COUNTS = np.array([1.0, 0.0, 2.0, 3.0, 1.0, 2.0, 0.0, 4.0])
SIGNS = np.array([1.0, 0.0, 1.0, 0.0, 0.0, 1.0, 1.0, 0.0])
PLANE = np.column_stack([np.ones(8), Z])
"""

CASES = [
    # fits by the older searches, with all that they tell
    Case("sm.Poisson(COUNTS, x).fit(method='bfgs', gtol=1e-9, disp=0).params", "x=PLANE", rtol=1e-4),
    Case("sm.Poisson(COUNTS, x).fit(method='ncg', avextol=1e-11, disp=0).llf", "x=PLANE", rtol=1e-4),
    Case("sm.Poisson(COUNTS, x).fit(method='cg', gtol=1e-9, maxiter=500, disp=0).params", "x=PLANE", rtol=1e-4),
    Case("sm.Logit(SIGNS, x).fit(method='bfgs', gtol=1e-9, disp=0).llf", "x=PLANE", rtol=1e-4),
    # covariances
    Case("sm.OLS(y, PLANE).fit(cov_type='HAC', cov_kwds={'maxlags': 2}).bse", "y=Y"),
    Case("sm.OLS(y, x).fit(cov_type='HAC', cov_kwds={'maxlags': 1}).cov_params()", "y=Y, x=PLANE"),
    Case("wls_prediction_std(sm.OLS(y, PLANE).fit())[0]", "y=Y"),
    Case("sm.OLS(y, PLANE).fit().get_prediction(PLANE[:3]).predicted_mean", "y=Y"),
    Case("_MinimalWLS(y, PLANE, weights=w).fit().params", "y=Y, w=Z**2 + 0.3"),
    Case("outliers_influence.variance_inflation_factor(x, 0)", "x=A"),
    # power and rates
    Case("power.ftest_anova_power(e, n, a, k_groups=4)", "e=0.3, n=40.0, a=0.05"),
    Case("rates.test_poisson(15, 400, v, method='wald').statistic", "v=0.05"),
    Case("rates.test_poisson_2indep(30, a, 7, b, value=0.4, method='wald', compare='diff').pvalue", "a=52.0, b=11.0"),
    Case("rates.confint_poisson_2indep(30, a, 7, b, method='wald', compare='diff')", "a=52.0, b=11.0"),
    Case("rates.confint_poisson(60, t, method='exact-c', alpha=0.1)", "t=510.0"),
    Case("rates.power_poisson_ratio_2indep(a, b, 29, nobs_ratio=1.2, exposure=2.0, value=1.1, alpha=0.05).power",
         "a=0.6, b=0.9"),
    Case("rates.power_equivalence_poisson_2indep(a, b, 704, 0.7, 1.4, nobs_ratio=1.0, exposure=1.0, alpha=0.05)", "a=0.6, b=0.65"),
    Case("gof.chisquare_power(e, 25, 5, alpha=a)", "e=0.4, a=0.05"),
    Case("weightstats.DescrStatsW(x, weights=w).ttest_mean(0.1)[0]", "x=Y, w=COUNTS + 1.0"),
    Case("weightstats.DescrStatsW(x, weights=w).ztest_mean(0.1)[0]", "x=Y, w=COUNTS + 1.0"),
    # matrices and series
    Case("linalg.matrix_sqrt(x @ x.T)", "x=M"),
    Case("linalg.stationary_solve(r, b)", "r=np.array([0.5, 0.2]), b=X"),
    Case("catadd.add_indep([x[0], x[1] + x[0], x[2]], ['a', 'b', 'c'])[0]", "x=A.T"),
    Case("tsatools.unintegrate_levels(x, 2)", "x=Y"),
    Case("dentonm(x, b)", "x=T + 1.0, b=np.array([5.0, 9.0])"),
    Case("tools.companion_matrix([1.0, a, b])", "a=0.4, b=-0.2"),
    Case("tools.constrain_stationary_univariate(x)", "x=X"),
    Case("tools.unconstrain_stationary_multivariate([0.2 * m], s)[0]", "m=N, s=S"),
    Case("tools._compute_multivariate_acovf_from_coefficients([0.2 * m], s, maxlag=1)[1]", "m=N, s=S"),
    # kernels, scales, copulas
    Case("bandwidths.bw_normal_reference(x)", "x=Y"),
    Case("bandwidths._select_sigma(x)", "x=Y"),
    Case("kernels.Tricube()(u)", "u=U"),
    Case("scale.HuberScale()(50, 50, r)", "r=Y"),
    Case("FrankCopula().logpdf([u, v], args=(2.0,))", "u=0.3, v=0.6"),
    Case("FrankCopula().cdfcond_2g1([u, v], args=(2.0,))", "u=0.3, v=0.6"),
]
