import numpy as np
class Model:

    def __init__(self, w):
        self.w = w

    def update(self):
        self.w = self.w * self.w
        return True
def program(x):
    m = Model(x)
    n = 0
    while m.update() and n < 2:
        n += 1
    return m.w
ARGS = (0.7, )
ARGNUMS = (0,)
