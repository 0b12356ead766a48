import numpy as np


def cross_entropy(scores, labels):
    scores = scores - np.max(scores, axis=1, keepdims=True)
    log_p = scores - np.log(np.sum(np.exp(scores), axis=1, keepdims=True))
    return -np.mean(log_p[np.arange(len(labels)), labels])


def example_args():
    return np.sin(np.arange(12.0)).reshape(4, 3), np.array([0, 2, 1, 2])
