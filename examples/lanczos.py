"""The sharpest and the flattest directions of a network's loss: `python examples/lanczos.py`.

The extreme eigenvalues of the Hessian of a digits classifier, before and after training. The Hessian has nine million
entries and is never formed: SciPy's Lanczos iteration sees a `LinearOperator` whose product is `tangentish.hvp`. A network
small enough to form the whole Hessian, by central differences of the gradient, checks the method first.
"""

from __future__ import annotations

import argparse
from pathlib import Path

import numpy as np
from matplotlib.figure import Figure
from scipy.sparse.linalg import LinearOperator, eigsh
from sklearn.datasets import load_digits

import tangentish


def loss(theta, sizes, images, labels, decay):
    """Mean cross-entropy of a network with one hidden layer, all of whose parameters are in one vector."""
    n, m, k = sizes
    w1 = theta[: n * m].reshape(n, m)
    b1 = theta[n * m : (n + 1) * m]
    w2 = theta[(n + 1) * m : (n + 1) * m + m * k].reshape(m, k)
    b2 = theta[(n + 1) * m + m * k :]
    z = np.tanh(images @ w1 + b1) @ w2 + b2
    z = z - np.max(z, axis=1, keepdims=True)
    log_p = z - np.log(np.sum(np.exp(z), axis=1, keepdims=True))
    return 0.5 * decay * np.sum(theta ** 2) - np.mean(log_p[np.arange(len(labels)), labels])


GRADIENT = tangentish.grad(loss)
PRODUCT = tangentish.hvp(loss)


def initial(sizes, rng):
    n, m, k = sizes
    return np.concatenate([rng.normal(size=n * m) / np.sqrt(n), np.zeros(m), rng.normal(size=m * k) / np.sqrt(m), np.zeros(k)])


def train(theta, sizes, images, labels, decay, epochs, rng):
    """Minibatch gradient descent with momentum."""
    theta, velocity = theta.copy(), np.zeros_like(theta)
    for _ in range(epochs):
        order = rng.permutation(len(images))
        for start in range(0, len(images), 64):
            batch = order[start : start + 64]
            velocity *= 0.9
            velocity -= 0.1 * GRADIENT(theta, sizes, images[batch], labels[batch], decay)
            theta += velocity
    return theta


def extremes(theta, *rest, count):
    """The `count` largest and the `count` smallest eigenvalues of the Hessian at `theta`, from the largest down."""
    hessian = LinearOperator((theta.size, theta.size), matvec=lambda v: PRODUCT(theta, *rest, v.ravel()), dtype=float)
    found = [np.sort(eigsh(hessian, k=count, which=end, tol=1e-4, return_eigenvectors=False))[::-1] for end in ("LA", "SA")]
    return np.concatenate(found)


def by_differences(theta, *rest, step=1e-5):
    """The whole Hessian, by central differences of the gradient."""
    columns = [(GRADIENT(theta + e, *rest) - GRADIENT(theta - e, *rest)) / (2.0 * step) for e in step * np.eye(theta.size)]
    matrix = np.array(columns)
    return 0.5 * (matrix + matrix.T)


def check(images, labels, rng, count=3):
    """The largest difference between Lanczos and all eigenvalues of a small network's Hessian, and how large these are."""
    sizes = (4, 3, 10)
    theta = initial(sizes, rng)
    rest = (sizes, images[:50, 20:24], labels[:50], 1e-3)
    found = extremes(theta, *rest, count=count)
    every = np.linalg.eigvalsh(by_differences(theta, *rest))[::-1]
    return np.max(np.abs(found - np.concatenate([every[:count], every[-count:]]))), every[0], theta.size


def draw(path, spectra):
    """The eigenvalues found, largest on the left and smallest on the right."""
    figure = Figure(figsize=(9.0, 4.0), layout="constrained")
    count = len(next(iter(spectra.values()))) // 2
    for ax, part, title in zip(figure.subplots(1, 2), (slice(count), slice(count, None)), ("largest", "smallest"), strict=True):
        for label, values in spectra.items():
            ax.plot(np.arange(count), values[part], "o-", label=label)
        ax.axhline(0.0, color="black", linewidth=0.5)
        ax.set(title=f"{title} eigenvalues of the Hessian", xticks=[])
        ax.legend()
    figure.savefig(path, dpi=120)


def main(argv=None):
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--hidden", type=int, default=40)
    parser.add_argument("--images", type=int, default=1000)
    parser.add_argument("--epochs", type=int, default=30)
    parser.add_argument("--count", type=int, default=10, help="eigenvalues at each end")
    parser.add_argument("--output", type=Path, default=Path("lanczos.png"), help="the picture")
    options = parser.parse_args(argv)

    rng = np.random.default_rng(0)
    images, labels = load_digits(return_X_y=True)
    images, labels = images[: options.images] / 16.0, labels[: options.images]
    error, largest, count = check(images, labels, rng)
    print(f"{count} parameters: largest eigenvalue {largest:.4f}; Lanczos differs from the whole Hessian by {error:.1e}")

    sizes, decay = (64, options.hidden, 10), 1e-3
    before = initial(sizes, rng)
    after = train(before, sizes, images, labels, decay, options.epochs, rng)
    spectra = {}
    for when, theta in (("before training", before), ("after training", after)):
        spectra[when] = extremes(theta, sizes, images, labels, decay, count=options.count)
        print(f"{theta.size} parameters, {when}: loss {loss(theta, sizes, images, labels, decay):.4f}, "
              f"eigenvalues from {spectra[when][-1]:.4f} to {spectra[when][0]:.4f}")
    draw(options.output, spectra)
    print(f"picture: {options.output}")


if __name__ == "__main__":
    main()
