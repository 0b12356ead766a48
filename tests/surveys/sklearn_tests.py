"""Calls that scikit-learn makes in its own tests: medians, step sizes, kernels made of others, scores."""

from .case import Case

SETUP = """
import warnings
warnings.simplefilter("ignore")
from sklearn.gaussian_process import kernels
from sklearn.linear_model import _sag, _theil_sen
from sklearn.metrics import _ranking
from sklearn.mixture import _gaussian_mixture
"""

CASES = [
    Case("_theil_sen._modified_weiszfeld_step(x, m)", "x=A, m=X"),
    Case("_theil_sen._spatial_median(x, max_iter=500, tol=1e-12)[1]", "x=A", rtol=1e-5),
    Case("_sag.get_auto_step_size(s, a, 'log', True, n_samples=3)", "s=2.3, a=0.4"),
    Case("kernels.RBF(length_scale=l).__rmul__(c)(x)", "l=0.7, c=1.3, x=A"),
    Case("_ranking._ndcg_sample_scores(x, B[:3])", "x=POSITIVE"),
    Case("_gaussian_mixture._estimate_gaussian_covariances_full(A[:, :2] ** 2, x, np.array([5.0, 4.0]), m, 0.1)",
         "x=A, m=N[:2]"),
]
