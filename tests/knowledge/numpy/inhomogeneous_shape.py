import numpy as np

from tests.knowledge.form import Prose

ID = "793602e853bfae4f"
PROSE = Prose(
    documentation=(
        "A nested list was to become an array, and its parts have different lengths. An array is a rectangle, so there is no shape that fits. The "
        "message says which shape was found until the lengths began to differ."
    ),
    trigger="`np.array`, `np.asarray` or any function that turns lists into arrays, on sequences of unequal length or on numbers beside sequences.",
    situations=(
        "Sentences of different length, images of different size, rows of a file with a field missing; code from before NumPy 1.24, which made an array of "
        "objects with a warning; a tuple of arrays returned by a function and passed on as one."
    ),
    solutions=(
        "Find the odd ones: `set(map(len, rows))`. They should all be equal: repair the row, or leave it out.",
        "Lengths differ by nature and you need a rectangle: fill up, `[row + [0] * (longest - len(row)) for row in rows]`.",
        "You only want to keep them together: stay with a list, or say so, `np.array(rows, dtype=object)`; calculating with such an array is slow and limited.",
        "Images: bring them to one size first.",
        "It is raised inside another library: the data you pass on is ragged; print the lengths of what you hand in. An old library may need `numpy<1.24` until it is updated.",
    ),
    tags=("numpy", "array", "ragged", "shape", "upgrade"),
    strategy="validation",
    background="shape-mismatch",
    message=(
        "setting an array element with a sequence. The requested array has an inhomogeneous shape after {n} dimensions. The detected shape was "
        "{shape} + inhomogeneous part."
    ),
    place="numpy/_core/src/multiarray/array_coercion.c:1341 PyArray_DiscoverDTypeAndShape ValueError -",
)


def before():
    sentences = [[4, 8, 15], [16, 23]]
    batch = np.array(sentences)


def after():
    sentences = [[4, 8, 15], [16, 23]]
    longest = max(map(len, sentences))
    batch = np.array([sentence + [0] * (longest - len(sentence)) for sentence in sentences])


def is_rectangular(rows: list) -> bool:
    return len({len(row) for row in rows}) <= 1


GUARD = is_rectangular


def good():
    return ([[1, 2], [3, 4]],)


def bad():
    return ([[1, 2], [3]],)
