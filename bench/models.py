"""What an evaluation can be, for fitting it (tune.py): a sum of weights, or a small network (cpp/network.hpp).

Both are functions of the terms that the core lists for a position (`each_term` in cpp/families), and both are written
as whole numbers in the order in which the core reads them.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import TYPE_CHECKING, Protocol

import numpy as np

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from numpy.typing import NDArray

    from dreierlei._core import NetworkShape

    Array = NDArray[np.float32]
    Indices = NDArray[np.int64]
    Terms = Sequence[tuple[int, int]]
    """Numbers of weights or inputs, and how often each counts."""

SCALE = 420
"""Thousandths of a unit for one unit of the regression: an estimate of 1.00 is a chance of 91 per cent."""

RATE = 0.006
"""Of learning, at first."""


@dataclass(frozen=True)
class Cases:
    """Positions as rows of a matrix with a column for each term, and what is known about each."""

    terms: NDArray[np.int8]
    targets: Array
    """What each is worth, from 0 to 1."""
    bounds: NDArray[np.int8]
    """1: it is worth at least that much; -1: at most; 0: exactly."""
    weights: Array
    """How much each counts."""

    @classmethod
    def of(
        cls,
        terms: Iterable[Terms],
        targets: Sequence[float],
        columns: int,
        bounds: Sequence[int] | None = None,
        weights: Sequence[float] | None = None,
    ) -> Cases:
        """All of them; without `bounds` and `weights`, targets are exact and every position counts the same."""
        matrix = np.zeros((len(targets), columns), np.int8)
        for row, found in zip(matrix, terms, strict=True):
            for number, count in found:
                row[number] += count
        return cls(
            matrix,
            np.array(targets, np.float32),
            np.zeros(len(targets), np.int8) if bounds is None else np.array(bounds, np.int8),
            np.ones(len(targets), np.float32) if weights is None else np.array(weights, np.float32),
        )

    def __len__(self) -> int:
        return len(self.targets)

    def take(self, rows: Indices) -> Cases:
        """Some of them."""
        return Cases(self.terms[rows], self.targets[rows], self.bounds[rows], self.weights[rows])

    def parts(self, size: int, lot: np.random.Generator | None = None) -> Iterator[Cases]:
        """All of them in parts, in an order by lot if there is one."""
        order = lot.permutation(len(self)) if lot else np.arange(len(self))
        for begin in range(0, len(order), size):
            yield self.take(order[begin : begin + size])


class Model(Protocol):
    """An evaluation with its parameters, which `fit` changes."""

    parameters: dict[str, Array]

    def sums(self, cases: Cases) -> Array:
        """The logarithm of the odds of each position."""

    def slopes(self, cases: Cases) -> dict[str, Array]:
        """How the mean loss changes with each parameter."""

    def numbers(self) -> list[int]:
        """The weights as the core reads them."""


class Linear:
    """A sum of weights."""

    def __init__(self, weights: Sequence[int]) -> None:
        """`weights` are those of the core, in thousandths."""
        self.parameters = {"weights": np.array(weights, np.float32) / np.float32(SCALE)}

    def sums(self, cases: Cases) -> Array:
        """The logarithm of the odds of each position."""
        sums: Array = cases.terms.astype(np.float32) @ self.parameters["weights"]
        return sums

    def slopes(self, cases: Cases) -> dict[str, Array]:
        """How the mean loss changes with each weight."""
        slope = cases.terms.astype(np.float32).T @ errors(self.sums(cases), cases)
        return {"weights": slope + np.float32(1e-6) * self.parameters["weights"]}

    def numbers(self) -> list[int]:
        """In thousandths."""
        return [round(float(weight) * SCALE) for weight in self.parameters["weights"]]


class Network:
    """One hidden layer, whose units see the board in each of its rotations. cpp/network.hpp has the arithmetic."""

    ONE = 255
    """The whole number for a fully active unit."""
    OUT = 64
    """The whole number for a weight of 1 after the hidden layer."""
    MOST_IN, MOST_OUT = 1.98, 1.98
    """Larger weights would not fit into the core's numbers."""

    def __init__(self, shape: NetworkShape, weights: Sequence[int] = ()) -> None:
        """With the weights of the core; without any it has no units yet."""
        inputs, units, phases = shape.inputs, shape.units if weights else 0, shape.phases
        self.images = [np.array(image) for image in shape.images]
        self.units, self.inputs, self.phases = units, inputs, phases
        given = np.array(weights, np.float32)
        first, second, third = inputs * units, (inputs + 1) * units, (inputs + 1 + phases) * units
        self.parameters = {
            "in": given[:first].reshape(inputs, units) / np.float32(self.ONE),
            "bias": given[first:second] / np.float32(self.ONE),
            "out": given[second:third].reshape(phases, units) / np.float32(self.OUT),
            "constant": given[third:] / np.float32(1000) if weights else np.zeros(phases, np.float32),
        }

    def widen(self, units: int, lot: np.random.Generator) -> None:
        """Adds units with weights by lot, up to so many."""
        more = units - self.units
        out = np.repeat(lot.normal(0, 0.4, (1, more)).astype(np.float32), self.phases, 0)
        for name, added in {
            "in": lot.normal(0, 0.15, (self.inputs, more)).astype(np.float32),
            "bias": np.full(more, 0.3, np.float32),
            "out": out * np.float32(0.1) if self.units else out,
        }.items():
            self.parameters[name] = np.concatenate([self.parameters[name], added], -1)
        self.units = units

    def sums(self, cases: Cases) -> Array:
        """The logarithm of the odds of each position."""
        return np.concatenate([self._forward(part)[-1] for part in cases.parts(1 << 15)])

    def _forward(self, cases: Cases) -> tuple[Array, Array, Array, Array]:
        """The inputs, the units before they are limited, their squares summed over the rotations, and the result."""
        values = self.parameters
        seen = cases.terms[:, : self.inputs].astype(np.float32)
        units = seen @ np.concatenate([values["in"][image] for image in self.images], 1)
        units += np.tile(values["bias"], len(self.images))
        active = np.clip(units, 0, 1).reshape(len(cases), len(self.images), self.units)
        squares: Array = np.einsum("nru,nru->nu", active, active)
        phase = cases.terms[:, self.inputs :].argmax(1)
        return seen, units, squares, (squares * values["out"][phase]).sum(1) + values["constant"][phase]

    def slopes(self, cases: Cases) -> dict[str, Array]:
        """How the mean loss changes with each parameter."""
        values = self.parameters
        seen, units, squares, sums = self._forward(cases)
        phases = cases.terms[:, self.inputs :].astype(np.float32)
        wrong = errors(sums, cases)
        back = np.tile(wrong[:, None] * (phases @ values["out"]), len(self.images))
        back *= 2 * np.clip(units, 0, 1) * (units < 1)
        rows, inwards = seen.T @ back, np.zeros_like(values["in"])
        for number, image in enumerate(self.images):
            inwards[image] += rows[:, number * self.units : (number + 1) * self.units]
        return {
            "in": inwards,
            "bias": back.sum(0).reshape(len(self.images), self.units).sum(0),
            "out": phases.T @ (wrong[:, None] * squares),
            "constant": phases.T @ wrong,
        }

    def numbers(self) -> list[int]:
        """The rows of the inputs, the biases, the outputs by phase, the constants."""
        most_in, most_out = self.MOST_IN * self.ONE, self.MOST_OUT * self.OUT
        whole = [
            np.clip(self.parameters["in"] * self.ONE, -most_in, most_in),
            self.parameters["bias"] * self.ONE,
            np.clip(self.parameters["out"] * self.OUT, -most_out, most_out),
            self.parameters["constant"] * 1000,
        ]
        return [round(float(number)) for part in whole for number in part.ravel()]


