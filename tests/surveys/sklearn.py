"""Calls of scikit-learn: metrics, preprocessing, kernels, losses, decompositions, mixtures."""

from .case import Case

SETUP = """
import warnings
warnings.simplefilter("ignore")
from sklearn import calibration, covariance, discriminant_analysis, isotonic, kernel_approximation, metrics, preprocessing
from sklearn._loss import link, loss
from sklearn.cross_decomposition import _pls
from sklearn.covariance import _empirical_covariance, _shrunk_covariance
from sklearn.decomposition import _fastica, _nmf, _pca, _factor_analysis
from sklearn.feature_selection import _univariate_selection
from sklearn.gaussian_process import GaussianProcessRegressor, kernels
from sklearn.linear_model import _base, _coordinate_descent, _huber, _linear_loss, _ridge
from sklearn.manifold import _locally_linear, _mds
from sklearn.metrics import _classification, _regression, pairwise
from sklearn.mixture import _bayesian_mixture, _gaussian_mixture
from sklearn.neural_network import _base as network
from sklearn.utils import extmath
LABELS = np.array([0, 1, 0, 1, 1])
TRUE = np.array([0, 1, 1, 0, 1, 0, 0, 1])

def changed(function, x, *args):
    x = x.copy()
    function(x, *args)
    return x
"""

