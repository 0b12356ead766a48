import numpy as np


def moving_average(prices, weight):
    average = prices[0]
    averages = []
    for price in prices:
        average = weight * average + (1.0 - weight) * price
        averages.append(average)
    return np.sum((prices - np.array(averages)) ** 2)


ARGNUMS = (0, 1)


def example_args():
    return np.array([1.0, 1.5, 0.75, 1.25]), 0.9
