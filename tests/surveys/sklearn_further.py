"""More of scikit-learn, by other ways through it: kernels of several parameters, weights, options, isotonic regression."""

from .case import Case

SETUP = """
import warnings
warnings.simplefilter("ignore")
from sklearn import covariance, cross_decomposition, decomposition, isotonic, linear_model, metrics, preprocessing
from sklearn.gaussian_process import GaussianProcessRegressor, kernels
from sklearn.metrics import pairwise
LONG = np.vstack([A, B, M, N]) * np.array([1.0, 4.0, 0.3])
YL = np.concatenate([Y, Z])[:15]
YL2 = np.stack([YL, YL[::-1] ** 2], axis=1)
W5 = np.array([0.7, 1.1, 1.6, 0.4, 0.9])
W15 = np.linspace(0.4, 1.3, 15) + 0.05 * np.cos(np.arange(15.0) * 3)
"""

CASES = [
    Case("((kernels.RBF(l) + kernels.WhiteKernel(q)) * (kernels.Matern(0.7, nu=1.5) + 0.3))(x, eval_gradient=True)[1]",
         "l=0.8, q=0.2, x=A"),
    Case("(kernels.RBF(l) ** p)(x, y)", "l=0.8, p=1.7, x=A, y=B"),
    Case("kernels.PairwiseKernel(gamma=l, metric='laplacian')(x, y)", "l=0.8, x=A, y=B"),
    Case("kernels.Matern(l, nu=np.inf)(x, eval_gradient=True)[1]", "l=0.8, x=A"),
    Case("GaussianProcessRegressor(kernels.RBF([0.8, 0.7, 0.9]), alpha=0.1, optimizer=None).fit(A, Y[:5])"
         ".log_marginal_likelihood(t, eval_gradient=True)[1]", "t=X"),
    Case("preprocessing.StandardScaler().fit(x, sample_weight=w).transform(B)", "x=A, w=W5"),
    Case("preprocessing.StandardScaler().partial_fit(x).partial_fit(y, sample_weight=w[:3]).var_", "x=A, y=M, w=W5"),
    Case("preprocessing.SplineTransformer(n_knots=3, extrapolation='constant', include_bias=False).fit_transform(x)", "x=A",
         size=1e-5),
    Case("preprocessing.PowerTransformer().fit(LONG).transform(z)", "z=A"),
    Case("isotonic.IsotonicRegression(out_of_bounds='clip').fit(W15, y, sample_weight=w).predict(W15[2:6] + 0.01)", "y=YL, w=W15"),
    Case("isotonic.isotonic_regression(y, increasing=False, y_min=-0.3, y_max=1.2)", "y=YL", size=1e-5),
    Case("metrics.r2_score(x, y, sample_weight=w, multioutput='variance_weighted')", "x=YL2, y=YL2[::-1] + 0.1, w=W15"),
    Case("metrics.d2_tweedie_score(x, y, sample_weight=w, power=1.5)", "x=np.abs(Y) + 0.2, y=np.abs(Z) + 0.3, w=W15[:8]"),
    Case("pairwise.paired_distances(x, y, metric=lambda a, b: np.sum((a - b) ** 4))", "x=A[:4], y=B"),
    Case("metrics.pairwise_distances(x, metric='minkowski')[0, 1:]", "x=A"),
    Case("covariance.ShrunkCovariance(shrinkage=0.3).fit(x).error_norm(S, norm='spectral', squared=False)", "x=LONG"),
    Case("covariance.ledoit_wolf(x, assume_centered=True)[1]", "x=LONG"),
    Case("decomposition.PCA(2, svd_solver='covariance_eigh').fit(x).get_precision()", "x=LONG"),
    Case("cross_decomposition.PLSCanonical(2, tol=1e-14).fit(x, y).x_rotations_ ** 2", "x=LONG, y=YL2", rtol=1e-4),
    Case("linear_model.Ridge(alpha=a, solver='cholesky').fit(x, y).predict(z)", "x=LONG, y=YL, a=0.4, z=B"),
]
