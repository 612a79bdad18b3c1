import numpy as np

from tests.knowledge.form import Prose

ID = "7f3e587d34ae3338"
PROSE = Prose(
    documentation=(
        "An operation element by element was given arrays whose shapes do not fit. Shapes are compared from the right: each pair of "
        "lengths has to be equal, or one of them 1."
    ),
    trigger="`+`, `*`, comparisons and other element-wise functions on arrays that differ in a length where neither is 1.",
    situations=(
        "A column vector `(n,)` beside a matrix `(n, m)`; train and test data, or predictions and truth, of different length; `(n, 1)` and `(n,)` mixed "
        "up; two lists of which one lost values on the way."
    ),
    solutions=(
        "Print both shapes. `(n, m)` with `(n,)`: one value per row needs a second axis, `a * b[:, np.newaxis]`.",
        "The lengths should be the same: find where values were dropped or added; `a[:len(b)]` only hides it.",
        "You meant the product of matrices: `a @ b`, in which the inner lengths have to agree.",
        "Each with each: `a[:, np.newaxis] + b`, or `np.add.outer(a, b)`.",
        "The lengths are the right ones in the wrong order: one is transposed; `a.T`.",
    ),
    prevention=("Write the shapes into a comment or `assert a.shape == b.shape` where arrays meet.",),
    tags=("numpy", "broadcasting", "shape"),
    strategy="validation",
    background="shape-mismatch",
    message="operands could not be broadcast together with shapes {shapes}",
    place="numpy/_core/src/multiarray/nditer_constr.c:1740 npyiter_fill_axisdata ValueError -",
)


def before():
    prices = np.array([[10.0, 20.0, 30.0], [40.0, 50.0, 60.0]])
    discount = np.array([0.9, 0.5])
    prices * discount


def after():
    prices = np.array([[10.0, 20.0, 30.0], [40.0, 50.0, 60.0]])
    discount = np.array([0.9, 0.5])
    prices * discount[:, np.newaxis]


def before_lengths():
    truth = np.array([1.0, 2.0, 3.0])
    predicted = np.array([1.5, 2.5])
    np.abs(truth - predicted).mean()


def after_lengths():
    truth = np.array([1.0, 2.0, 3.0])
    predicted = np.array([1.5, 2.5, 2.0])
    np.abs(truth - predicted).mean()


def validation(truth, predicted):
    if truth.shape != predicted.shape:
        raise ValueError(f"{truth.shape} values, but {predicted.shape} predictions")


def good():
    return np.zeros(3), np.ones(3)


def bad():
    return np.zeros(3), np.ones(2)
