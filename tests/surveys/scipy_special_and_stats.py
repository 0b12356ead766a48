"""Calls of scipy.special and scipy.stats."""

from .case import Case

SETUP = """
from scipy import special, stats
from scipy.stats import _stats_py, _morestats, _distn_infrastructure
from scipy.special import _orthogonal, _basic, _logsumexp
"""

CASES = [
    Case("special.logsumexp(a, b=b)", "a=X, b=P"),
    Case("special.softmax(a)", "a=X"),
    Case("special.log_softmax(a, axis=1)", "a=M"),
    Case("special.multigammaln(a, 3)", "a=P + 2.0"),
    Case("special.eval_legendre(3, x)", "x=U"),
    Case("special.logit(x) + special.expit(x)", "x=U"),
    Case("stats.beta._pdf(x, a, b)", "x=U, a=2.3, b=1.7"),
    Case("stats.norm._logpdf(x)", "x=X"),
    Case("stats.gamma._logpdf(x, a)", "x=P, a=1.9"),
    Case("stats.skew(x)", "x=Y"),
    Case("stats.kurtosis(x)", "x=Y"),
    Case("stats.moment(x, order=3)", "x=Y"),
    Case("stats.zscore(x, ddof=1)", "x=Y"),
    Case("stats.linregress(x, y).slope", "x=T, y=Y"),
    Case("stats.pearsonr(x, y).statistic", "x=Y, y=Z"),
    Case("stats.gmean(x)", "x=P"),
    Case("stats.hmean(x)", "x=P"),
    Case("stats.pmean(x, 3)", "x=P"),
    Case("stats.entropy(p, q)", "p=Q, q=R"),
    Case("stats.sem(x)", "x=Y"),
    Case("stats.variation(x)", "x=Y"),
    Case("stats.circmean(x)", "x=Y"),
    Case("stats.ttest_ind(x, y).statistic", "x=Y, y=Z"),
    Case("stats.theilslopes(y, x)[0]", "x=T, y=Y"),
    Case("stats.differential_entropy(x)", "x=Y"),
    Case("stats.multivariate_normal.logpdf(x, m, S)", "x=A, m=X"),
]