def errors(sums: Array, cases: Cases) -> Array:
    """How much each position adds to the slope of the mean loss: nothing where its value is within its bound."""
    wrong = 1 / (1 + np.exp(-sums)) - cases.targets
    wrong[cases.bounds * wrong > 0] = 0
    shares: Array = (wrong * cases.weights / cases.weights.sum()).astype(np.float32)
    return shares


def loss(model: Model, cases: Cases) -> float:
    """Mean surprise about the targets, in nats, beyond what is left if all are met."""
    sums, targets = model.sums(cases), cases.targets
    surprise = np.logaddexp(0, sums) - targets * sums
    for chance in (targets, 1 - targets):
        surprise += chance * np.log(np.maximum(chance, np.float32(1e-12)))
    surprise[cases.bounds * (sums - np.log(targets / (1 - targets + 1e-12) + 1e-12)) > 0] = 0
    return float(np.average(surprise, weights=cases.weights))


def fit(model: Model, cases: Cases, rounds: int, rate: float = RATE, together: int = 1024, seed: int = 0) -> None:
    """Fits the parameters in so many rounds over all cases, by Adam with a falling rate."""
    lot = np.random.default_rng(seed)
    means = {name: np.zeros_like(value) for name, value in model.parameters.items()}
    squares = {name: np.zeros_like(value) for name, value in model.parameters.items()}
    steps, step = rounds * math.ceil(len(cases) / together), 0
    for _ in range(rounds):
        for part in cases.parts(together, lot):
            step += 1
            now = rate * (0.501 + 0.5 * math.cos(math.pi * step / steps))
            for name, slope in model.slopes(part).items():
                means[name] += 0.1 * (slope - means[name])
                squares[name] += 0.001 * (slope**2 - squares[name])
                size = np.sqrt(squares[name] / (1 - 0.999**step)) + 1e-8
                model.parameters[name] -= np.float32(now / (1 - 0.9**step)) * means[name] / size
