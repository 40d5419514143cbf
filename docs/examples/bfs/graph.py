"""Writes the graph of ../bfs.toml in compressed sparse rows, and the level of every vertex."""

import numpy as np

VERTICES, EDGES, SOURCE = 500, 4000, 0

random = np.random.default_rng(1)
# Cubing favours small numbers: a few vertices get most of the edges, as in a social network.
edges = (random.random((EDGES, 2)) ** 3 * VERTICES).astype(np.uint32)
edges = edges[np.argsort(edges[:, 0], kind="stable")]
columns = edges[:, 1]
offsets = np.searchsorted(edges[:, 0], np.arange(VERTICES + 1)).astype(np.uint32)

levels = np.full(VERTICES, 0xFFFFFFFF, np.uint32)
levels[SOURCE] = 0
frontier = [SOURCE]
while frontier:
    reached = np.concatenate([columns[offsets[v] : offsets[v + 1]] for v in frontier])
    fresh = np.unique(reached[levels[reached] == 0xFFFFFFFF])
    levels[fresh] = levels[frontier[0]] + 1
    frontier = list(fresh)

np.save("offsets.npy", offsets)
np.save("columns.npy", columns)
np.save("levels.npy", levels)
print("vertices by level:", np.unique(levels, return_counts=True))
