"""Calls that astropy and scikit-learn make in their own tests: kernels of convolution, models, statistics, scores, processes."""

from .case import Case

SETUP = """
import warnings
warnings.simplefilter("ignore")
from astropy.convolution import Box1DKernel, Gaussian1DKernel, Gaussian2DKernel
from astropy.modeling import functional_models, statistic
from astropy.modeling.models import Identity
from astropy.stats import biweight_location
from sklearn.decomposition import MiniBatchNMF, _nmf
from sklearn.feature_selection import f_oneway
from sklearn.feature_selection._univariate_selection import _chisquare
from sklearn.gaussian_process import GaussianProcessRegressor, kernels
from sklearn.metrics import _regression, pairwise_distances
from sklearn.preprocessing import MinMaxScaler
"""

CASES = [
    Case("Gaussian1DKernel(s, x_size=5).array", "s=0.8"),
    Case("(Gaussian1DKernel(3) * c).array", "c=1.4"),
    Case("Gaussian2DKernel(1.2, y_stddev=s, x_size=5).array", "s=0.9"),
    Case("biweight_location(x, c=30.0, axis=(0, 1))", "x=np.stack([Y, Z])"),
    Case("statistic.leastsquare_1d(y, Identity(1), None, x)", "y=Y, x=Z"),
    Case("statistic.leastsquare(y, Identity(1), w, x)", "y=Y, w=Z**2, x=Z"),
    Case("np.array(f_oneway(x, y))", "x=A, y=B"),
    Case("_chisquare(f, e)[0]", "f=POSITIVE, e=POSITIVE[::-1] + 0.2"),
    Case("pairwise_distances(x)[0, 1:]", "x=A"),
    Case("_regression.mean_squared_error(x, y)", "x=Y, y=Z"),
    Case("_regression.mean_absolute_error(x, y)", "x=Y, y=Z"),
    Case("_regression.d2_pinball_score(y, x, alpha=0.3)", "y=Y, x=Z"),
    Case("_nmf._special_sparse_dot(w, h, np.ones((3, 3)))", "w=POSITIVE, h=POSITIVE.T + 0.1"),
    Case("MinMaxScaler().partial_fit(x).transform(B)", "x=A"),
    Case("GaussianProcessRegressor(kernels.RBF(0.8), alpha=1e-3, optimizer=None).fit(x, y).log_marginal_likelihood_value_",
         "x=A, y=Y[:5]"),
    Case("(kernels.ConstantKernel(c) * kernels.RBF(s) + kernels.WhiteKernel(n))(A)", "c=1.2, s=0.7, n=0.3"),
    Case("kernels.CompoundKernel([kernels.WhiteKernel(n), kernels.RBF(s)])(A)", "n=0.3, s=0.7"),
]
