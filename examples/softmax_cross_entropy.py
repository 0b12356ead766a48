"""The derivative of softmax and cross-entropy, written naively: `python examples/softmax_cross_entropy.py`.

Textbooks show that it simplifies to q - p. The generated code is the long way, one statement at a time, and can be read;
its numbers are those of the short way. And the second derivative is diag(q) - q q^T.
"""

from __future__ import annotations

import argparse

import numpy as np

import tangentish


def softmax(z):
    e = np.exp(z)
    e /= np.sum(e)
    return e


def cross_entropy(z, p):
    """Of the predicted probabilities softmax(z), where p are the true ones."""
    q = softmax(z)
    return -np.sum(p * np.log(q))


def main(argv=None):
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--classes", type=int, default=6)
    options = parser.parse_args(argv)
    rng = np.random.default_rng(0)
    z = rng.normal(size=options.classes)
    p = rng.dirichlet(np.ones(options.classes))
    q = softmax(z)

    gradient = tangentish.grad(cross_entropy)
    z_bar = gradient(z, p)
    print(gradient.source)
    with np.printoptions(precision=6, suppress=True):
        print("as generated ", z_bar)
        print("q - p        ", q - p)
    print(f"largest difference: {np.max(np.abs(z_bar - (q - p))):.1e}")

    curvature = tangentish.hessian(cross_entropy)(z, p)
    expected = np.diag(q) - np.outer(q, q)
    print(f"second derivative, largest difference from diag(q) - q q^T: {np.max(np.abs(curvature - expected)):.1e}")

    # the simplification is worth something: where a probability is 0 in floating point, the naive code is lost
    far = np.array([0.0, 800.0])
    with np.errstate(all="ignore"):
        naive = gradient(far, np.array([0.0, 1.0]))
    print(f"at z = {far}: as generated {naive}; exp(800) overflows, in the function itself too")


if __name__ == "__main__":
    main()
