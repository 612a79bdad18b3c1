import numpy as np

from tests.knowledge.form import Prose

ID = "638e7101673712b9"
PROSE = Prose(
    documentation=(
        "The matrix has no inverse: one of its rows (or columns) follows from the others, so a system of equations with it has no answer or no single one. It is a "
        "property of the data, rarely of the code."
    ),
    trigger="`np.linalg.inv` or `np.linalg.solve` on a matrix whose rows depend on each other exactly.",
    situations=(
        "Regression with a column twice, a constant column, or all dummy columns beside an intercept; fewer samples than columns; a "
        "covariance of data that never changes; a column of zeros."
    ),
    solutions=(
        "It is a fit: use least squares, which takes such a matrix, `np.linalg.lstsq(a, b)` in place of `inv(a.T @ a)`.",
        "Find what depends: `np.linalg.matrix_rank(a)` is lower than the number of columns; drop doubled, constant and one of the dummy columns.",
        "The nearest answer will do: `np.linalg.pinv(a)`.",
        "Statistics with a covariance: add a little to the diagonal, `a + 1e-6 * np.eye(len(a))`, and say so.",
    ),
    prevention=(
        "Look at `np.linalg.cond(a)` before solving: about `1e16` means singular for floats, though no error may come.",
    ),
    tags=("numpy", "linalg", "matrix", "regression"),
    strategy="try-catch",
    background="invalid-argument-value",
)


def before():
    np.linalg.solve(np.array([[1.0, 2.0], [2.0, 4.0]]), np.array([3.0, 6.0]))


def after():
    np.linalg.lstsq(np.array([[1.0, 2.0], [2.0, 4.0]]), np.array([3.0, 6.0]))


def handling():
    a, b = np.array([[1.0, 2.0], [2.0, 4.0]]), np.array([3.0, 6.0])
    try:
        x = np.linalg.solve(a, b)
    except np.linalg.LinAlgError:
        x = np.linalg.lstsq(a, b)[0]
