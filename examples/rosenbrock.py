"""Differentiate a function of SciPy as it is installed, and minimise it: `python examples/rosenbrock.py`.

`scipy.optimize.rosen` knows nothing of tangentish, and nothing of it is changed. SciPy ships its derivative too,
`rosen_der`, worked out by hand: here it serves to compare.
"""

from __future__ import annotations

import numpy as np
from scipy.optimize import minimize, rosen, rosen_der

import tangentish


def main():
    gradient = tangentish.grad(rosen)

    x = np.array([1.3, 0.7, 0.8, 1.9, 1.2])
    print("by tangentish   ", gradient(x))
    print("SciPy, by hand  ", rosen_der(x))
    np.testing.assert_allclose(gradient(x), rosen_der(x), rtol=1e-12)

    found = minimize(rosen, x, jac=gradient, method="BFGS")
    print(f"minimum at {found.x.round(4)} after {found.nit} iterations")
    print()
    print(gradient.source)
    return found.x


if __name__ == "__main__":
    main()
