"""Arguments that cases share: numbers without ties, away from kinks."""

import numpy as np

X = np.array([-0.7, 0.4, 1.3])
U = np.array([0.23, 0.55, 0.81])  # within 0 and 1
P = np.array([0.6, 1.3, 2.4])  # positive
Q = np.array([0.17, 0.3, 0.53])  # a distribution
R = np.array([0.4, 0.25, 0.35])  # another
T = np.array([0.0, 0.31, 0.9, 1.2, 1.93, 2.45, 3.1, 3.52])  # times, in order
Y = np.array([0.3, 1.1, -0.4, 0.72, -0.9, 0.25, 1.6, -1.3])  # what was measured then
Z = np.array([0.8, -0.35, 1.2, 0.45, 0.1, -0.7, 0.95, 1.45])  # and something else
M = np.array([[1.4, 0.3, -0.5], [0.2, 1.9, 0.4], [-0.6, 0.1, 1.2]])
N = np.array([[0.7, -0.2, 0.35], [0.5, 0.9, -0.1], [0.15, -0.45, 1.1]])
S = np.array([[2.1, 0.4, -0.3], [0.4, 1.5, 0.25], [-0.3, 0.25, 1.8]])  # symmetric, positive definite
A = np.array([[0.2, 1.1, -0.6], [0.9, -0.3, 0.45], [-1.2, 0.7, 0.15], [0.5, 0.05, 1.3], [-0.4, -0.85, 0.65]])  # points, in rows
B = np.array([[-0.15, 0.6, 0.25], [1.05, 0.35, -0.75], [0.3, -0.55, 0.95], [-0.8, 0.1, 0.5]])  # others
POSITIVE = np.array([[0.6, 1.3, 0.25], [0.9, 0.4, 1.7], [2.1, 0.75, 0.35]])
