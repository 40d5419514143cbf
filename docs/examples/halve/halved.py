"""Writes what ../halve.toml should leave: the numbers 0 to 199, halved until none is above 1."""

import numpy as np

numbers = np.arange(200, dtype=np.float32)
while (numbers > 1).any():
    numbers[numbers > 1] /= 2
np.save("halved.npy", numbers)