CASES = [
    Case("_regression._mean_tweedie_deviance(x, y, None, -0.5)", "x=P, y=U"),
    Case("metrics.log_loss(TRUE[:3], p)", "p=U"),
    Case("metrics.brier_score_loss(TRUE[:3], p)", "p=U"),
    Case("pairwise.euclidean_distances(x, y)", "x=A, y=B"),
    Case("pairwise.haversine_distances(x, y)", "x=A[:, :2], y=B[:, :2]"),
    Case("pairwise.polynomial_kernel(x, y, gamma=g, coef0=1.5)", "x=A, y=B, g=0.3"),
    Case("pairwise.rbf_kernel(x, y, gamma=g)", "x=A, y=B, g=0.3"),
    Case("pairwise.paired_manhattan_distances(x, y)", "x=A[:4], y=B"),
    # preprocessing
    Case("preprocessing.scale(x)", "x=A"),
    Case("preprocessing.normalize(x, norm='l1')", "x=A"),
    Case("preprocessing.PowerTransformer()._yeo_johnson_inverse_transform(x, l)", "x=Y, l=0.4"),
    Case("preprocessing.MinMaxScaler().fit_transform(x)", "x=A"),
    Case("preprocessing.StandardScaler().fit_transform(x)**3", "x=A"),
    # Gaussian processes
    Case("kernels.RBF(l)(x)", "l=0.8, x=A"),
    Case("kernels.RBF(P)(x, y)", "x=A, y=B"),
    Case("kernels.Matern(l, nu=1.5)(x, y)", "l=0.8, x=A, y=B"),
    Case("kernels.Matern(l, nu=2.5)(x)", "l=0.8, x=A"),
    Case("kernels.Matern(0.8, nu=0.7)(x, y)", "x=A, y=B"),
    Case("kernels.RationalQuadratic(l, a)(x, y)", "l=0.8, a=1.4, x=A, y=B"),
    Case("kernels.ExpSineSquared(l, p)(x, y)", "l=0.8, p=1.4, x=A, y=B"),
    Case("kernels.DotProduct(s)(x, y)", "s=0.8, x=A, y=B"),
    Case("kernels.Exponentiation(kernels.RBF(l), 2.0)(x)", "l=0.8, x=A"),
    Case("kernels.DotProduct(0.8).diag(x)", "x=A"),
    # losses and links
    Case("link.LogLink().inverse(x)", "x=X"),
    Case("link.LogitLink().link(x)", "x=U"),
    Case("link.HalfLogitLink().inverse(x)", "x=X"),
    Case("link.MultinomialLogit().symmetrize_raw_prediction(x)", "x=M"),
    Case("loss.HalfPoissonLoss().constant_to_optimal_zero(y)", "y=P"),
    Case("loss.HalfGammaLoss().constant_to_optimal_zero(y)", "y=P"),
    Case("loss.HalfSquaredError()(y, x)", "y=X, x=P"),
    Case("loss._log1pexp(x, np.exp(x), np)", "x=X"),
    Case("network.binary_log_loss(TRUE[:3, None], p[:, None])", "p=U"),
    Case("network.squared_loss(x, y)", "x=M, y=N"),
    Case("network.poisson_loss(x, y)", "x=POSITIVE, y=POSITIVE.T + 0.2"),
    Case("changed(network.inplace_softmax, x)", "x=M"),
    Case("changed(network.inplace_tanh, x)", "x=M"),
    Case("changed(network.inplace_logistic, x)", "x=M"),
    Case("changed(network.inplace_relu, x)", "x=M"),
    Case("changed(lambda d, z: network.inplace_tanh_derivative(z, d), d, z)", "d=M, z=N"),
    Case("changed(lambda d, z: network.inplace_relu_derivative(z, d), d, z)", "d=M, z=N"),
    Case("_linear_loss.sandwich_dot(x, w)", "x=A, w=D", setup="D = Y[:5] ** 2"),
    # linear models, decompositions
    Case("_ridge._solve_cholesky(x, y, alpha)", "x=A, y=Y[:5, None], alpha=np.array([0.4])"),
    Case("_ridge._solve_cholesky_kernel(k, y, a)", "k=S, y=X[:, None], a=np.array([0.4])"),
    Case("_ridge._solve_svd(x, y, a, np)", "x=A, y=Y[:5, None], a=np.array([0.4])"),
    Case("_base._rescale_data(A, y, w)[1]", "y=Y[:5], w=U.repeat(2)[:5]"),
    Case("_coordinate_descent._alpha_grid(A, y, n_alphas=4)", "y=Y[:5]"),
    Case("_nmf._beta_divergence(x, w, h, 1.5)", "x=POSITIVE, w=POSITIVE[:, :2], h=POSITIVE[1:]"),
    Case("_nmf._beta_divergence(x, w, h, 0)", "x=POSITIVE, w=POSITIVE[:, :2], h=POSITIVE[1:]"),
    Case("_nmf._multiplicative_update_w(x, w.copy(), h, 2, 0.1, 0.2, 1.0)[0]", "x=POSITIVE, w=POSITIVE[:, :2], h=POSITIVE[1:]"),
    Case("_nmf.trace_dot(x, y) + _nmf.norm(x)", "x=M, y=N"),
    Case("_fastica._logcosh(x, {'alpha': 1.3})[0]", "x=M"),
    Case("_fastica._exp(x, {})[1]", "x=M"),
    Case("_fastica._cube(x, {})[0]", "x=M"),
    Case("_fastica._sym_decorrelation(w)", "w=M"),
    Case("_fastica._gs_decorrelation(w.copy(), N, 2)", "w=X"),
    Case("_pca._assess_dimension(s, 1, 20)", "s=P[::-1]"),
    Case("_factor_analysis._ortho_rotation(a, tol=1e-14, max_iter=300)", "a=A", rtol=1e-4),
    Case("_pls._get_first_singular_vectors_svd(x, y)[0]", "x=A, y=A[:, ::-1] ** 2"),
    Case("_pls._center_scale_xy(x, y)[0]", "x=A, y=A[:, ::-1] ** 2"),
    Case("_pls._pinv2_old(x)", "x=A"),
    # mixtures and the like
    Case("_gaussian_mixture._estimate_gaussian_parameters(A, r, 0.1, 'full')[2]", "r=POSITIVE.repeat(2, axis=0)[:5]"),
    Case("_gaussian_mixture._estimate_gaussian_covariances_tied(r, A, r.sum(axis=0), N, 0.1)", "r=POSITIVE.repeat(2, axis=0)[:5]"),
    Case("_gaussian_mixture._compute_precision_cholesky(c, 'full')", "c=np.stack([S, S + 0.1])"),
    Case("_gaussian_mixture._compute_log_det_cholesky(c, 'diag', 3)", "c=POSITIVE"),
    Case("_gaussian_mixture._estimate_log_gaussian_prob(x, m, c, 'diag')", "x=A, m=N, c=POSITIVE"),
    Case("_gaussian_mixture._estimate_log_gaussian_prob(x, m, c, 'tied')", "x=A, m=N, c=M"),
    Case("_bayesian_mixture._log_dirichlet_norm(c)", "c=P"),
    Case("_bayesian_mixture._log_wishart_norm(d, l, 3)", "d=P + 3.0, l=X"),
    Case("discriminant_analysis._class_means(x, LABELS)", "x=A"),
    Case("extmath.softmax(x)", "x=M"),
    Case("extmath.row_norms(x)", "x=M"),
    Case("extmath.fast_logdet(x)", "x=S"),
    Case("extmath.stable_cumsum(x)", "x=Y"),
    Case("extmath.squared_norm(x)", "x=M"),
    Case("extmath.safe_sparse_dot(x, y)", "x=M, y=N"),
    Case("extmath.cartesian((x, y))", "x=X, y=P"),
    Case("extmath.make_nonnegative(x)", "x=M"),
    Case("extmath._incremental_mean_and_var(x, X, P, np.array([4, 4, 4]))[1]", "x=A"),
    Case("metrics.brier_score_loss(np.array(['a', 'b', 'b']), p, pos_label='b')", "p=U"),
]
