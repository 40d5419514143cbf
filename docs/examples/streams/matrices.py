"""Writes the matrices of ../streams.toml: a and b, and what a^4 b^4 should be."""

import numpy as np

SIZE = 32

random = np.random.default_rng(1)
# Rows that sum up to about one keep the powers near one.
a, b = random.random((2, SIZE, SIZE)).astype(np.float32) * np.float32(2 / SIZE)
power = np.linalg.matrix_power
product = power(a.astype(np.float64), 4) @ power(b.astype(np.float64), 4)

np.save("a.npy", a)
np.save("b.npy", b)
np.save("product.npy", product.astype(np.float32))
