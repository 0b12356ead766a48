"""Estimators of scikit-learn: made with what is differentiated, or fitted to it, and asked."""

from .case import Case

SETUP = """
import warnings
warnings.simplefilter("ignore")
from sklearn import covariance, cross_decomposition, decomposition, dummy, feature_selection, kernel_approximation, linear_model
from sklearn import metrics, model_selection, neighbors, preprocessing
from sklearn.linear_model import _huber
from sklearn.gaussian_process import kernels
from sklearn.neural_network import _stochastic_optimizers as optimizers
LABELS = np.array([0, 1, 0, 1, 1])
W = A[:, ::-1] ** 2
LONG = np.vstack([A, B, M, N]) * np.array([1.0, 4.0, 0.3])
"""

CASES = [
    Case("linear_model.LinearRegression().fit(x, y).coef_", "x=A, y=Y[:5]"),
    Case("linear_model.LinearRegression(fit_intercept=False).fit(x, y).predict(z)", "x=A, y=Y[:5], z=B"),
    Case("linear_model.Ridge(alpha=a).fit(x, y).coef_", "a=0.7, x=A, y=Y[:5]"),
    Case("linear_model.Ridge(alpha=a).fit(x, y).intercept_", "a=0.7, x=A, y=Y[:5]"),
    Case("linear_model.Ridge(alpha=a, solver='svd').fit(x, y).predict(B)", "a=0.7, x=A, y=Y[:5]"),
    Case("linear_model.Ridge(alpha=0.3).fit(A, y).score(A, y)", "y=Y[:5]"),
    Case("_huber._huber_loss_and_gradient(w, x, y, e, 0.1, sample_weight=np.ones(5))[0]",
         "w=np.append(X, [0.4, 0.8]), x=A, y=Y[:5], e=1.35"),
    Case("dummy.DummyRegressor().fit(x, y).predict(x)", "x=A, y=Y[:5]"),
    Case("dummy.DummyRegressor(strategy='median').fit(A, y).constant_", "y=Y[:5]"),
    Case("dummy.DummyRegressor().fit(x, y).score(x, z)", "x=A, y=Y[:5], z=Z[:5]"),
    Case("neighbors.KNeighborsRegressor(n_neighbors=2).fit(A, y)._y", "y=Y[:5]"),
    # decompositions
    Case("decomposition.PCA(n_components=2).fit(x).explained_variance_", "x=A"),
    Case("decomposition.PCA(n_components=2).fit(x).components_ ** 2", "x=A"),
    Case("decomposition.PCA(n_components=2).fit_transform(x) ** 2", "x=A"),
    Case("decomposition.PCA(n_components=2).fit(x).inverse_transform(t)", "x=A, t=B[:, :2]"),
    Case("decomposition.PCA(n_components=2, whiten=True).fit(x).transform(x) ** 2", "x=A"),
    Case("cross_decomposition.PLSSVD(n_components=2).fit(x, y).x_weights_ ** 2", "x=A, y=W"),
    Case("cross_decomposition.PLSRegression(n_components=1).fit(x, y).coef_", "x=A, y=W", rtol=1e-4),
    Case("cross_decomposition.PLSRegression(n_components=1).fit(x, y).predict(z)", "x=A, y=W, z=B", rtol=1e-4),
    Case("cross_decomposition.CCA(n_components=1, tol=1e-14).fit(x, y).x_loadings_ ** 2", "x=A, y=W", rtol=1e-4),
    Case("kernel_approximation.SkewedChi2Sampler(skewedness=s, n_components=4, random_state=0).fit_transform(x)",
         "s=0.9, x=POSITIVE"),
    # covariances
    Case("covariance.EmpiricalCovariance().fit(x).covariance_", "x=A"),
    Case("covariance.EmpiricalCovariance().fit(x).precision_", "x=A"),
    Case("covariance.EmpiricalCovariance().fit(x).mahalanobis(z)", "x=A, z=B"),
    Case("covariance.ShrunkCovariance(shrinkage=s).fit(x).covariance_", "s=0.2, x=A"),
    Case("covariance.LedoitWolf().fit(x).shrinkage_", "x=LONG"),
    Case("covariance.LedoitWolf().fit(x).covariance_", "x=LONG"),
    Case("covariance.OAS().fit(x).covariance_", "x=LONG"),
    Case("covariance.ledoit_wolf_shrinkage(x)", "x=LONG"),
    Case("covariance.oas(x)[0]", "x=LONG"),
    Case("covariance.shrunk_covariance(x)", "x=S"),
    # preprocessing, features, metrics
    Case("preprocessing.MaxAbsScaler().fit_transform(x)", "x=A"),
    Case("preprocessing.MinMaxScaler().fit(x).transform(z)", "x=A, z=B"),
    Case("preprocessing.StandardScaler().fit(x).inverse_transform(z)", "x=A, z=B"),
    Case("preprocessing.RobustScaler().fit(x).scale_", "x=A"),
    Case("preprocessing.KernelCenterer().fit(k).transform(k)", "k=M"),
    Case("preprocessing.PolynomialFeatures(2).fit_transform(x)", "x=A"),
    Case("preprocessing.Normalizer().fit_transform(x)", "x=A"),
    Case("feature_selection.f_classif(x, LABELS)[0]", "x=A"),
    Case("feature_selection.f_regression(x, y)[0]", "x=A, y=Y[:5]"),
    Case("feature_selection.r_regression(x, y)", "x=A, y=Y[:5]"),
    Case("feature_selection.VarianceThreshold().fit(x).variances_", "x=A"),
    Case("metrics.mean_pinball_loss(x, y, alpha=a)", "x=Y, y=Z, a=0.3"),
    Case("metrics.pairwise.pairwise_kernels(x, metric='linear')", "x=A"),
    Case("metrics.pairwise.nan_euclidean_distances(x, y)", "x=A, y=B"),
    Case("metrics.r2_score(x, y)", "x=Y, y=Z"),
    # Gaussian processes, optimizers
    Case("(kernels.ConstantKernel(c) * kernels.RBF(l))(x)", "c=1.3, l=0.8, x=A"),
    Case("(c * kernels.RBF(l) + kernels.WhiteKernel(n))(x)", "c=1.3, l=0.8, n=0.2, x=A"),
    Case("(2.0 * kernels.RBF(l)).theta", "l=0.8"),
    # what coordinate descent found, and samples divided
    Case("linear_model.Lasso(alpha=a, tol=1e-13).fit(x, y).coef_", "a=0.05, x=LONG, y=np.append(Y, Z[:7])"),
    Case("linear_model.ElasticNet(alpha=a, l1_ratio=r, tol=1e-13).fit(x, y).predict(A)",
         "a=0.1, r=0.4, x=LONG, y=np.append(Y, Z[:7])"),
    Case("linear_model.enet_path(x, y, alphas=3, tol=1e-13)[1]", "x=LONG, y=np.append(Y, Z[:7])"),
    Case("model_selection.train_test_split(x, y, random_state=0)[3]", "x=A, y=Y[:5]"),
    Case("sum(np.sum(x[a]) ** 2 * x[b][0, 0] for a, b in model_selection.KFold(3).split(x))", "x=A"),
]
