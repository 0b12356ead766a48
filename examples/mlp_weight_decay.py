"""A hidden layer, weight decay, and the textbook's gradient to compare with: `python examples/mlp_weight_decay.py`.

Minibatch gradient descent on handwritten digits. Before and after training, the gradient from the generated code is printed
beside the one worked out on paper, as any textbook has it.
"""

from __future__ import annotations

import argparse

import numpy as np
from rich.console import Console
from rich.table import Table
from sklearn.datasets import load_digits

import tangentish

NAMES = ("w1", "b1", "w2", "b2")


def loss(w1, b1, w2, b2, x, labels, decay):
    """Mean cross-entropy of a network with one hidden layer, and a penalty for large weights."""
    h = x @ w1
    h += b1
    np.tanh(h, out=h)
    z = h @ w2 + b2
    z -= np.max(z, axis=1, keepdims=True)
    log_p = z - np.log(np.sum(np.exp(z), axis=1, keepdims=True))
    penalty = 0.5 * decay * (np.sum(w1 ** 2) + np.sum(w2 ** 2))
    return penalty - np.mean(log_p[np.arange(len(labels)), labels])


def textbook(w1, b1, w2, b2, x, labels, decay):
    """Backpropagation by hand: delta = (p - y) / n at the output, then back through the tanh."""
    h = np.tanh(x @ w1 + b1)
    z = h @ w2 + b2
    e = np.exp(z - np.max(z, axis=1, keepdims=True))
    p = e / np.sum(e, axis=1, keepdims=True)
    y = np.eye(p.shape[1])[labels]
    delta_2 = (p - y) / len(labels)
    delta_1 = delta_2 @ w2.T * (1.0 - h ** 2)
    return x.T @ delta_1 + decay * w1, np.sum(delta_1, axis=0), h.T @ delta_2 + decay * w2, np.sum(delta_2, axis=0)


def classify(parameters, x):
    w1, b1, w2, b2 = parameters
    return np.argmax(np.tanh(x @ w1 + b1) @ w2 + b2, axis=1)


def compare(title, generated, by_hand):
    """Print a few entries of the two gradients, and the largest difference over all of them."""
    table = Table("", "generated", "textbook", "largest difference", title=title)
    for name, left, right in zip(NAMES, generated, by_hand, strict=True):
        place = np.unravel_index(np.argmax(np.abs(left)), left.shape)
        index = ", ".join(str(int(k)) for k in place)
        table.add_row(f"{name}[{index}]", f"{left[place]:.15f}", f"{right[place]:.15f}", f"{np.max(np.abs(left - right)):.1e}")
    Console(width=100).print(table)


def main(argv=None):
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--epochs", type=int, default=30)
    parser.add_argument("--hidden", type=int, default=40)
    parser.add_argument("--decay", type=float, default=1e-3)
    options = parser.parse_args(argv)

    rng = np.random.default_rng(0)
    images, labels = load_digits(return_X_y=True)
    images = images / 16.0
    order = rng.permutation(len(images))
    test, training = order[:360], order[360:]
    parameters = [rng.normal(size=(64, options.hidden)) / 8.0, np.zeros(options.hidden),
                  rng.normal(size=(options.hidden, 10)) / np.sqrt(options.hidden), np.zeros(10)]

    gradient = tangentish.grad(loss, argnums=NAMES)
    some = images[training[:100]], labels[training[:100]], options.decay
    compare("before training", gradient(*parameters, *some), textbook(*parameters, *some))
    for _ in range(options.epochs):
        rng.shuffle(training)
        for start in range(0, len(training), 32):
            batch = training[start : start + 32]
            for p, p_bar in zip(parameters, gradient(*parameters, images[batch], labels[batch], options.decay), strict=True):
                p -= 0.2 * p_bar
    compare("after training", gradient(*parameters, *some), textbook(*parameters, *some))

    accuracy = np.mean(classify(parameters, images[test]) == labels[test])
    print(f"test accuracy {accuracy:.1%} after {options.epochs} epochs; "
          f"loss {loss(*parameters, images[training], labels[training], options.decay):.4f}")
    print()
    print(gradient.source)


if __name__ == "__main__":
    main()
