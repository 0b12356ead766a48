"""A network of functions, and weights that two of them share: `python examples/building_blocks.py`.

Blocks are plain functions, their parameters a list of dicts; the gradient comes as a list of dicts too. The middle layer is
used twice. Each use adds to the gradient of its weights, as a network with two separate copies of them shows.
"""

from __future__ import annotations

import argparse

import numpy as np

import tangentish


def relu(x):
    x[x < 0.0] = 0.0
    return x


def dense(parameters, x):
    y = x @ parameters["w"]
    y += parameters["b"]
    return y


def chain(blocks, x):
    """Dense blocks with rectifiers between them."""
    for block in blocks[:-1]:
        x = relu(dense(block, x))
    return dense(blocks[-1], x)


def shared(parameters, x, y):
    """Mean square error of a chain in which one block comes twice."""
    first, middle, last = parameters
    return np.mean((chain([first, middle, middle, last], x) - y) ** 2)


def separate(parameters, x, y):
    """The same with a block of its own at each place."""
    return np.mean((chain(parameters, x) - y) ** 2)


def block(rng, inputs, outputs):
    return {"w": rng.normal(size=(inputs, outputs)) * np.sqrt(2.0 / inputs), "b": 0.1 * rng.normal(size=outputs)}


def main(argv=None):
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--steps", type=int, default=2000)
    options = parser.parse_args(argv)

    rng = np.random.default_rng(0)
    x = np.linspace(-1.0, 1.0, 128)[:, None]
    y = np.sin(4.0 * x) * x
    first, middle, last = parameters = [block(rng, 1, 24), block(rng, 24, 24), block(rng, 24, 1)]

    loss_and_gradient = tangentish.value_and_grad(shared)
    _, together = loss_and_gradient(parameters, x, y)
    copies = [first, middle, {key: value.copy() for key, value in middle.items()}, last]
    apart = tangentish.grad(separate)(copies, x, y)
    for key in ("w", "b"):
        difference = np.max(np.abs(together[1][key] - (apart[1][key] + apart[2][key])))
        print(f"{key} of the shared block: gradient against the sum of those of two copies, largest difference {difference:.1e}")

    for step in range(options.steps):
        value, gradient = loss_and_gradient(parameters, x, y)
        if step == 0:
            print(f"mean square error at first {value:.2e}")
        for p, p_bar in zip(parameters, gradient, strict=True):
            for key in p:
                p[key] -= 0.05 * p_bar[key]
    print(f"after {options.steps} steps of gradient descent {value:.2e}")


if __name__ == "__main__":
    main()
