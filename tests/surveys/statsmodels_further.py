"""More of statsmodels: autoregressive vectors, copulas, tests of rates and of proportions, tables, analyses of variance."""

from .case import Case

SETUP = """
import warnings
warnings.simplefilter("ignore")
import pandas as pd
import statsmodels.api as sm
from scipy import stats
from statsmodels.distributions import discrete, tools as grid_tools
from statsmodels.distributions.copula import archimedean, copulas
from statsmodels.robust import scale
from statsmodels.stats import contingency_tables, meta_analysis, oneway, proportion, rates
from statsmodels.tsa.arima import specification
from statsmodels.tsa.filters import hp_filter
from statsmodels.tsa.regime_switching import markov_switching
from statsmodels.tsa.vector_ar import var_model
COUNTS = np.array([1.0, 4.0, 2.0])
T2 = np.array([[0.8, 0.3], [0.2, 0.7]])[:, :, None]
FILTERED = np.array([[0.3, 0.55, 0.81], [0.7, 0.45, 0.19]])
PREDICTED = np.array([[0.4, 0.45, 0.6], [0.6, 0.55, 0.4]])
"""

CASES = [
    Case("var_model.VAR(y).fit(1).params", "y=np.column_stack([Y, Z])"),
    Case("var_model.VAR(y).fit(1).forecast_interval(y, 2)[1]", "y=np.column_stack([Y, Z])"),
    Case("var_model.VAR(y).fit(1).test_whiteness(3).test_statistic", "y=np.column_stack([Y, Z])"),
    Case("var_model.var_acf(a, s, 3)", "a=np.stack([0.2 * M, 0.1 * N]), s=S"),
    Case("markov_switching._partials_logistic(p)", "p=M[:, :2]"),
    Case("copulas.CopulaDistribution(archimedean.ClaytonCopula(), [stats.norm, stats.norm]).logpdf(y, cop_args=(t,))",
         "y=A[:, :2], t=1.3"),
    Case("discrete.zigenpoisson.pmf(np.array([0, 2]), m, a, 1, w)", "m=2.3, a=0.4, w=0.3"),
    Case("grid_tools._eval_bernstein_2d(x, c)", "x=U[:, None] * np.ones(2), c=M"),
    Case("proportion.test_proportions_2indep(c, n, d, m, value=0.1, method='score', compare='diff').statistic",
         "c=7.0, n=34.0, d=4.0, m=31.0"),
    Case("rates.test_poisson_2indep(c, n, d, m, method='score', value=1.3, compare='ratio').pvalue",
         "c=30.0, n=400.0, d=7.0, m=300.0"),
    Case("meta_analysis._fit_tau_iterative(e, v, tau2_start=0.1, maxiter=80)[0]", "e=X, v=0.1 * Q"),
    Case("oneway.anova_oneway([x, y, x * y], use_var='bf', trim_frac=0.1).statistic", "x=Y, y=Z"),
    Case("contingency_tables.SquareTable(t).homogeneity(method='bhapkar').statistic", "t=POSITIVE"),
    Case("hp_filter.hpfilter(y, 5.0)[1]", "y=Y"),
    Case("scale.qn_scale(y)", "y=Y"),
    Case("scale.qn_scale(x, axis=1)", "x=A"),
    Case("markov_switching.cy_kim_smoother_log(T2, p, f)[1]", "f=FILTERED, p=PREDICTED"),
    Case("markov_switching.cy_kim_smoother_log(T2, np.stack([0.3 * p, 0.7 * p], 1), np.stack([0.4 * f, 0.6 * f], 1))[0]",
         "f=FILTERED, p=PREDICTED"),
    Case("specification.SARIMAXSpecification(ar_order=1, ma_order=1).constrain_params(p)", "p=np.array([0.5, 0.2, 1.3])"),
    Case("specification.SARIMAXSpecification(ar_order=1, ma_order=1).split_params(p)['ar_params']", "p=np.array([0.5, 0.2, 1.3])"),
    Case("sm.OLS(pd.Series(Y), x).fit().params.to_numpy()", "x=np.column_stack([np.ones(8), Z])", verdict="refused"),
]
