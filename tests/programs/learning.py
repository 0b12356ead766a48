"""Machine learning without a framework."""

from __future__ import annotations

from typing import Any

import numpy as np


def relu(x: Any) -> Any:
    """Rectifier."""
    return np.maximum(x, 0)


def softmax(x: Any) -> Any:
    """Softmax along the last axis, in place on a fresh array."""
    tmp = x - np.max(x, axis=-1, keepdims=True)
    np.exp(tmp, out=tmp)
    tmp /= np.sum(tmp, axis=-1, keepdims=True)
    return tmp


def sigmoid(x: Any) -> Any:
    """Logistic function, by way of tanh."""
    return 0.5 * (np.tanh(0.5 * x) + 1.0)


def mlp(x: Any, w1: Any, b1: Any, w2: Any, b2: Any, w3: Any, b3: Any, labels: Any) -> Any:
    """Three dense layers and the cross entropy of the labels."""
    x = relu(x @ w1 + b1)
    x = relu(x @ w2 + b2)
    p = softmax(x @ w3 + b3)
    return -np.mean(np.log(p[np.arange(len(labels)), labels]))


def mlp_params(params: Any, x: Any, y: Any) -> Any:
    """A network whose parameters are a list of pairs, with a ridge penalty."""
    h = x
    *hidden, (w_last, b_last) = params
    for w, b in hidden:
        h = np.tanh(np.dot(h, w) + b)
    h = h @ w_last + b_last
    penalty = sum(np.sum(w**2) for w, _ in params)
    return np.mean((h - y) ** 2) + 1e-2 * penalty


def training_steps(params: Any, x: Any, y: Any, rate: Any, steps: int) -> Any:
    """Loss after some steps of gradient descent with momentum, gradients by hand, everything updated in place."""
    w, b = params["w"], params["b"]
    velocity = {"w": np.zeros_like(w), "b": np.zeros_like(b)}
    for _ in range(steps):
        error = sigmoid(x @ w + b) - y
        velocity["w"] *= 0.9
        velocity["w"] -= rate * (x.T @ error) / len(y)
        velocity["b"] = 0.9 * velocity["b"] - rate * error.mean(axis=0)
        params["w"] += velocity["w"]
        b += velocity["b"]
    p = sigmoid(x @ params["w"] + params["b"])
    return -np.mean(y * np.log(p) + (1.0 - y) * np.log(1.0 - p))


def lstm_model(weight: Any, bias: Any, hidden: Any, cell: Any, x: Any) -> tuple[Any, Any]:
    """One diagonal LSTM cell, its four gates cut from one array."""
    gates = np.hstack((x, hidden, x, hidden)) * weight + bias
    size = hidden.shape[0]
    forget = sigmoid(gates[0:size])
    ingate = sigmoid(gates[size : 2 * size])
    outgate = sigmoid(gates[2 * size : 3 * size])
    change = np.tanh(gates[3 * size :])
    cell = cell * forget + ingate * change
    hidden = outgate * np.tanh(cell)
    return hidden, cell


def lstm_predict(main_params: Any, extra_params: Any, state: Any, x: Any) -> Any:
    """All layers, one after the other; the rows of `state` are replaced in place."""
    x = x * extra_params[0]
    for i in range(0, len(state), 2):
        state[i], state[i + 1] = lstm_model(main_params[i], main_params[i + 1], state[i], state[i + 1], x)
        x = state[i]
    return x * extra_params[1] + extra_params[2]


def lstm(main_params: Any, extra_params: Any, state: Any, sequence: Any) -> Any:
    """Log-loss of predicting each item of a sequence from those before."""
    total = 0.0
    count = 0
    inp = sequence[0]
    for t in range(len(sequence) - 1):
        ypred = lstm_predict(main_params, extra_params, state, inp)
        ynorm = ypred - np.log(np.sum(np.exp(ypred)) + 2.0)
        ygold = sequence[t + 1]
        total += np.dot(ygold, ynorm)
        count += ygold.shape[0]
        inp = ygold
    return -total / count


def vanilla_rnn(Wxh: Any, Whh: Any, Why: Any, inputs: Any, targets: Any, h: Any) -> Any:
    """Character model with a dict of hidden states, as in a well-known gist."""
    xs, hs, ps = {}, {}, {}
    hs[-1] = np.copy(h)
    loss = 0
    for t in range(len(inputs)):
        xs[t] = np.zeros((Wxh.shape[1], 1))
        xs[t][inputs[t]] = 1
        hs[t] = np.tanh(np.dot(Wxh, xs[t]) + np.dot(Whh, hs[t - 1]))
        y = np.dot(Why, hs[t])
        ps[t] = np.exp(y) / np.sum(np.exp(y))
        loss += -np.log(ps[t][targets[t], 0])
    return loss


