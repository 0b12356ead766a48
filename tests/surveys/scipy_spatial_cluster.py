"""Calls of scipy.spatial, scipy.cluster, scipy.odr and scipy.constants."""

from .case import Case

SETUP = """
import warnings
warnings.simplefilter("ignore")
from scipy.cluster import hierarchy, vq
from scipy.constants import _constants
from scipy.odr import _models
from scipy.spatial import distance, geometric_slerp, procrustes, _spherical_voronoi
from scipy.spatial import _geometric_slerp
from scipy.spatial.transform import Rotation, RotationSpline, Slerp, _rotation_spline, _rotation_xp
Q4 = np.array([0.3, -0.5, 0.7, 0.6])
R4 = np.array([[0.2, 0.5, -0.4, 0.9], [0.6, -0.1, 0.3, 0.7]])
UNIT = np.array([[0.6, 0.0, 0.8], [0.0, 1.0, 0.0]])
"""

CASES = [
    Case("distance.minkowski(u, v, 3)", "u=X, v=P"),
    Case("distance.minkowski(u, v, p, w)", "u=X, v=P, p=2.4, w=U"),
    Case("distance.euclidean(u, v)", "u=X, v=P"),
    Case("distance.sqeuclidean(u, v, w)", "u=X, v=P, w=U"),
    Case("distance.cosine(u, v, w)", "u=X, v=P, w=U"),
    Case("distance.seuclidean(u, v, V)", "u=X, v=P, V=U"),
    Case("distance.cityblock(u, v)", "u=X, v=P"),
    Case("distance.mahalanobis(u, v, VI)", "u=X, v=P, VI=S"),
    Case("distance.chebyshev(u, v)", "u=X, v=P"),
    Case("distance.braycurtis(u, v)", "u=X, v=P"),
    Case("distance.canberra(u, v)", "u=X, v=P"),
    Case("distance.cdist(a, b)", "a=A, b=B"),
    Case("distance.cdist(a, b, 'cosine')", "a=A, b=B"),
    Case("distance.cdist(a, b, 'mahalanobis', VI=S)", "a=A, b=B"),
    Case("distance.cdist(a, b, 'minkowski', p=3)", "a=A, b=B"),
    Case("distance.cdist(a, b, 'correlation')", "a=A, b=B"),
    Case("distance.pdist(a, 'seuclidean')", "a=A"),
    Case("distance.pdist(a, 'cityblock')", "a=A"),
    Case("distance.pdist(a, lambda u, v: np.sum((u - v) ** 4))", "a=A"),
    Case("distance.cdist(a, b, distance.sqeuclidean)", "a=A, b=B"),
    Case("distance.squareform(d)", "d=P"),
    Case("distance.directed_hausdorff(a, b)[0]", "a=A, b=B"),
    Case("procrustes(a, b)[1]", "a=A, b=A[::-1]"),
    Case("procrustes(a, b)[2]", "a=A, b=A[::-1]"),
    Case("_geometric_slerp._geometric_slerp(a, b, t)", "a=UNIT[0], b=UNIT[1], t=U"),
    Case("geometric_slerp(UNIT[0], UNIT[1], t)", "t=U"),
    Case("_spherical_voronoi.calculate_solid_angles(r)", "r=np.stack([M, N])"),
    # rotations
    Case("_rotation_xp._normalize_quaternion(q)", "q=R4"),
    Case("_rotation_xp.from_quat(q)", "q=Q4"),
    Case("_rotation_xp.as_matrix(q)", "q=R4"),
    Case("_rotation_xp.from_matrix(m)", "m=np.stack([M, S])"),
    Case("_rotation_xp.from_rotvec(v)", "v=A"),
    Case("_rotation_xp.as_rotvec(q)", "q=R4"),
    Case("_rotation_xp.from_mrp(v)", "v=A"),
    Case("_rotation_xp.as_mrp(q)", "q=R4"),
    Case("_rotation_xp.from_euler('xyz', a)", "a=X"),
    Case("_rotation_xp.as_euler(q, 'zyx')", "q=R4 / np.linalg.norm(R4, axis=1)[:, None]"),
    Case("_rotation_xp.from_davenport(np.eye(3), 'extrinsic', a)", "a=X"),
    Case("_rotation_xp.as_davenport(q, np.eye(3), 'intrinsic')", "q=R4 / np.linalg.norm(R4, axis=1)[:, None]"),
    Case("_rotation_xp.inv(q)", "q=R4"),
    Case("_rotation_xp.magnitude(q)", "q=R4"),
    Case("_rotation_xp.compose_quat(p, q)", "p=R4, q=R4[::-1]"),
    Case("_rotation_xp.apply(q, v)", "q=R4, v=A[:2]"),
    Case("_rotation_xp.pow(q, 0.7)", "q=R4"),
    Case("_rotation_xp.mean(q)", "q=np.vstack([R4, np.cos(np.arange(12.0)).reshape(3, 4)])"),
    Case("_rotation_xp._elementary_quat_compose(np.array([0, 2, 1]), a, False)", "a=X"),
    Case("_rotation_xp._split_rotation(q, np)[0]", "q=R4"),
    Case("_rotation_xp._align_vectors(a, b, P)[0]", "a=A[:3], b=B[:3]"),
    Case("_rotation_spline._create_skew_matrix(v)", "v=A"),
    Case("_rotation_spline._matrix_vector_product_of_stacks(m, v)", "m=np.stack([M, N]), v=A[:2]"),
    Case("_rotation_spline._angular_rate_to_rotvec_dot_matrix(v)", "v=A"),
    Case("_rotation_spline._rotvec_dot_to_angular_rate_matrix(v)", "v=A"),
    Case("_rotation_spline._angular_acceleration_nonlinear_term(v, d)", "v=A, d=A[::-1]"),
    Case("_rotation_spline._compute_angular_rate(v, d)", "v=A, d=A[::-1]"),
    Case("_rotation_spline._compute_angular_acceleration(v, d, e)", "v=A, d=A[::-1], e=A ** 2"),
    Case("_rotation_spline._create_block_3_diagonal_matrix(a, b, d)", "a=np.stack([M]), b=np.stack([N]), d=P[:2]"),
    Case("Rotation.from_rotvec(v).as_matrix()", "v=X"),
    Case("Rotation.from_euler('xyz', a).apply(B)", "a=X"),
    # clusters
    Case("vq.whiten(a)", "a=A"),
    Case("vq.vq(a, b)[1]", "a=A, b=B"),
    Case("vq.py_vq(a, b)[1]", "a=A, b=B"),
    Case("vq.kmeans(a, B)[0]", "a=A"),
    Case("vq.kmeans2(a, B, minit='matrix')[0]", "a=A"),
    Case("hierarchy.linkage(a, 'single')[:, 2]", "a=A"),
    # odr models, constants
    Case("_models._lin_fcn(b, x)", "b=X, x=A[:, :2].T"),
    Case("_models._lin_fjb(b, x)", "b=X, x=A[:, :2].T"),
    Case("_models._lin_fjd(b, x)", "b=X, x=A[:, :2].T"),
    Case("_models._poly_fjacb(b, x, np.array([[1.0], [2.0]]))", "b=X, x=P"),
    Case("_models._poly_fjacd(b, x, np.array([[1.0], [2.0]]))", "b=X, x=P"),
    Case("_models._exp_fcn(b, x)", "b=X[:2], x=P"),
    Case("_models._exp_fjb(b, x)", "b=X[:2], x=P"),
    Case("_models._exp_fjd(b, x)", "b=X[:2], x=P"),
    Case("_models._unilin(b, x)", "b=X[:2], x=P"),
    Case("_models._quadratic(b, x)", "b=X, x=P"),
    Case("_models._quad_fjd(b, x)", "b=X, x=P"),
    Case("_models._quad_fjb(b, x)", "b=X, x=P"),
    Case("_constants.convert_temperature(x, 'F', 'K')", "x=P"),
    Case("_constants.lambda2nu(x) / 1e9", "x=P"),
    Case("KDTree(a).mins + KDTree(a).maxes", "a=A", setup="from scipy.spatial import KDTree"),
    Case("RigidTransform.from_components(v, Rotation.from_rotvec(v)).rotation.as_matrix()", "v=X",
         setup="from scipy.spatial.transform import RigidTransform"),
]
