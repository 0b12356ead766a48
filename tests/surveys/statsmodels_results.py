"""Calls of statsmodels that make an object, fit it, and read what it found: regressions, processes, distributions."""

from .case import Case

SETUP = """
import warnings
warnings.simplefilter("ignore")
import statsmodels.api as sm
from statsmodels.distributions.empirical_distribution import ECDF, ECDFDiscrete
from statsmodels.multivariate.factor_rotation import rotate_factors
from statsmodels.multivariate.pca import PCA
from statsmodels.robust import norms, scale
from statsmodels.sandbox.distributions import mv_normal, multivariate
from statsmodels.sandbox.panel import correlation_structures as structures
from statsmodels.sandbox.stats.runs import Runs, RunsProb
from statsmodels.stats import _lilliefors as lilliefors, contrast, covariance, dist_dependence_measures as dependence
from statsmodels.stats import sandwich_covariance as sandwich, tabledist
from statsmodels.tools.sequences import discrepancy
from statsmodels.tools.tools import add_constant
from statsmodels.tsa import arima_process, stattools as tsa
COUNTS = np.array([1.0, 0.0, 2.0, 3.0, 1.0, 2.0, 0.0, 4.0])
SIGNS = np.array([1.0, 0.0, 1.0, 0.0, 0.0, 1.0, 1.0, 0.0])
PLANE = np.column_stack([np.ones(8), Z])
GROUPS = np.array([0, 0, 1, 1, 2, 2, 3, 3])
"""

