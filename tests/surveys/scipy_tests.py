"""More calls of SciPy of the kinds that its own tests make: lists, numbers, complex numbers, and single arguments."""

from .case import Case

SETUP = """
import warnings
warnings.simplefilter("ignore")
from scipy import fft, fftpack, interpolate, linalg, ndimage, optimize, signal, sparse, special
from scipy.optimize._differentiable_functions import LinearVectorFunction
from scipy.spatial import distance
from scipy.stats import contingency
IMAGE = np.sin(np.arange(30.0) ** 1.3).reshape(5, 6)
WAVE = np.cos(np.arange(40.0) ** 1.2)
SURFACE = np.sin(np.arange(400.0) ** 1.1).reshape(20, 20)
LINEAR = LinearVectorFunction(M, X.copy(), False)
C = X + 0.3j * P
D = np.array([[0.3 + 0.2j, 1.1, -0.4j], [0.7, 0.25 - 0.6j, 0.9]])
"""

CASES = [
    Case("np.real(fft.ifftn(fft.ifft2(x) * (0.3 + 0.4j)))", "x=IMAGE"),
    Case("np.imag(fft.dct(z, norm='ortho')) + np.real(fft.idst(z, 3, norm='ortho'))", "z=C"),
    Case("np.real(fftpack.dctn(z, 3, norm='ortho'))", "z=D"),
    Case("signal.symiirorder1(x, 0.5, 0.2, 1e-6)", "x=WAVE"),
    Case("signal.symiirorder2(x, 0.3, 0.7, 1e-6)", "x=WAVE"),
    Case("signal.qspline2d(x)", "x=SURFACE", verdict="refused"),
    Case("signal.sosfilt([0.4, 0.1, 0.3, 1.0, a, 0.2], y)", "a=0.3, y=list(Y)"),
    Case("np.abs(signal.ZoomFFT(8, f, 6)(y))", "y=Y, f=0.7", rtol=1e-5),
    Case("signal.closest_STFT_dual_window(w, 2)[0]", "w=np.append(P, 1.1)"),
    Case("signal.abcd_normalize(M, b[:, None], c[None])[1]", "b=P, c=X"),
    Case("signal.correlate2d(x.tolist(), w)", "x=A, w=M"),
    Case("signal.order_filter(x, np.ones((3, 3)), 4)", "x=IMAGE"),
    Case("np.real(ndimage.correlate1d(x, z))", "x=IMAGE, z=C"),
    Case("np.imag(ndimage.correlate(z, z[:, :2]))", "z=D"),
    Case("np.real(ndimage.fourier_ellipsoid(np.fft.fft2(x), 2.0))", "x=IMAGE"),
    Case("ndimage.morphological_laplace(x, 3)", "x=IMAGE"),
    Case("ndimage.rank_filter(x, 2, 3) + ndimage.minimum_filter1d(x, 3)", "x=IMAGE"),
    Case("interpolate.CubicSpline(T, Y)(z, 1)", "z=P + 0.2j"),
    Case("interpolate.bisplev(x, P, (T, T, c, 1, 1))", "x=P, c=np.outer(Y[:6], Z[:6]).ravel()"),
    Case("linalg.eigh_tridiagonal(d, e)[0]", "d=[2.1, 1.4, 0.3], e=[0.4, 0.7]"),
    Case("linalg.solve_continuous_are(a, b, [[1.1]], [[0.9]])", "a=[[0.4]], b=[[1.3]]"),
    Case("np.real(linalg.solve_sylvester(np.array([[2.0, 0.3], [0.1, 1.0]]), S, z))", "z=D"),
    Case("linalg.coshm(m) + linalg.solve_triangular(m.tolist(), m)", "m=M"),
    Case("linalg.svdvals(z)", "z=D"),
    Case("np.real(np.cov(z)) + np.imag(np.corrcoef(z))", "z=D"),
    Case("np.real(np.polyfit(z, y, 1))", "z=np.append(C, 2.0 + 1.0j), y=Y[:4]"),
    Case("LINEAR.fun(x)", "x=X"),
    Case("optimize.Bounds(a, b).residual(P)[1]", "a=X, b=X + 9.0"),
    Case("special.boxcox(0.0, l) + special.boxcox1p(-1.0, l)", "l=P"),
    Case("special.voigt_profile(x, 0.0, g)", "x=X, g=P"),
    Case("distance.sokalsneath(np.array([1.0, 0.0, 1.0]), [1.0, 1.0, 0.0], w)", "w=P"),
    Case("contingency.margins(x)[0]", "x=POSITIVE"),
    # at points at which SciPy takes another way
    Case("signal.lfilter_zi(b, a)", "b=X, a=np.array([1.0, -0.4, 0.3])"),
    Case("signal.lp2hp(b, a, w)[1]", "b=X, a=P, w=1.0"),
    Case("interpolate.lagrange(t, y).coef", "t=X, y=np.array([0.0, 1.3, 0.0])"),
    Case("special.gegenbauer(3, a).coeffs", "a=0.5"),
    Case("special.roots_jacobi(4, a, b)[1]", "a=0.0, b=0.0"),
    Case("optimize.brentq(lambda x: x ** 3 + x - a, 0.0, 2.0, full_output=True)[1].root", "a=0.8"),
    Case("sparse.diags_array(d, offsets=0).diagonal()", "d=P"),
    Case("sparse.bsr_array((d.reshape(1, 1, 3), [0], [0, 1]), shape=(1, 3)).toarray()", "d=P"),
    Case("interpolate.NearestNDInterpolator(A, y).values", "y=Y[:5]"),
    Case("M[optimize.linear_sum_assignment(m)] * m[optimize.linear_sum_assignment(m)]", "m=M"),
]
