"""Calls of methods of SciPy's objects, which are made of what is differentiated: rotations, distributions, systems, splines."""

from .case import Case

SETUP = """
import warnings
warnings.simplefilter("ignore")
from scipy import interpolate, optimize, signal, sparse, stats
from scipy.spatial.transform import Rotation, RotationSpline, Slerp
try:
    from scipy.spatial.transform import RigidTransform
except ImportError:
    pass
Q4 = np.array([[0.3, -0.5, 0.7, 0.6], [0.2, 0.5, -0.4, 0.9]])
FOUND = stats.ttest_1samp(Y, 0.3)
"""

CASES = [
    Case("Rotation.from_euler('xyz', a).as_matrix()", "a=A"),
    Case("Rotation.from_euler('zyx', a, degrees=True).as_quat()", "a=X"),
    Case("Rotation.from_rotvec(v).as_euler('zxy')", "v=A"),
    Case("Rotation.from_matrix(m).as_rotvec()", "m=M"),
    Case("Rotation.from_mrp(v).magnitude()", "v=A"),
    Case("Rotation.from_davenport(np.eye(3), 'extrinsic', a).as_quat()", "a=X"),
    Case("Rotation.from_quat(q).apply(v)", "q=Q4, v=A[:2]"),
    Case("(Rotation.from_quat(q) * Rotation.from_rotvec(v).inv()).as_matrix()", "q=Q4, v=A[:2]"),
    Case("(Rotation.from_quat(q) ** p).as_mrp()", "q=Q4, p=0.7"),
    Case("Rotation.from_quat(q)[1].as_matrix()", "q=Q4"),
    Case("Slerp([0.0, 1.0], Rotation.from_rotvec(v))(t).as_matrix()", "v=A[:2], t=U"),
    Case("RotationSpline([0.0, 1.0, 2.0], Rotation.from_rotvec(v))(t).as_matrix()", "v=A[:3], t=U"),
    Case("RigidTransform.from_components(v, Rotation.from_rotvec(r)).apply(p)", "v=X, r=P, p=A"),
    Case("RigidTransform.from_exp_coords(e).inv().as_matrix()", "e=np.concatenate([X, P])"),
    Case("stats.gamma(a, scale=s).sf(x)", "a=1.3, s=0.8, x=P"),
    Case("stats.genhalflogistic(c).b", "c=0.7"),
    Case("stats.genhalflogistic(c).interval(q)[1]", "c=0.7, q=0.8"),
    Case("stats.bradford(c).median()", "c=0.3"),
    Case("stats.norm(m, s).expect(lambda v: v ** 4)", "m=0.3, s=1.2"),
    Case("stats.multivariate_t(m, s, df=3).logpdf(x)", "m=X, s=S, x=P"),
    Case("stats.multivariate_t(m, 0.5 * (s + s.T)).shape", "m=X, s=S"),
    Case("stats.multivariate_normal(m, s).pdf(x)", "m=X, s=S, x=P"),
    Case("FOUND.confidence_interval(c).low", "c=0.9"),
    Case("stats.ttest_1samp(y, m).confidence_interval(c).high", "y=Y, m=0.3, c=0.9"),
    Case("stats.gaussian_kde(y).evaluate(x)", "y=Y, x=P"),
    Case("signal.TransferFunction(b, a).to_ss().A", "b=X[:2], a=P"),
    Case("signal.StateSpace(m, b, c, 0.0).to_tf().den", "m=M, b=X[:, None], c=P[None, :]"),
    Case("signal.ZerosPolesGain(z, p, k).to_tf().num", "z=X[:2], p=-P, k=1.3"),
    Case("np.abs(signal.lti(b, a).freqresp(w)[1])", "b=X[:2], a=P, w=U"),
    Case("signal.dlti(b, a, dt=0.1).impulse(n=5)[1][0]", "b=X[:2], a=P"),
    Case("(interpolate.BSpline(T, c, 3).derivative()(x))", "c=X.repeat(2)[:4], x=np.array([1.3, 1.7])"),
    Case("interpolate.LSQUnivariateSpline(T, y, [1.0, 2.0]).get_residual()", "y=Y"),
    Case("interpolate.LSQUnivariateSpline(T, y, [1.7])(x)", "y=Y, x=P"),
    Case("interpolate.InterpolatedUnivariateSpline(t, y).derivative()(x)", "t=T, y=Y, x=P"),
    Case("interpolate.LinearNDInterpolator(a[:, :2], y)(B[:1, :2])", "a=np.vstack([A, 2 * B]), y=np.cos(np.arange(9.0))"),
    Case("np.sum(interpolate.LinearNDInterpolator(a[:, :2], Y[:5]).tri.equations)", "a=A", verdict="refused"),
    Case("np.asarray(sparse.diags_array(d, offsets=1, format='csr').sum(axis=1))", "d=P"),
    Case("sparse.diags_array(d, offsets=0, format='csr') @ x", "d=P, x=X"),
    Case("optimize.minimize_scalar(lambda t: (t - a) ** 2, bounds=(0, 1), method='bounded').fun", "a=3.0"),
    Case("optimize.minimize(lambda x: np.sum((x - a) ** 2), [0.5, 0.5], bounds=[(0, 1)] * 2).fun", "a=3.0"),
]
