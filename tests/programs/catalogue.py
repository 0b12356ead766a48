"""Every program with example inputs: a line each, and a second where another size takes another path."""

from __future__ import annotations

import copy
import inspect
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np

from tests.programs import (
    dynamics,
    engineering,
    estimation,
    fluids,
    graphs,
    kernels,
    learning,
    linear_algebra,
    misc,
    signal,
    stencils,
)
from tests.programs.inputs import csr, distances, dominant, gapped, one_hot, rand, randc, randn, spd, standardisable


@dataclass(frozen=True)
class Program:
    """A function whose result is a scalar, example arguments, and those to differentiate with respect to."""

    name: str
    fun: Callable[..., Any]
    args: tuple[Any, ...]
    argnums: tuple[int, ...]

    @property
    def argnames(self) -> tuple[str, ...]:
        """The names of the parameters differentiated."""
        parameters = list(inspect.signature(self.fun).parameters)
        return tuple(parameters[k] for k in self.argnums)

    def arguments(self) -> tuple[Any, ...]:
        """Fresh arguments: many programs write into them."""
        return copy.deepcopy(self.args)

    def __str__(self) -> str:
        """What pytest shows."""
        return self.name


EDGES = np.array([[0, 1], [1, 2], [2, 3], [3, 0], [1, 3], [1, 2]])
ROADS = (np.array([0, 0, 1, 2, 1, 3]), np.array([1, 2, 2, 3, 3, 4]), np.array([1.0, 4.0, 2.0, 1.5, 6.0, 1.0]))
HMM = (randn(1, 3), randn(2, 3, 3), randn(3, 3, 4))
CAVITY = (randn(1, 6, 6, scale=0.1), randn(2, 6, 6, scale=0.1), randn(3, 6, 6, scale=0.1), 0.01, 0.4, 0.4, 1.1, 0.1)
BLOCKS = randn(1, 3, 3, 3) + 1j * randn(2, 3, 3, 3)
PLANE = (1.1, -1.2, 0.4, -0.9, 1.0)
VADV = (randn(1, 3, 2, 4), randn(2, 3, 2, 4), randn(3, 4, 2, 4), randn(4, 3, 2, 4), randn(5, 3, 2, 4), 3.0)
BODIES = (rand(1, 4, 1), randn(2, 4, 3), randn(3, 4, 3, scale=0.3))
MLP = (randn(1, 3, 4), randn(2, 4, 5), randn(3, 5), randn(4, 5, 4), randn(5, 4), randn(6, 4, 3), randn(7, 3))
LAYERS = [(randn(1, 3, 4), randn(2, 4)), (randn(3, 4, 4), randn(4, 4)), (randn(5, 4, 2), randn(6, 2))]
TRACK = (randn(1, 2), spd(2, 2), randn(3, 2, 2), spd(4, 2), randn(5, 1, 2), spd(6, 1))
MIXTURE_1D = (randn(1, 2), randn(2, 2, 1), randn(3, 2, 1), randn(4, 3, 1))
SEEN = np.array([[0, 0], [1, 2], [0, 1], [1, 0]])
CAMERAS = rand(1, 2, 11, low=0.1, high=0.4)
UPRIGHT = CAMERAS * (np.arange(11) >= 3)
POINTS = randn(2, 3, 3) + np.array([0.0, 0.0, 8.0])
TRUSS = (np.array([[0.0, 0.0], [0.0, 1.0], [1.0, 0.05], [1.1, 1.0]]), rand(1, 5) + 0.5, 0.4, 1.3)
OPTIONS = (np.array([75.0, 115.0, 140.0]), 100.0, rand(1, 3), 0.03, 0.25)
PREY = (np.array([1.0, 0.6]), np.array([1.1, 0.7, 0.5, 0.9]))

