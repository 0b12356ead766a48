"""Calls of scipy.optimize, scipy.linalg and scipy.sparse.linalg."""

from .case import Case

SETUP = """
from scipy import linalg, optimize
from scipy.optimize import _constraints, _dcsrch, _hessian_update_strategy, _linesearch, _linprog_ip, _nonlin, _numdiff, _optimize
from scipy.optimize import _qap, _spectral, _trustregion, _trustregion_exact, _trustregion_ncg, _zeros_py
import importlib
from scipy.optimize._lsq import common, dogbox
lsq = importlib.import_module("scipy.optimize._lsq.least_squares")
from scipy.optimize._trustregion_constr import projections, qp_subproblem
from scipy.linalg import _basic, _expm_frechet, _matfuncs, _matfuncs_inv_ssq, _solvers
from scipy.sparse import linalg as sparse_linalg
from scipy.sparse.linalg import _expm_multiply, _matfuncs as sparse_matfuncs

def f(x):
    return np.sum((x - 0.3) ** 4 + x ** 2) + 0.2 * x[0] * x[1]

def g(x):
    return 4.0 * (x - 0.3) ** 3 + 2.0 * x + 0.2 * np.array([x[1], x[0], 0.0])

def h(x):
    return np.diag(12.0 * (x - 0.3) ** 2 + 2.0) + 0.2 * np.array([[0.0, 1.0, 0.0], [1.0, 0.0, 0.0], [0.0, 0.0, 0.0]])
"""

