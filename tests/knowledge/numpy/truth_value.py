import numpy as np

from tests.knowledge.form import Prose

ID = "d920bed65d45d509"
PROSE = Prose(
    documentation=(
        "An array of several values was used where Python needs one yes or no. Comparing arrays gives an array of answers, and NumPy does not choose between "
        '"all of them" and "any of them".'
    ),
    trigger="`if`, `while`, `and`, `or`, `not` or `bool()` on an array with more than one element; also `in`, `==` and `sorted` on lists that hold arrays.",
    situations=(
        "`if a == b` for two arrays; a mask joined with `and`; `0 < a < 1`; `value in [array, array]`, `list.remove(array)` or `==` of dataclasses with arrays in "
        "them, where the comparison is out of sight."
    ),
    solutions=(
        "Are two arrays the same: `np.array_equal(a, b)`, for floats `np.allclose(a, b)`.",
        "You ask about all or any values: `(a > 0).all()`, `(a > 0).any()`.",
        "It is a mask: `(a > 0) & (a < 1)`, `|` and `~`, with brackets around each comparison.",
        "You ask whether there is an array: `if a is not None`; whether it has values: `if a.size`.",
        "The traceback shows no comparison of yours: a list or dataclass with arrays is compared; compare by identity, `any(a is x for x in arrays)`, or by a key.",
    ),
    tags=("numpy", "boolean", "mask", "comparison"),
    strategy="type-guard",
    background="wrong-type",
    message="The truth value of an array with more than one element is ambiguous. Use a.any() or a.all()",
    place="numpy/_core/src/multiarray/number.c:670 _array_nonzero ValueError -",
)


def before():
    expected = np.array([1.0, 2.0])
    result = np.array([1.0, 2.0])
    if result == expected:
        print("same")


def after():
    expected = np.array([1.0, 2.0])
    result = np.array([1.0, 2.0])
    if np.allclose(result, expected):
        print("same")


def before_mask():
    ages = np.array([15, 30, 70])
    workers = ages[(ages > 17) and (ages < 67)]


def after_mask():
    ages = np.array([15, 30, 70])
    workers = ages[(ages > 17) & (ages < 67)]


def before_in_list():
    images = [np.zeros(4), np.ones(4)]
    images.index(images[1])


def after_in_list():
    images = [np.zeros(4), np.ones(4)]
    next(number for number, image in enumerate(images) if image is images[1])