_ENTRIES: list[tuple[str, Callable[..., Any], tuple[Any, ...], tuple[int, ...]]] = [
    # stencils
    ("", stencils.jacobi_1d, (4, randn(1, 9), randn(2, 9)), (1, 2)),
    ("shortest", stencils.jacobi_1d, (2, randn(1, 2), randn(2, 2)), (1, 2)),
    ("", stencils.jacobi_2d, (3, randn(1, 6, 5), randn(2, 6, 5)), (1, 2)),
    ("no steps", stencils.jacobi_2d, (1, randn(1, 3, 3), randn(2, 3, 3)), (1, 2)),
    ("", stencils.heat_3d, (3, randn(1, 5, 4, 4), randn(2, 5, 4, 4)), (1, 2)),
    ("", stencils.seidel_2d, (2, 5, randn(1, 5, 5)), (2,)),
    ("no interior", stencils.seidel_2d, (2, 2, randn(1, 2, 2)), (2,)),
    ("", stencils.seidel_2d_rows, (3, 5, randn(1, 5, 5)), (2,)),
    ("", stencils.red_black, (randn(1, 11), randn(2, 11), 0.3, 1.4, 3), (0, 1, 2, 3)),
    ("no sweeps", stencils.red_black, (randn(1, 7), randn(2, 7), 0.3, 1.4, 0), (0, 1, 3)),
    ("", stencils.wave_1d, (randn(1, 8), randn(2, 8), 0.4, 5), (0, 1, 2)),
    ("no steps", stencils.wave_1d, (randn(1, 8), randn(2, 8), 0.4, 0), (0, 1, 2)),
    ("odd", stencils.heat_swap, (randn(1, 8), rand(2, 8), 3), (0, 1)),
    ("even", stencils.heat_swap, (randn(1, 8), rand(2, 8), 4), (0, 1)),
    ("no steps", stencils.heat_swap, (randn(1, 8), rand(2, 8), 0), (0, 1)),
    ("", stencils.adi, (2, 6, randn(1, 6, 6), 0.7), (2, 3)),
    ("", stencils.fdtd_2d, (3, randn(1, 5, 4), randn(2, 5, 4), randn(3, 5, 4), randn(4, 3)), (1, 2, 3, 4)),
    ("no steps", stencils.fdtd_2d, (0, randn(1, 2, 2), randn(2, 2, 2), randn(3, 2, 2), randn(4, 1)), (1, 2, 3, 4)),
    ("", stencils.hdiff, (randn(1, 8, 7), rand(2, 4, 3)), (0, 1)),
    # linear algebra
    ("", linear_algebra.cholesky, (spd(1, 5),), (0,)),
    ("n=1", linear_algebra.cholesky, (spd(1, 1),), (0,)),
    ("", linear_algebra.cholesky_columns, (spd(1, 5), randn(2, 5)), (0, 1)),
    ("n=1", linear_algebra.cholesky_columns, (spd(1, 1), randn(2, 1)), (0, 1)),
    ("", linear_algebra.lu, (dominant(1, 5),), (0,)),
    ("n=1", linear_algebra.lu, (dominant(1, 1),), (0,)),
    ("", linear_algebra.lu_solve, (dominant(1, 4), randn(2, 4, scale=4.0)), (0, 1)),
    ("", linear_algebra.gauss_pivot, (spd(1, 4)[::-1].copy(), randn(2, 4)), (0, 1)),
    ("", linear_algebra.gramschmidt, (randn(1, 6, 4),), (0,)),
    ("one column", linear_algebra.gramschmidt, (randn(1, 3, 1),), (0,)),
    ("", linear_algebra.householder, (randn(1, 5, 3),), (0,)),
    ("", linear_algebra.durbin, (randn(1, 6, scale=0.2),), (0,)),
    ("n=1", linear_algebra.durbin, (randn(1, 1),), (0,)),
    ("", linear_algebra.trisolv, (dominant(1, 5), randn(2, 5), randn(3, 5, scale=3.0)), (0, 1, 2)),
    ("", linear_algebra.tridiagonal, (randn(1, 5), rand(2, 6) + 3, randn(3, 5), randn(4, 6, scale=3.0)), (0, 1, 2, 3)),
    ("n=1", linear_algebra.tridiagonal, (randn(1, 0), rand(2, 1), randn(3, 0), randn(4, 1)), (1, 3)),
    ("", linear_algebra.gemver, (0.7, 0.6, randn(1, 4, 4), *(randn(k, 4) for k in range(2, 8))), tuple(range(9))),
    ("", linear_algebra.trmm, (1.3, randn(1, 4, 4), randn(2, 4, 3)), (0, 1, 2)),
    ("", linear_algebra.syrk, (1.3, 0.8, randn(1, 4, 4), randn(2, 4, 3)), (0, 1, 2, 3)),
    ("", linear_algebra.doitgen, (randn(1, 2, 3, 4), randn(2, 4, 4), np.zeros(4)), (0, 1)),
    ("", linear_algebra.conjugate_gradient, (spd(1, 5), randn(2, 5), randn(3, 5), 3), (0, 1, 2)),
    ("no steps", linear_algebra.conjugate_gradient, (spd(1, 3), randn(2, 3), randn(3, 3), 0), (0, 1, 2)),
    ("", linear_algebra.power_iteration, (spd(1, 3), rand(2, 3), 1e-8), (0,)),
    ("", linear_algebra.determinant, (randn(1, 4, 4),), (0,)),
    ("n=1", linear_algebra.determinant, (randn(1, 1, 1),), (0,)),
    # fluids
    ("", fluids.cavity_flow, (3, 2, *CAVITY), (2, 3, 4, 8, 9)),
    ("no pressure", fluids.cavity_flow, (2, 0, *CAVITY), (2, 3, 4, 8, 9)),
    ("no steps", fluids.cavity_flow, (0, 2, *CAVITY), (2, 3, 4)),
    ("", fluids.channel_flow, (6, rand(1, 6, 4), 0.8, 0.05, 0.4, 0.3, 1e-6), (1, 2, 5)),
    ("", fluids.vertical_advection, VADV, (0, 1, 2, 3, 4, 5)),
    ("", fluids.burgers, (randn(1, 8), 0.1, 0.5, 0.1, 3), (0, 1)),
    ("", fluids.shallow_water, (rand(1, 8) + 1.0, randn(2, 8, scale=0.2), 1.3, 0.1, 4), (0, 1, 2)),
    # kernels
    ("", kernels.azimuthal_histogram, (rand(1, 12), rand(2, 12), 3), (0, 1)),
    ("", kernels.azimuthal_masks, (rand(1, 12), rand(2, 12, low=0.0), 2), (0,)),
    ("", kernels.arc_distance, (rand(1, 4), rand(2, 4), rand(3, 4), rand(4, 4)), (0, 1, 2, 3)),
    ("", kernels.contour_integral, (BLOCKS, [0.5 + 0.2j, 1.4 - 0.3j], randn(3, 3, 2)), (0, 2)),
    ("", kernels.escape_masks, (*PLANE, (5, 4), 5), (0, 1, 2, 3, 4)),
    ("", kernels.escape_shrinking, (*PLANE, (5, 4), 5), (0, 1, 2, 3, 4)),
    ("none is left", kernels.escape_shrinking, (1.1, 1.2, 3.4, 1.9, 3.0, (2, 3), 5), (0, 1, 2, 3, 4)),
    ("no steps", kernels.escape_shrinking, (*PLANE, (2, 3), 0), (0, 1, 2, 3, 4)),
    ("", kernels.nussinov, (rand(1, 6, 6), [0, 3, 1, 2, 2, 1]), (0,)),
    ("", kernels.smith_waterman, (2.0, 0.3, "abcb", "abdcb"), (0, 1)),
    ("", kernels.self_energies, (np.array([[0, 1], [1, 0]]), randn(1, 2, 2, 2, 2, 2), randn(2, 1, 2, 2, 2, 2) + 0.3j,
                                 randn(3, 2, 2, 2, 2)), (1, 2, 3)),
    ("", kernels.syr2k, (1.1, 0.7, randn(1, 4, 4), randn(2, 4, 3), randn(3, 4, 3)), (0, 1, 2, 3, 4)),
    ("", kernels.symm, (1.1, 0.7, randn(1, 4, 3), randn(2, 4, 4), randn(3, 4, 3)), (0, 1, 2, 3, 4)),
    ("", kernels.lenet, (randn(1, 2, 6, 6, 1), randn(2, 3, 3, 1, 2), randn(3, 2), randn(4, 8, 4), randn(5, 4)), (0, 1, 2, 3, 4)),
    ("", kernels.periodic_channel, (rand(1, 5, 6), rand(2, 5, 6), 1.0, 0.1, 1.0, 3), (0, 1, 2, 3, 4)),
    # graphs
    ("", graphs.floyd_warshall, (rand(3, 6, 6, low=0.1, high=3.0),), (0,)),
    ("", graphs.floyd_warshall_loops, (rand(2, 5, 5, low=0.1, high=3.0),), (0,)),
    ("", graphs.bellman_ford, (*ROADS, 0, 5), (2,)),
    ("", graphs.spmv, (*csr(1, 5, 6), randn(2, 6)), (2, 3)),
    ("", graphs.spmv_loops, (*csr(3, 4, 4), randn(4, 4), 2), (2, 3)),
    ("no repeats", graphs.spmv_loops, (*csr(3, 4, 4), randn(4, 4), 0), (3,)),
    ("", graphs.assemble, (EDGES, rand(1, 6), 4, np.array([0.0, 0.4, -1.2, 0.7])), (1, 3)),
    ("", graphs.pagerank, (rand(1, 5, 5), 0.85, 4), (0, 1)),
    # signal
    ("", signal.stockham_fft, (randc(1, 8),), (0,)),
    ("n=1", signal.stockham_fft, (randc(1, 1),), (0,)),
    ("n=16", signal.stockham_fft, (randc(3, 16),), (0,)),
    ("", signal.power_spectrum, (randn(1, 8),), (0,)),
    ("", signal.dft_loops, (randn(1, 6),), (0,)),
    ("", signal.conv2d, (randn(1, 2, 5, 4, 2), randn(2, 2, 2, 2, 3), randn(3, 3)), (0, 1, 2)),
    ("", signal.convolve_full, (randn(1, 7), randn(2, 3)), (0, 1)),
    ("", signal.deriche, (0.5, randn(1, 6, 5, scale=3.0)), (0, 1)),
    ("two by two", signal.deriche, (0.5, randn(1, 2, 2, scale=3.0)), (0, 1)),
    ("", signal.iir_filter, (randn(1, 3), np.array([1.2, -0.5, 0.3]), randn(2, 9)), (0, 1, 2)),
    ("order 0", signal.iir_filter, (randn(1, 1), np.array([1.2]), randn(2, 4)), (0, 1, 2)),
    ("", signal.haar, (randn(1, 16), 3), (0,)),
    ("no levels", signal.haar, (randn(1, 4), 0), (0,)),
    ("", signal.prefix_sum, (randn(1, 7),), (0,)),
    ("n=1", signal.prefix_sum, (randn(1, 1),), (0,)),
    ("", signal.bilateral, (randn(1, 4, 5), 0.8, 1), (0, 1)),
    # learning
    ("", learning.mlp, (*MLP, np.array([0, 2, 1])), (0, 1, 2, 3, 4, 5, 6)),
    ("", learning.mlp_params, (LAYERS, randn(7, 5, 3), randn(8, 5, 2)), (0, 1)),
    ("one layer", learning.mlp_params, (LAYERS[-1:], randn(7, 5, 4), randn(8, 5, 2)), (0,)),
    ("", learning.training_steps,
     ({"w": randn(1, 3), "b": np.array(0.3)}, randn(2, 6, 3), np.array([0.0, 1, 1, 0, 1, 0]), 0.3, 3), (0, 1, 3)),
    ("no steps", learning.training_steps,
     ({"w": randn(1, 3), "b": np.array(0.3)}, randn(2, 4, 3), np.array([0.0, 1, 1, 0]), 0.3, 0), (0, 1)),
    ("", learning.lstm, (randn(1, 4, 12), randn(2, 3, 3), randn(3, 4, 3), one_hot([0, 2, 1, 1], 3)), (0, 1, 2)),
    ("one item", learning.lstm, (randn(1, 4, 12), randn(2, 3, 3), randn(3, 4, 3), one_hot([0, 2], 3)), (0, 1, 2)),
    ("", learning.vanilla_rnn,
     (randn(1, 4, 3), randn(2, 4, 4), randn(3, 3, 4), [0, 2, 1], [2, 1, 1], randn(4, 4, 1)), (0, 1, 2, 5)),
    ("", learning.attention, (randn(1, 4, 6), *(randn(k, 6, 6) for k in (2, 3, 4)), rand(5, 6)), (0, 1, 2, 3, 4)),
    ("", learning.small_cnn,
     (randn(1, 3, 5, 5, 2), randn(2, 2, 2, 2, 3), randn(3, 3), randn(4, 12, 2, scale=0.3)), (0, 1, 2, 3)),
    ("", learning.logistic_regression, (randn(1, 3), randn(2, 5, 3), np.array([1.0, -1, 1, 1, -1]), 0.1), (0, 1, 3)),
    ("", learning.kmeans_cost, (randn(1, 9, 2), randn(2, 3, 2)), (0, 1)),
    ("", learning.kmeans_lloyd, (randn(1, 9, 2), randn(2, 3, 2), 2), (0,)),
    ("no iterations", learning.kmeans_lloyd, (randn(1, 9, 2), randn(2, 3, 2), 0), (0, 1)),
    ("", learning.mds_stress, (randn(1, 5, 2), distances(2, 5)), (0, 1)),
    ("", learning.mds_step, (randn(1, 4, 2), distances(2, 4), 0.05, 3), (0, 1, 2)),
    # estimation
    ("", estimation.correlation, (4, 7.0, standardisable(1, 7, 4)), (2,)),
    ("", estimation.covariance, (3, 6.0, randn(1, 6, 3)), (1, 2)),
    ("one column", estimation.covariance, (1, 4.0, randn(1, 4, 1)), (1, 2)),
    ("", estimation.kalman, (*TRACK, gapped(7, 5, 1)), (0, 1, 2, 3, 4, 5)),
    ("nothing measured", estimation.kalman, (*TRACK, np.zeros((0, 1))), (0, 1)),
    ("", estimation.gmm_objective, (randn(1, 3), randn(2, 3, 2), randn(3, 3, 3), randn(4, 5, 2), 1.2, 1), (0, 1, 2, 4)),
    ("d=1", estimation.gmm_objective, (*MIXTURE_1D, 1.2, 0), (0, 1, 2, 3)),
    ("", estimation.bundle_adjustment, (CAMERAS, POINTS, rand(3, 4), SEEN, randn(4, 4, 2)), (0, 1, 2, 4)),
    ("no rotation", estimation.bundle_adjustment, (UPRIGHT, POINTS, rand(3, 4), SEEN, randn(4, 4, 2)), (0, 1, 2, 4)),
    ("no observations", estimation.bundle_adjustment, (CAMERAS, POINTS, rand(3, 0), SEEN[:0], randn(4, 0, 2)), (0, 1)),
    ("", estimation.hmm_forward, (*HMM, [1, 0, 3, 2, 2]), (0, 1, 2)),
    ("one observation", estimation.hmm_forward, (*HMM, [1]), (0, 1, 2)),
    ("", estimation.garch, (0.1, 0.2, 0.7, randn(1, 8)), (0, 1, 2, 3)),
    ("", estimation.gaussian_process, (randn(1, 5), randn(2, 5), -0.3, 0.5), (0, 1, 2, 3)),
    ("", estimation.huber_fit, (np.array([1.2, 0.3, 2.0]), np.linspace(0, 3, 9), randn(1, 9), 0.7), (0, 1, 2, 3)),
    # dynamics
    ("", dynamics.nbody, (*BODIES, 3, 0.05, 0.9, 0.3), (0, 1, 2, 5, 6)),
    ("no softening", dynamics.nbody, (*BODIES, 2, 0.05, 0.9, 0.0), (0, 1, 2, 5)),
    ("no steps", dynamics.nbody, (*BODIES, 0, 0.05, 0.9, 0.0), (0, 1, 2, 5)),
    ("", dynamics.nbody_pairs, (rand(1, 4), *BODIES[1:], 0.05, 2), (0, 1, 2, 3)),
    ("prey", dynamics.runge_kutta, (dynamics.lotka_volterra, *PREY, 1.5, 4), (1, 2, 3)),
    ("oscillator", dynamics.runge_kutta, (dynamics.van_der_pol, randn(1, 2), rand(2, 4), 1.5, 4), (1, 2, 3)),
    ("heun", dynamics.butcher, (dynamics.lotka_volterra, dynamics.HEUN, *PREY, 0.2, 4), (2, 3, 4)),
    ("kutta", dynamics.butcher, (dynamics.van_der_pol, dynamics.KUTTA3, randn(1, 2), rand(2, 4), 0.2, 3), (2, 3, 4)),
    ("", dynamics.heun_adaptive, (*PREY, 2.05, 0.8, 0.04), (0, 1)),
    ("", dynamics.lorenz, (randn(1, 3), 10.0, 28.0, 2.5, 0.01, 8), (0, 1, 2, 3)),
    ("no steps", dynamics.lorenz, ((0.3, 0.8, 1.4), 10.0, 28.0, 2.5, 0.01, 0), (0,)),
    ("", dynamics.pendulum, (0.7, 1.3, 0.2, 0.05, 10), (0, 1, 2)),
    ("one bounce", dynamics.bouncing_ball, (1.0, 0.8, 0.03, 25), (0, 1)),
    ("early return", dynamics.bouncing_ball, (1.0, 0.8, 0.03, 60), (0, 1)),
    ("", dynamics.seir, (0.6, 0.2, np.array([0.9, 0.05, 0.05, 0.0]), 6), (0, 1, 2)),
    ("no days", dynamics.seir, (0.6, 0.2, np.array([0.9, 0.05, 0.05, 0.0]), 0), (2,)),
    ("", dynamics.kuramoto, (randn(1, 5), randn(2, 5), 0.8, 0.1, 4), (0, 1, 2)),
    # engineering
    ("", engineering.truss, (*TRUSS, "dense"), (0, 1, 2, 3)),
    ("sparse", engineering.truss, (*TRUSS, "sparse"), (0, 1, 2, 3)),
    ("", engineering.crank_nicolson, (rand(1, 4), randn(2, 5), 0.3, 3), (0, 1, 2)),
    ("no steps", engineering.crank_nicolson, (rand(1, 4), randn(2, 5), 0.3, 0), (1,)),
    ("", engineering.pharmacokinetics, (np.array([0.2, -0.9]), np.array([5.0, 8.0]), rand(1, 4)), (0, 1, 2)),
    ("", engineering.power_flow, (rand(1, 3, low=0.01, high=0.05), rand(2, 3, low=0.1, high=0.3), 0.9), (0, 1, 2)),
    # miscellaneous
    ("", misc.newton_root, (2.5, 0.4, 1e-12), (0, 1)),
    ("", misc.newton_system, (np.array([1.5, 1.0]), np.array([0.7, 3.0, 1.2]), 30), (1,)),
    ("no convergence", misc.newton_system, (np.array([1.5, 1.0]), np.array([0.7, 3.0, 1.2]), 2), (0, 1)),
    ("", misc.bisect_newton, (misc.kepler, np.array([0.4, 1.3]), 0.0, 3.0), (1,)),
    ("", misc.horner, (randn(1, 5), randn(2, 4)), (0, 1)),
    ("no coefficients but one", misc.horner, (randn(1, 1), randn(2, 4)), (0,)),
    ("", misc.horner_in_place, (randn(1, 5), randn(2, 4), np.zeros(4)), (0, 1)),
    ("", misc.clenshaw, (randn(1, 6), 0.4), (0, 1)),
    ("two terms", misc.clenshaw, (randn(1, 2), 0.4), (0, 1)),
    ("one term", misc.clenshaw, (randn(1, 1), 0.4), (0,)),
    ("", misc.lagrange, (np.array([0.0, 0.9, 2.1, 3.2]), randn(1, 4), 1.4), (0, 1, 2)),
    ("", misc.agm, (1.0, 0.3), (0, 1)),
    ("", misc.integral_of_bump, (-0.4, 1.2, 0.9, 8), (0, 1, 2)),
    ("", misc.area_adaptive, (0.1, 1.9, 0.7), (0, 1, 2)),
    ("", misc.black_scholes, OPTIONS, (0, 1, 2, 3, 4)),
    ("", misc.american_put, (38.0, 40.0, 0.06, 0.25, 1.0, 8), (0, 1, 2, 3, 4)),
    ("", misc.haversine, (rand(1, 5), randn(2, 5), rand(3, 5, low=-1.0, high=0.0), randn(4, 5)), (0, 1, 2, 3)),
    ("", misc.go_fast, (randn(1, 5, 5),), (0,)),
    ("", misc.rosenbrock, (randn(1, 6),), (0,)),
    ("n=1", misc.rosenbrock, (randn(1, 1),), (0,)),
    ("", misc.bubble_sort_weighted, (randn(1, 6), randn(2, 6)), (0, 1)),
]  # fmt: skip

PROGRAMS = [
    Program(f"{fun.__name__}[{variant}]" if variant else fun.__name__, fun, args, argnums)
    for variant, fun, args, argnums in _ENTRIES
]