def attention(x: Any, Wq: Any, Wk: Any, Wv: Any, gain: Any) -> Any:
    """Causal self-attention with two heads and a layer norm."""
    n, d = x.shape
    mean = x.mean(axis=-1, keepdims=True)
    x = gain * (x - mean) / np.sqrt(x.var(axis=-1, keepdims=True) + 1e-5)
    q, k, v = (np.reshape(x @ W, (n, 2, d // 2)).transpose(1, 0, 2) for W in (Wq, Wk, Wv))
    scores = q @ k.swapaxes(-1, -2) / np.sqrt(d // 2)
    scores[:, np.triu(np.ones((n, n), dtype=bool), k=1)] = -1e9
    out = softmax(scores) @ v
    return np.sum(out.transpose(1, 0, 2).reshape(n, d) ** 2)


def batchnorm2d(x: Any, eps: float = 1e-5) -> Any:
    """Normalise over the batch."""
    mean = np.mean(x, axis=0, keepdims=True)
    std = np.std(x, axis=0, keepdims=True)
    return (x - mean) / np.sqrt(std + eps)


def maxpool2d(x: Any) -> Any:
    """Two-by-two maximum, one window at a time."""
    output = np.empty([x.shape[0], x.shape[1] // 2, x.shape[2] // 2, x.shape[3]], dtype=x.dtype)
    for i in range(x.shape[1] // 2):
        for j in range(x.shape[2] // 2):
            output[:, i, j, :] = np.max(x[:, 2 * i : 2 * i + 2, 2 * j : 2 * j + 2, :], axis=(1, 2))
    return output


def small_cnn(x: Any, w: Any, b: Any, fc: Any) -> Any:
    """Convolution by loops over taps, batch norm, rectifier, pooling, dense."""
    K = w.shape[0]
    H, W = x.shape[1] - K + 1, x.shape[2] - K + 1
    y = np.zeros((x.shape[0], H, W, w.shape[-1]))
    for p in range(K):
        for q in range(K):
            y += np.tensordot(x[:, p : p + H, q : q + W], w[p, q], axes=1)
    y = maxpool2d(relu(batchnorm2d(y + b)))
    y = y.reshape(y.shape[0], -1) @ fc
    return np.sum(np.cos(np.arange(y.shape[1])) * y**2)


def logistic_regression(w: Any, X: Any, y: Any, lam: float) -> Any:
    """Stable log-likelihood with a penalty."""
    z = X.dot(w)
    return np.sum(np.logaddexp(0.0, -y * z)) + 0.5 * lam * w.dot(w)


def kmeans_cost(points: Any, centroids: Any) -> Any:
    """Sum over points of the squared distance to the nearest centroid."""
    d2 = np.sum((points[:, None, :] - centroids[None, :, :]) ** 2, axis=-1)
    return np.sum(np.min(d2, axis=1))


def kmeans_lloyd(points: Any, centroids: Any, iterations: int) -> Any:
    """Lloyd's algorithm with masks, then the cost."""
    for _ in range(iterations):
        d2 = np.array([np.sum((points - c) ** 2, axis=1) for c in centroids])
        nearest = np.argmin(d2, axis=0)
        for k in range(len(centroids)):
            mine = points[nearest == k]
            if len(mine) == 0:
                continue
            centroids[k] = mine.mean(axis=0)
    return kmeans_cost(points, centroids)


def mds_stress(coords: Any, target: Any) -> Any:
    """Multidimensional scaling: how far the distances between points are from those wanted."""
    n = len(coords)
    loss = 0.0
    for i in range(n):
        for j in range(i):
            diff = coords[i] - coords[j]
            loss += (np.sqrt(np.sum(diff**2)) - target[i, j]) ** 2
    return loss


def mds_step(X: Any, target: Any, rate: float, steps: int) -> Any:
    """Multidimensional scaling by descent in place; the diagonal is kept from dividing by zero by a mask."""
    for _ in range(steps):
        diff = X[:, None] - X[None]
        sq = np.sum(diff * diff, axis=2)
        off = sq > 0
        dist = np.zeros_like(sq)
        dist[off] = np.sqrt(sq[off])
        ratio = np.ones_like(sq)
        ratio[off] = target[off] / dist[off]
        X -= rate * np.sum((1.0 - ratio)[..., None] * diff, axis=1)
    return mds_stress(X, target)