CASES = [
    Case("optimize.rosen(x)", "x=X"),
    Case("optimize.rosen_der(x)", "x=X"),
    Case("optimize.rosen_hess(x)", "x=X"),
    Case("_optimize.vecnorm(x, 3)", "x=X"),
    Case("_optimize._line_for_search(x, a, -3.0 * np.ones(3), 3.0 * np.ones(3))[1]", "x=X, a=U"),
    Case("_linesearch._cubicmin(a, fa, fpa, b, fb, c, fc)", "a=0.1, fa=1.2, fpa=-0.7, b=0.9, fb=1.1, c=1.6, fc=1.9"),
    Case("_linesearch._quadmin(a, fa, fpa, b, fb)", "a=0.1, fa=1.2, fpa=-0.7, b=0.9, fb=1.1"),
    Case("_linesearch.scalar_search_armijo(lambda s: (s - a) ** 2 + s ** 4, a ** 2, -2.0 * a)[1]", "a=0.6"),
    Case("_linesearch.line_search_armijo(f, x, -g(x), g(x), f(x))[2]", "x=X"),
    Case("_linesearch._zoom(0.0, 1.5, 0.36, f2(1.5, a), -1.2, lambda s: f2(s, a), lambda s: 2.0 * (s - a) + 4.0 * s ** 3,"
         " 0.36, -2.0 * a, 1e-4, 0.1, lambda *args: True)[0]", "a=0.6", setup="def f2(s, a): return (s - a) ** 2 + s ** 4"),
    Case("_dcsrch.dcstep(stx, fx, dx, sty, fy, dy, stp, fp, dp, False, 0.0, 5.0)[6]",
         "stx=0.0, fx=1.0, dx=-1.1, sty=0.0, fy=1.0, dy=-1.1, stp=1.0, fp=1.4, dp=0.9"),
    Case("_nonlin.maxnorm(x)", "x=X"),
    Case("_nonlin.LowRankMatrix(a, [X], [P]).matvec(v)", "a=0.7, v=Y[:3]"),
    Case("_nonlin.LowRankMatrix._solve(v, a, [c], [d])", "v=Y[:3], a=0.7, c=X, d=P"),
    Case("_nonlin.LowRankMatrix._matvec(v, a, [c], [d])", "v=Y[:3], a=0.7, c=X, d=P"),
    Case("_trustregion.BaseQuadraticSubproblem(x, f, g, lambda y: S).get_boundaries_intersections(z, d, 2.5)", "x=X, z=U, d=P"),
    Case("_trustregion._minimize_trust_region(f, x, jac=g, hess=h, subproblem=_trustregion_ncg.CGSteihaugSubproblem, maxiter=2).x",
         "x=X"),
    Case("_trustregion_exact.estimate_smallest_singular_value(u)[0]", "u=np.triu(M)"),
    Case("_trustregion_exact.gershgorin_bounds(h)", "h=S"),
    Case("_trustregion_exact.singular_leading_submatrix(a, u, 2)[0]", "a=S, u=np.triu(M)"),
    Case("common.CL_scaling_vector(x, d, lb, ub)[0]", "x=X, d=Y[:3], lb=X - 1.0, ub=X + 2.0"),
    Case("common.build_quadratic_1d(j, d, s, diag=P)[0]", "j=M, d=X, s=U"),
    Case("common.evaluate_quadratic(j, d, s)", "j=M, d=X, s=U"),
    Case("common.evaluate_quadratic(j, d, s, diag=p)", "j=M, d=X, s=N, p=P"),
    Case("common.intersect_trust_region(x, s, r)", "x=U, s=P, r=3.0"),
    Case("common.minimize_quadratic_1d(a, b, -1.0, 2.0)[1]", "a=0.7, b=-0.9"),
    Case("common.reflective_transformation(y, lb, ub)[0]", "y=X, lb=X - U, ub=X + P"),
    Case("common.step_size_to_bound(x, s, lb, ub)[0]", "x=X, s=P, lb=X - 1.0, ub=X + 2.0"),
    Case("common.solve_lsq_trust_region(3, 5, uf, s, V, 0.4)[0]", "uf=X, s=P", setup="V = np.linalg.qr(M)[0]"),
    Case("common.solve_trust_region_2d(b, d, 0.4)[0]", "b=S[:2, :2], d=X[:2]"),
    Case("common.scale_for_robust_loss_function(j, v, rho)[0]", "j=M, v=X, rho=POSITIVE"),
    Case("common.compute_jac_scale(j)[0]", "j=M"),
    Case("common.make_strictly_feasible(x, X - 0.1, X + 1.0)", "x=X"),
    Case("common.update_tr_radius(d, a, p, s, True)[0]", "d=0.8, a=0.1, p=1.1, s=0.5"),
    Case("lsq.construct_loss_function(3, 'soft_l1', s)(v)", "s=0.7, v=X"),
    Case("lsq.construct_loss_function(3, 'cauchy', 0.7)(v)", "v=X"),
    Case("lsq.construct_loss_function(3, 'arctan', 0.7)(v, cost_only=True)", "v=X"),
    Case("dogbox.find_intersection(x, P, X - 2.0, X + 2.0)[0]", "x=X"),
    Case("dogbox.dogleg_step(x, n, d, a, b, P, X - 2.0, X + 2.0)[0]", "x=X, n=U, d=-U, a=0.7, b=-0.4"),
    Case("_numdiff.approx_derivative(lambda x: np.sin(a * x), X, method='cs')", "a=0.7", verdict="refused"),
    Case("_numdiff._compute_absolute_step(None, x, f0, '2-point')", "x=3.0 * X, f0=P"),
    Case("_zeros_py._secant(x, y)", "x=U[:2], y=X[:2]"),
    Case("_zeros_py._compute_divided_differences(x, y)", "x=U, y=X"),
    Case("_zeros_py._interpolated_poly(x, y, 0.4)", "x=U, y=X"),
    Case("_zeros_py._inverse_poly_zero(*a, *b)", "a=Y[:4], b=Z[:4]"),
    Case("_zeros_py._newton_quadratic(x, y, 1.2, 1.1, 2)", "x=np.array([0.1, 0.8]), y=np.array([-0.4, 0.9])"),
    Case("optimize.newton(lambda x: x ** 3 + x - a, 0.5)", "a=0.8"),
    Case("optimize.toms748(lambda x: x ** 3 + x - a, 0.0, 2.0)", "a=0.8"),
    Case("optimize.brentq(lambda x: x ** 3 + x - a, 0.0, 2.0)", "a=0.8"),
    Case("_qap._doubly_stochastic(p)", "p=POSITIVE", rtol=1e-2),
    Case("_linprog_ip._get_step(x, d, z, e, t, -0.3, k, -0.2, 0.9)", "x=P, d=-U, z=U, e=-P, t=0.7, k=0.9"),
    Case("_linprog_ip._do_step(x, y, z, 0.7, 0.9, X, X, X, 0.2, 0.3, a)[0]", "x=P, y=X, z=U, a=0.4"),
    Case("_linprog_ip._indicators(M, b, c, 0.3, x, y, z, t, k)[:3]", "b=X, c=P, x=U, y=X, z=P, t=0.8, k=0.6"),
    Case("projections.orthogonality(A, v)", "v=X"),
    Case("qp_subproblem.sphere_intersections(z, d, r)[1]", "z=U, d=P, r=2.0"),
    Case("qp_subproblem.box_intersections(z, d, X - 4.0, X + 4.0, entire_line=True)[1]", "z=U, d=P"),
    Case("qp_subproblem.box_sphere_intersections(z, d, X - 4.0, X + 4.0, r)[1]", "z=U, d=P, r=1.5"),
    Case("qp_subproblem.modified_dogleg(M[:2], N[:, :2], b, 0.9, X - 4.0, X + 4.0)", "b=X[:2]"),
    Case("_spectral._real2complex(_spectral._complex2real(z.astype(complex))).real", "z=X", verdict="refused"),
    Case("_constraints.strict_bounds(lb, ub, True, 3)", "lb=X, ub=P"),
    Case("optimize.least_squares(lambda x: np.append(x - a, x ** 2), U).x", "a=P", rtol=1e-4),
    Case("optimize.curve_fit(lambda t, a, b: a * np.exp(-b * t), T, y, p0=(1.0, 0.5))[0]", "y=np.exp(-T) + 0.02 * Y", rtol=1e-4),
    Case("optimize.root(lambda x: x ** 3 + M @ x - a, U).x", "a=X"),
    Case("optimize.fixed_point(lambda x: np.cos(a * x), 0.7)", "a=0.6"),
    # matrices
    Case("linalg.solve(a, b)", "a=M, b=N"),
    Case("linalg.solve_banded((1, 1), ab, b)", "ab=M + 2.0 * np.eye(3)[::-1], b=X"),
    Case("linalg.solveh_banded(ab, b)", "ab=np.array([[0.0, 0.3, -0.2], [2.0, 1.7, 2.2]]), b=X"),
    Case("linalg.solve_toeplitz((c, r), b)", "c=np.array([2.0, 0.4, -0.3]), r=np.array([2.0, 0.1, 0.5]), b=X"),
    Case("linalg.solve_circulant(c, b)", "c=P, b=X"),
    Case("linalg.matmul_toeplitz((c, r), x)", "c=P, r=X, x=U"),
    Case("linalg.pinv(a)", "a=A"),
    Case("linalg.pinvh(a)", "a=S"),
    Case("linalg.expm(a)", "a=M / 3.0"),
    Case("linalg.logm(a)", "a=S"),
    Case("linalg.sqrtm(a)", "a=S"),
    Case("linalg.cosm(a) + linalg.sinm(a)", "a=M / 3.0"),
    Case("linalg.tanhm(a)", "a=M / 3.0"),
    Case("linalg.fractional_matrix_power(a, t)", "a=S, t=0.4"),
    Case("linalg.fractional_matrix_power(a, 0.4)", "a=S"),
    Case("linalg.khatri_rao(a, b)", "a=M, b=A"),
    Case("linalg.polar(a)[1]", "a=M"),
    Case("linalg.procrustes(a, b)[1] if False else linalg.orthogonal_procrustes(a, b)[0]", "a=A, b=A[::-1]"),
    Case("linalg.solve_sylvester(a, b, q)", "a=M, b=S, q=N"),
    Case("linalg.solve_continuous_lyapunov(a, q)", "a=M, q=S"),
    Case("linalg.solve_discrete_lyapunov(a, q)", "a=M / 3.0, q=S"),
    Case("linalg.solve_continuous_are(a, b, S, S)", "a=M, b=N"),
    Case("linalg.circulant(c)", "c=X"),
    Case("linalg.companion(c)", "c=P"),
    Case("linalg.leslie(f, s)", "f=P, s=U[:2]"),
    Case("linalg.toeplitz(c, r) @ X", "c=P, r=X"),
    Case("linalg.hankel(c, r)", "c=P, r=X"),
    Case("linalg.fiedler(a)", "a=P"),
    Case("linalg.fiedler_companion(a)", "a=np.array([1.2, 0.4, 0.9, -0.3])"),
    Case("linalg.convolution_matrix(a, 4)", "a=X"),
    Case("linalg.block_diag(a, b)", "a=M, b=A"),
    Case("linalg.norm(a, 'nuc') + linalg.norm(a)", "a=M"),
    Case("linalg.cho_solve(linalg.cho_factor(a), b)", "a=S, b=X"),
    Case("linalg.lu_solve(linalg.lu_factor(a), b)", "a=M, b=X"),
    Case("linalg.null_space(a) ** 2", "a=M[:2]"),
    Case("linalg.matrix_balance(a, permute=False)[0]", "a=M"),
    Case("_matfuncs_inv_ssq._fractional_power_superdiag_entry(a, b, c, 0.4)", "a=1.2, b=1.7, c=0.3"),
    Case("_matfuncs_inv_ssq._logm_superdiag_entry(a, b, c)", "a=1.2, b=1.7, c=0.4"),
    Case("_matfuncs_inv_ssq._briggs_helper_function(a, 3)", "a=1.4"),
    Case("_matfuncs_inv_ssq._unwindk(z) + z", "z=1.4"),
    Case("_matfuncs_inv_ssq._logm_triu(t)", "t=np.triu(S)", verdict="refused"),
    Case("_expm_frechet._diff_pade5(a, e, np.eye(3))[2]", "a=M, e=N"),
    Case("_expm_frechet.expm_frechet_block_enlarge(a, e)[1]", "a=M / 3.0, e=N"),
    Case("_expm_frechet.vec(m)", "m=M"),
    Case("_basic._to_banded(1, 1, a)", "a=M"),
    Case("_solvers._solve_discrete_lyapunov_bilinear(a, q)", "a=M / 3.0, q=S"),
    Case("sparse_matfuncs._ExpmPadeHelper(a).pade7()[0]", "a=M"),
    Case("_matfuncs._exp_sinch(x)", "x=P"),
    Case("sparse_matfuncs._eq_10_42(1.2, 0.7, t)", "t=0.4"),
    Case("sparse_matfuncs._fragment_2_1(np.triu(S) * 1.0, t, 2)", "t=np.triu(S)"),
    Case("sparse_matfuncs.matrix_power(a, 3)", "a=M"),
    Case("sparse_linalg.expm_multiply(a, b)", "a=M / 3.0, b=X"),
    Case("_expm_multiply._expm_multiply_simple_core(a, b, 0.7, 0.2, 6, 2)", "a=M / 3.0, b=X"),
    Case("sparse_linalg.cg(S, b)[0]", "b=X"),
    Case("sparse_linalg.gmres(M, b)[0]", "b=X"),
    Case("sparse_linalg.bicgstab(a, X)[0]", "a=M", rtol=1e-4),
    Case("sparse_linalg.lsqr(A, b)[0]", "b=Y[:5]"),
    Case("sparse_linalg.tfqmr(M, b)[0]", "b=X"),
]
