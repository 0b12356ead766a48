import numpy as np
import tangentish


def program(x):
    a, b = x[0], x[1]
    try:
        for i in range(9):
            a, b = b, a * x[i]
    except IndexError:
        a = a * b
    return a + b


ARGS = (np.array([1.1, 0.6, -0.8, 0.3]),)
ARGNUMS = (0,)


# the cotangent of a number given as an array of no dimensions: `a_bar` and `b_bar` become one array, added to in place
if __name__ == "__main__":
    ans, pullback = tangentish.vjp(program, *ARGS)
    one = np.array(1.0)
    print(pullback(1.0)[0], pullback(one)[0], one)  # the first two differ; and `one` must stay 1.0
