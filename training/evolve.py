"""Evolution with a covariance matrix (CMA-ES): better lists of numbers, from nothing but who wins."""

from collections.abc import Callable

import numpy
from numpy.typing import NDArray

Vector = NDArray[numpy.float64]


class Evolution:
    """Samples around a mean, and moves the mean towards the samples that did best (Hansen's standard settings)."""

    def __init__(self, mean: Vector, spread: Vector, seed: int, size: int = 24) -> None:
        self.rng = numpy.random.default_rng(seed)
        self.scale, self.mean, self.step = spread, mean / spread, 1.0
        n, self.size, parents = len(mean), size, size // 2
        weights = numpy.log(parents + 0.5) - numpy.log(numpy.arange(1, parents + 1))
        self.weights = weights / weights.sum()
        mass = 1 / (self.weights**2).sum()
        self.c_path = (4 + mass / n) / (n + 4 + 2 * mass / n)
        self.c_step = (mass + 2) / (n + mass + 5)
        self.c_one = 2 / ((n + 1.3) ** 2 + mass)
        self.c_many = min(1 - self.c_one, 2 * (mass - 2 + 1 / mass) / ((n + 2) ** 2 + mass))
        self.mass, self.norm = mass, numpy.sqrt(n) * (1 - 1 / (4 * n) + 1 / (21 * n * n))
        self.path, self.step_path, self.shape = numpy.zeros(n), numpy.zeros(n), numpy.eye(n)

    @property
    def found(self) -> Vector:
        return self.mean * self.scale

    def generation(self, fitness: Callable[[Vector], float]) -> float:
        """One generation; the best fitness in it."""
        values, axes = numpy.linalg.eigh(self.shape)
        lengths = numpy.sqrt(numpy.maximum(values, 1e-12))
        steps = (self.rng.standard_normal((self.size, len(self.mean))) * lengths) @ axes.T
        scores = numpy.array([fitness((self.mean + self.step * one) * self.scale) for one in steps])
        best = steps[numpy.argsort(-scores)[: len(self.weights)]]
        move = self.weights @ best
        self.mean = self.mean + self.step * move
        white = axes @ ((axes.T @ move) / lengths)
        self.step_path = (1 - self.c_step) * self.step_path + numpy.sqrt(
            self.c_step * (2 - self.c_step) * self.mass
        ) * white
        self.path = (1 - self.c_path) * self.path + numpy.sqrt(self.c_path * (2 - self.c_path) * self.mass) * move
        self.shape = (
            (1 - self.c_one - self.c_many) * self.shape
            + self.c_one * numpy.outer(self.path, self.path)
            + self.c_many * (best.T * self.weights) @ best
        )
        self.step *= numpy.exp(self.c_step / (1 + self.c_step) * (numpy.linalg.norm(self.step_path) / self.norm - 1))
        return float(scores.max())
