"""Train a neural network on handwritten digits, in plain NumPy: `python examples/digits.py`.

The network works in place, as NumPy code does where memory matters. tangentish reads `loss`, writes its derivative,
and that is what trains the network; the file it is saved to can be read, and run without tangentish.
"""

from __future__ import annotations

import argparse
import time
from itertools import pairwise
from pathlib import Path

import numpy as np
from rich.progress import Progress
from sklearn.datasets import load_digits

import tangentish


def loss(w1, b1, w2, b2, w3, b3, images, labels):
    """Mean cross-entropy of a network with two hidden layers."""
    h = images @ w1
    h += b1
    h[h < 0.0] = 0.0
    h = h @ w2
    h += b2
    np.maximum(h, 0.0, out=h)
    scores = h @ w3 + b3
    scores -= np.max(scores, axis=1, keepdims=True)
    log_p = scores - np.log(np.sum(np.exp(scores), axis=1, keepdims=True))
    return -np.mean(log_p[np.arange(len(labels)), labels])


def classify(parameters, images):
    """The most likely digit of each image."""
    w1, b1, w2, b2, w3, b3 = parameters
    h = np.maximum(np.maximum(images @ w1 + b1, 0.0) @ w2 + b2, 0.0)
    return np.argmax(h @ w3 + b3, axis=1)


def initial_parameters(rng, sizes=(64, 64, 32, 10)):
    """Random weights and zero biases, layer after layer."""
    parameters = []
    for n, m in pairwise(sizes):
        parameters += [rng.normal(size=(n, m)) * np.sqrt(2.0 / n), np.zeros(m)]
    return parameters


def train(images, labels, epochs, rng, batch=64, rate=0.1, momentum=0.9):
    """Stochastic gradient descent with momentum; returns the parameters and the derivative that was used."""
    parameters = initial_parameters(rng)
    velocities = [np.zeros_like(p) for p in parameters]
    loss_and_gradient = tangentish.value_and_grad(loss, argnums=(0, 1, 2, 3, 4, 5))
    with Progress() as progress:
        task = progress.add_task("training", total=epochs)
        for _ in range(epochs):
            order = rng.permutation(len(images))
            for start in range(0, len(images), batch):
                chosen = order[start : start + batch]
                value, gradient = loss_and_gradient(*parameters, images[chosen], labels[chosen])
                for p, v, g in zip(parameters, velocities, gradient, strict=True):
                    v *= momentum
                    v -= rate * g
                    p += v
            progress.update(task, advance=1, description=f"training, loss {value:.4f}")
    return parameters, loss_and_gradient


def main(argv=None):
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--epochs", type=int, default=30)
    parser.add_argument("--output", type=Path, default=Path(__file__).parent / "generated", help="a folder")
    options = parser.parse_args(argv)

    rng = np.random.default_rng(0)
    images, labels = load_digits(return_X_y=True)
    images = images / 16.0
    order = rng.permutation(len(images))
    test, training = order[:360], order[360:]

    start = time.perf_counter()
    parameters, loss_and_gradient = train(images[training], labels[training], options.epochs, rng)
    seconds = time.perf_counter() - start

    accuracy = np.mean(classify(parameters, images[test]) == labels[test])
    options.output.mkdir(parents=True, exist_ok=True)
    path = options.output / "digits_gradient.py"
    path.write_text(loss_and_gradient.source)
    print(f"test accuracy {accuracy:.1%} after {options.epochs} epochs in {seconds:.1f} s")
    print(f"the derivative that tangentish wrote: {path}")
    return accuracy


if __name__ == "__main__":
    main()
