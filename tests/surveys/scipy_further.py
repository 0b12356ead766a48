"""Calls of SciPy of the kinds that its own tests make, and that the other areas do not."""

from .case import Case

SETUP = """
import warnings
warnings.simplefilter("ignore")
from scipy import differentiate, fft, fftpack, integrate, interpolate, linalg, ndimage, odr, optimize, signal, stats
from scipy.integrate._ivp import rk
from scipy.optimize import elementwise
from scipy.sparse import linalg as sparse_linalg
from scipy.spatial.transform import RigidTransform
IMAGE = np.sin(np.arange(30.0) ** 1.3).reshape(5, 6)
WHOLE = np.round(4.0 + 4.0 * IMAGE).astype(int)
SPOT = np.array([[True, False, True], [False, True, True]])
CUBE = np.cos(np.arange(60.0) ** 1.1).reshape(4, 5, 3)
"""

CASES = [
    Case("fft.irfftn(fft.rfftn(x) * 1.3)", "x=IMAGE"),
    Case("np.real(fft.ihfft2(x)) + np.imag(fft.ihfftn(x))", "x=IMAGE"),
    Case("fft.hfft2(x + 0.3j * x, norm='ortho')", "x=IMAGE"),
    Case("fft.idctn(x, type=3, axes=(1,))", "x=IMAGE"),
    Case("fftpack.dstn(x, type=2, shape=(4, 4))", "x=IMAGE"),
    Case("fft.idstn(x, type=4, norm='forward')", "x=IMAGE"),
    Case("ndimage.rotate(x, 90.0, order=1)", "x=IMAGE"),
    Case("np.imag(ndimage.shift(x + 0.5j * x ** 2, 0.3))", "x=IMAGE"),
    Case("ndimage.gaussian_gradient_magnitude(x, s, axes=(2, 0))", "x=CUBE, s=0.9"),
    Case("ndimage.gaussian_laplace(x, [s, 0.7], axes=(2, 0), mode=['wrap', 'nearest'])", "x=CUBE, s=0.9"),
    Case("ndimage.gaussian_filter(WHOLE, s, output=float)", "s=0.9"),
    Case("ndimage.correlate1d(WHOLE, w, output=float)", "w=P"),
    Case("ndimage.grey_closing(x, footprint=SPOT, structure=s)", "x=IMAGE, s=A[:2]"),
    Case("ndimage.white_tophat(x, footprint=SPOT)", "x=IMAGE"),
    Case("np.real(ndimage.fourier_shift(x, s))", "x=IMAGE, s=0.7"),
    Case("integrate.tplquad(lambda z, y, x: a * x * y + z, 0.0, 1.0, 0.0, 1.0, 0.0, b)[0]", "a=0.7, b=1.4"),
    Case("rk.RK23(lambda t, y: -a * y, 0.0, y, 5.0).h_abs", "a=0.7, y=P"),
    Case("np.real(interpolate.RBFInterpolator(A, y + 1j * y ** 2)(B))", "y=Y[:5]"),
    Case("interpolate.RBFInterpolator(A, y + 1j * y ** 2).d", "y=Y[:5]"),
    Case("interpolate.Rbf(x, y, function='gaussian', epsilon=e)(P)", "x=T, y=Y, e=0.9"),
    Case("interpolate.BSpline.from_power_basis(interpolate.CubicSpline(T, y))(x)", "y=Y, x=P"),
    Case("interpolate.RegularGridInterpolator((T, P), z, method='linear')(A[:1, :2] ** 2 + 0.9)", "z=np.outer(Y, P)"),
    Case("linalg.cho_solve_banded((linalg.cholesky_banded(c), False), b)", "c=np.array([[0.0, 0.2, 0.3], [2.0, 1.7, 1.9]]), b=X"),
    Case("linalg.eigvalsh_tridiagonal(d, e)", "d=P, e=X[:2]"),
    Case("linalg.solve_discrete_are(a, b, q + q.T, r + r.T)", "a=0.4 * M, b=B[:3, :2], q=S, r=np.array([[1.3, 0.2], [0.2, 0.9]])"),
    Case("np.imag(linalg.fractional_matrix_power(m, p))", "m=np.random.default_rng(3).random((5, 3, 3))[2], p=1.5"),
    Case("linalg.lu_solve((m, [0.0, 2.0, 2.0]), b)", "m=M, b=X"),
    Case("optimize.nnls(m, b[:, None])[0]", "m=POSITIVE, b=P"),
    Case("optimize.lsq_linear(m, b).x", "m=M, b=X"),
    Case("optimize.LinearConstraint(m, -1.0, 1.0).residual(x)[0]", "m=M, x=X"),
    Case("elementwise.find_root(lambda x, a: x ** 3 + x - a, (0.0, 4.0), args=(a,)).x", "a=1.7"),
    Case("signal.cspline1d_eval(signal.cspline1d(y), x)", "y=Y, x=P"),
    Case("signal.TransferFunction(b, a, dt=0.1).to_tf().num", "b=X[:2], a=P"),
    Case("signal.TransferFunction(b, a).to_discrete(0.3).den", "b=X[:2], a=P"),
    Case("np.abs(signal.dfreqresp((b, a, 0.1), w=U)[1])", "b=X[:2], a=P"),
    Case("signal.dimpulse((b, a, 0.1), n=5)[1][0]", "b=X[:2], a=P"),
    Case("signal.lfilter(b, np.array(a), y, zi=z)[1]", "b=P, a=1.3, y=Y, z=X[:2]"),
    Case("signal.savgol_filter(y, 5, 2, deriv=1, delta=d)", "y=Y, d=0.3"),
    Case("signal.ShortTimeFFT(w, 2, f).fac_magnitude", "w=P, f=2.0"),
    Case("signal.firwin_2d((4, 4), ('hamming', ('kaiser', b)), fc=c, fs=2.0)", "b=1.7, c=0.4"),
    Case("sparse_linalg.minres(sparse_linalg.aslinearoperator(s + s.T), b, rtol=1e-13)[0]", "s=S, b=X"),
    Case("RigidTransform.from_dual_quat(q).as_matrix()", "q=np.array([0.3, -0.5, 0.7, 0.6, 0.1, 0.2, -0.3, 0.4])"),
    Case("odr.RealData(x, y, sx=s, sy=0.2).wd", "x=X, y=P, s=0.3"),
    Case("stats.Normal(mu=m, sigma=s).logcdf(x)", "m=0.3, s=1.2, x=X"),
    Case("stats.Uniform(a=a, b=b).entropy()", "a=0.3, b=1.2"),
    Case("stats.norm.nnlf((m, s), y)", "m=0.3, s=1.2, y=Y"),
    Case("stats.gaussian_kde(y).integrate_kde(stats.gaussian_kde(z))", "y=Y, z=Z"),
    Case("stats.gaussian_kde(np.array([y, z])).marginal(1).evaluate(P)", "y=Y, z=Z"),
    Case("stats.Covariance.from_diagonal(d).colorize(x)", "d=P, x=A"),
    Case("stats.epps_singleton_2samp(y, z).statistic", "y=Y, z=Z"),
    Case("stats.ecdf(stats.CensoredData(uncensored=y, right=z)).cdf.quantiles", "y=Y, z=Z"),
    Case("stats.binned_statistic_dd(A, y, statistic='mean', bins=2).statistic[0, 0, 1]", "y=Y[:5]"),
    Case("stats.bayes_mvs(y)[1].statistic", "y=Y"),
    Case("stats.ttest_ind_from_stats(m, s, 9, 0.3, 0.7, 11).pvalue", "m=0.8, s=0.9"),
    Case("stats.theilslopes(y, t)[0]", "y=Y, t=T"),
    Case("stats.gzscore(p)", "p=P"),
    Case("stats.kstatvar(y)", "y=Y"),
]
