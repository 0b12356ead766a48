"""Calls of scipy.integrate, scipy.ndimage, scipy.fft, scipy.fftpack, scipy.differentiate and scipy.stats.sampling's like."""

from .case import Case

SETUP = """
from scipy import differentiate, fft, fftpack, integrate, ndimage
from scipy.fft import _fftlog_backend
from scipy.integrate import _bvp, _quadrature, _cubature
from scipy.integrate._ivp import base, bdf, common, dop853_coefficients, ivp, radau, rk
from scipy.ndimage import _filters, _measurements
IMAGE = np.sin(np.arange(30.0) ** 1.3).reshape(5, 6)
LABELS = np.array([[1, 1, 1, 2, 2, 2], [1, 1, 3, 3, 2, 2], [1, 3, 3, 3, 3, 2], [1, 3, 3, 3, 0, 0], [0, 0, 3, 3, 0, 0]])

def decay(t, y):
    return np.array([-0.7 * y[0] + 0.1 * y[1] * t, 0.3 * y[0] - 0.4 * y[1] ** 2])

def many(x, y):
    return np.vstack([y[1], -0.5 * y[0] + 0.2 * y[1] ** 2])
"""

CASES = [
    Case("integrate.trapezoid(y, t)", "y=Y, t=T"),
    Case("integrate.cumulative_trapezoid(y, t, initial=0)", "y=Y, t=T"),
    Case("integrate.cumulative_simpson(y, x=t)", "y=Y, t=T"),
    Case("_quadrature._cumulative_simpson_equal_intervals(y, d)", "y=Y, d=np.full(7, 0.3)"),
    Case("_quadrature._cumulative_simpson_unequal_intervals(y, d)", "y=Y, d=np.diff(T)"),
    Case("_quadrature._basic_simpson(y, 0, 5, t, 0.5, -1)", "y=Y, t=T"),
    Case("integrate.romb(y, dx=d)", "y=np.cos(np.arange(9.0)), d=0.3"),
    Case("integrate.fixed_quad(lambda x: np.sin(a * x), 0.0, b, n=4)[0]", "a=0.8, b=1.4"),
    Case("integrate.newton_cotes(4)[0] @ y", "y=Y[:5]"),
    Case("integrate.quad(lambda x: np.sin(a * x), 0.0, b)[0]", "a=0.8, b=1.4"),
    Case("integrate.solve_ivp(decay, (0.0, 1.0), y, rtol=1e-8).y[:, -1]", "y=P[:2]", rtol=1e-4),
    Case("integrate.solve_ivp(decay, (0.0, 1.0), y, method='DOP853', first_step=0.2, max_step=0.2, rtol=1.0).y[:, -1]", "y=P[:2]"),
    Case("integrate.solve_ivp(decay, (0.0, 1.0), y, method='Radau', rtol=1e-8).y[:, -1]", "y=P[:2]", rtol=1e-4),
    Case("integrate.odeint(lambda y, t: -a * y ** 2, 0.8, T)", "a=0.7"),
    Case("common.norm(x)", "x=X"),
    Case("common.select_initial_step(decay, 0.0, y, 1.0, np.inf, decay(0.0, y), 1.0, 3, 1e-3, 1e-6)", "y=P[:2]"),
    Case("rk.RkDenseOutput(0.2, 0.9, y, q)(0.4)", "y=X, q=M"),
    Case("rk.Dop853DenseOutput(0.2, 0.9, y, f)(t)", "y=X, f=np.stack([X, P, U, Q]), t=0.7"),
    Case("changed(d, 2, f)", "d=np.cos(np.arange(12.0)).reshape(4, 3), f=0.7",
         setup="def changed(d, order, f):\n    d = d.copy()\n    bdf.change_D(d, order, f)\n    return d"),
    Case("bdf.compute_R(2, f)", "f=0.7"),
    Case("bdf.BdfDenseOutput(0.2, 0.9, 0.4, 2, d)(t)", "d=M, t=0.6"),
    Case("radau.RadauDenseOutput(0.2, 0.9, y, q)(t)", "y=X, q=M, t=0.6"),
    Case("radau.predict_factor(h, 0.3, e, 0.7)", "h=0.4, e=1.9"),
    Case("radau.solve_collocation_system(lambda t, y: -0.3 * y ** 2, 0.0, y, 0.2, np.zeros((3, 3)), P, 1e-3, L, L, S1)[2]", "y=P",
         setup="S1 = lambda lu, b: b / 9.0\nL = None"),
    Case("_bvp.collocation_fun(lambda x, y, p: many(x, y), y, X, x, np.diff(T))[0]", "y=np.stack([Y, Z]), x=T"),
    Case("_bvp.create_spline(y, yp, T, np.diff(T))(0.7)", "y=np.stack([Y, Z]), yp=np.stack([Z, Y])"),
    Case("_bvp.stacked_matmul(a, b)", "a=np.stack([M, N]), b=np.stack([S, M])"),
    Case("_bvp.modify_mesh(x, np.array([1, 4]), np.array([2]))", "x=T"),
    Case("integrate.cubature(lambda x: np.sin(a * x[:, 0]), [0.0], [1.0]).estimate", "a=0.9", verdict="refused"),
    # images
    Case("ndimage.gaussian_filter(x, 0.8)", "x=IMAGE"),
    Case("ndimage.gaussian_filter1d(x, s)", "x=IMAGE, s=0.8"),
    Case("_filters._gaussian_kernel1d(s, 2, 3)", "s=0.8"),
    Case("ndimage.gaussian_laplace(x, 0.7)", "x=IMAGE"),
    Case("ndimage.gaussian_gradient_magnitude(x, 0.7)", "x=IMAGE"),
    Case("ndimage.sobel(x, 0)", "x=IMAGE"),
    Case("ndimage.prewitt(x)", "x=IMAGE"),
    Case("ndimage.laplace(x, mode='wrap')", "x=IMAGE"),
    Case("ndimage.generic_laplace(x, ndimage.sobel)", "x=IMAGE"),
    Case("ndimage.generic_gradient_magnitude(x, ndimage.sobel)", "x=IMAGE"),
    Case("ndimage.convolve(x, w)", "x=IMAGE, w=M"),
    Case("ndimage.correlate(x, w, mode='nearest')", "x=IMAGE, w=M"),
    Case("ndimage.convolve1d(x, w, axis=0)", "x=IMAGE, w=X"),
    Case("ndimage.uniform_filter(x, 3)", "x=IMAGE"),
    Case("ndimage.maximum_filter(x, 3)", "x=IMAGE"),
    Case("ndimage.median_filter(x, 3)", "x=IMAGE"),
    Case("ndimage.percentile_filter(x, 30.0, 3)", "x=IMAGE"),
    Case("ndimage.generic_filter(x, np.sum, 3)", "x=IMAGE"),
    Case("ndimage.vectorized_filter(x, np.mean, size=3)", "x=IMAGE"),
    Case("ndimage.shift(x, 0.4, order=3)", "x=IMAGE"),
    Case("ndimage.zoom(x, 1.5)", "x=IMAGE"),
    Case("ndimage.rotate(x, 20.0)", "x=IMAGE"),
    Case("ndimage.affine_transform(x, R2)", "x=IMAGE", setup="R2 = np.array([[0.9, 0.2], [-0.2, 0.9]])"),
    Case("ndimage.map_coordinates(x, c)", "x=IMAGE, c=np.array([[0.7, 1.4, 2.6], [1.2, 3.3, 4.1]])"),
    Case("ndimage.spline_filter1d(x, axis=0)", "x=IMAGE"),
    Case("ndimage.center_of_mass(x)", "x=IMAGE + 2.0"),
    Case("ndimage.center_of_mass(x, LABELS, [1, 2, 3])", "x=IMAGE + 2.0"),
    Case("ndimage.sum_labels(x, LABELS, [1, 2, 3])", "x=IMAGE"),
    Case("ndimage.mean(x, LABELS, [1, 2, 3])", "x=IMAGE"),
    Case("ndimage.variance(x, LABELS, [1, 2, 3])", "x=IMAGE"),
    Case("ndimage.standard_deviation(x, LABELS, 3)", "x=IMAGE"),
    Case("ndimage.extrema(x, LABELS, [1, 2, 3])[1]", "x=IMAGE"),
    Case("ndimage.median(x, LABELS, [1, 2])", "x=IMAGE"),
    Case("ndimage.labeled_comprehension(x, LABELS, [1, 2], lambda v: np.sum(v ** 2), float, 0.0)", "x=IMAGE"),
    Case("np.abs(ndimage.fourier_gaussian(np.fft.fft2(x), 0.7))", "x=IMAGE"),
    # transforms
    Case("np.abs(fft.fft(x))", "x=Y"),
    Case("np.angle(fft.rfft2(x))", "x=IMAGE + 2.0"),
    Case("fft.hfft(x)", "x=Y"),
    Case("fft.dct(x, type=3)", "x=Y"),
    Case("fft.idst(x)", "x=Y"),
    Case("fft.dctn(x)", "x=IMAGE"),
    Case("fft.fht(x, d, 0.3, bias=0.1)", "x=Y, d=0.4"),
    Case("fft.ifht(x, 0.4, 0.3)", "x=Y"),
    Case("_fftlog_backend.fhtcoeff(8, d, 0.3, offset=o).real", "d=0.4, o=0.2"),
    Case("fft.fhtoffset(d, 0.3)", "d=0.4"),
    Case("fft.ifftshift(x)", "x=IMAGE"),
    Case("fftpack.diff(x)", "x=Y"),
    Case("fftpack.shift(x, 0.3)", "x=Y"),
    Case("np.abs(fftpack.fft(x))", "x=Y"),
    Case("fftpack.dct(x)", "x=Y"),
    Case("fftpack.rfft(x)", "x=Y"),
    Case("integrate.tanhsinh(lambda x: np.sin(a * x), 0.1, b).integral", "a=0.8, b=1.4"),
]
