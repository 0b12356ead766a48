import numpy as np

def program(M, t, M_1):
    rows1 = [M_1]
    rows1.append(M)
    rows1[-1] += t
    loss = np.sum(M)
    return loss
ARGS = (np.array([[0.01, 0.334], [1.017, 0.401]]), 0.119, np.array([[-0.529, -0.091], [1.143, 0.348]]))
ARGNUMS = (1,)