CASES = [
    # regressions
    Case("sm.OLS(y, x).fit().params", "y=Y, x=PLANE"),
    Case("sm.OLS(y, x).fit(method='qr').params", "y=Y, x=PLANE"),
    Case("sm.OLS(y, x).fit().bse", "y=Y, x=PLANE"),
    Case("sm.OLS(y, x).fit().tvalues", "y=Y, x=PLANE"),
    Case("sm.OLS(y, PLANE).fit().rsquared_adj", "y=Y"),
    Case("sm.OLS(y, x).fit().llf", "y=Y, x=PLANE"),
    Case("sm.OLS(y, x).fit().resid ** 3", "y=Y, x=PLANE"),
    Case("sm.OLS(y, x).fit().cov_params()", "y=Y, x=PLANE"),
    Case("sm.OLS(y, x).fit().predict(z)", "y=Y, x=PLANE, z=PLANE[:3]"),
    Case("sm.OLS(y, x).fit().HC1_se", "y=Y, x=PLANE"),
    Case("sm.OLS(y, PLANE).fit().fvalue", "y=Y"),
    Case("sm.OLS(y, x).fit().bic", "y=Y, x=PLANE"),
    Case("sm.WLS(y, x, weights=w).fit().params", "y=Y, x=PLANE, w=T + 0.7"),
    Case("sm.WLS(y, x, weights=w).fit().ssr", "y=Y, x=PLANE, w=T + 0.7"),
    Case("sm.GLS(y, x, sigma=s).fit().params", "y=Y, x=PLANE, s=T + 0.7"),
    Case("sm.RLM(y, PLANE, M=norms.LeastSquares()).fit().params", "y=Y"),
    Case("sm.RLM(y, PLANE, M=norms.HuberT(9.0)).fit().params", "y=Y"),
    Case("sm.GLM(COUNTS, x, family=sm.families.Poisson()).fit().params", "x=PLANE"),
    Case("sm.GLM(y, x, family=sm.families.Gaussian()).fit().params", "y=Y, x=PLANE"),
    Case("sm.Probit(SIGNS, x).fit(disp=0).params", "x=PLANE"),
    Case("sm.Logit(SIGNS, x).fit(disp=0).params", "x=PLANE"),
    Case("sm.Poisson(COUNTS, x).fit(disp=0).params", "x=PLANE"),
    Case("sandwich.cov_hc0(sm.OLS(y, x).fit())", "y=Y, x=PLANE"),
    Case("sandwich.cov_hac_simple(sm.OLS(y, x).fit(), nlags=2)", "y=Y, x=PLANE"),
    Case("sandwich.cov_cluster(sm.OLS(y, x).fit(), GROUPS)", "y=Y, x=PLANE"),
    Case("sandwich.cov_cluster(sm.OLS(y, x).fit(), [str(group) for group in GROUPS])", "y=Y, x=PLANE"),
    Case("sandwich.cov_nw_panel(sm.OLS(y, x).fit(), 1, [(0, 4), (4, 8)])", "y=Y, x=PLANE"),
    Case("sandwich.cov_nw_groupsum(sm.OLS(y, x).fit(), 1, GROUPS)", "y=Y, x=PLANE"),
    Case("contrast.Contrast(x, y).contrast_matrix", "x=M, y=N"),
    Case("add_constant(x, prepend=False)", "x=A"),
    # several variables
    Case("PCA(x, ncomp=2, standardize=False, demean=True).factors", "x=A"),
    Case("PCA(x, ncomp=1).eigenvals", "x=A"),
    Case("rotate_factors(x, 'quartimin', 0.5)[0]", "x=A"),
    Case("covariance.transform_corr_normal(c, 'kendal', return_var=True)[1]", "c=0.4"),
    Case("dependence.distance_correlation(x, y)", "x=Y, y=Z"),
    Case("dependence.distance_covariance(x, y)", "x=Y, y=Z"),
    Case("mv_normal.MVNormal(m, s).logpdf(x)", "m=X, s=S, x=P"),
    Case("mv_normal.MVNormal(m, s).pdf(x)", "m=X, s=S, x=P"),
    Case("mv_normal.MVNormal(m, s).std", "m=X, s=S"),
    Case("mv_normal.MVNormal(m, s).conditional([0, 1], v).mean", "m=X, s=S, v=np.array([1.3])"),
    Case("mv_normal.MVNormal(m, s).affine_transformed(v, b).cov", "m=X, s=S, v=P, b=M"),
    Case("mv_normal.MVNormal(m, s).normalized().cov", "m=X, s=S"),
    Case("mv_normal.MVT(m, s, 5).logpdf(x)", "m=X, s=S, x=P"),
    Case("mv_normal.MVNormal0(m, s).logpdf(x)", "m=X, s=S, x=P"),
    Case("mv_normal.bivariate_normal(x, m, c)", "x=np.array([0.3, 0.7]), m=[0.1, -0.4], c=S[:2, :2]"),
    Case("multivariate.bghfactor(x)", "x=3.4"),
    # tables, tests, sequences
    Case("tabledist.TableDist(U, np.arange(5.0, 9.0), t).prob(x, 6)", "t=np.outer(T[4:], P), x=3.1"),
    Case("lilliefors.ksstat(x, 'norm')", "x=Y"),
    Case("lilliefors.kstest_fit(x)[0]", "x=Y"),
    Case("Runs(Y > 0.0).runs_test()[0] * x + RunsProb().pdf(0, 0, 16, x)", "x=0.4"),
    Case("discrepancy(x)", "x=POSITIVE / 3.0"),
    Case("scale.HuberScale()(9, 10, r)", "r=np.append(Y, [0.4, -2.1])"),
    # time series
    Case("arima_process.ArmaProcess(a, m).acovf(5)", "a=np.array([1.0, -0.4]), m=np.array([1.0, 0.3])"),
    Case("arima_process.ArmaProcess(a, m).impulse_response(6)", "a=np.array([1.0, -0.4]), m=np.array([1.0, 0.3])"),
    Case("arima_process.ArmaProcess(a, m).arroots.real", "a=np.array([1.0, -0.4]), m=np.array([1.0, 0.3])"),
    Case("arima_process.ArmaProcess.from_coeffs(a, m).pacf(4)", "a=np.array([0.4]), m=np.array([0.3])"),
    Case("tsa.pccf(x, y, nlags=2)", "x=Y, y=Z"),
    Case("structures.corr_equi(3, r)", "r=0.4"),
    Case("structures.corr_arma(4, [1, a], [1, m])", "a=-0.4, m=0.3"),
    Case("structures.yule_walker_acov(v, method='adjusted')[0]", "v=np.array([2.1, 0.7, 0.4])"),
    Case("structures.corr2cov(c, s)", "c=S, s=P"),
]
