import numpy as np

from tests.knowledge.form import Prose

ID = "7002308fe83d4381"
PROSE = Prose(
    documentation=(
        "An index is not in the array: positions go from 0 to the length of the axis less one. The message tells the index, which axis, and how long that axis is."
    ),
    trigger="Reading or setting `a[i]`, `a[i, j]` or `a[indexes]` with a position that is not below the length of its axis (or below minus that length).",
    situations=(
        "A loop that reads `a[i + 1]` too; rows and columns swapped; labels that begin at 1; class numbers higher than the number of classes; an empty array since a filter "
        "or file gave nothing (size 0)."
    ),
    solutions=(
        "`size 0`: the array is empty; look at what should have filled it, and test `a.size` before.",
        "The axis is not the one you meant: compare with `a.shape`; `a[row, column]`, images are `a[y, x]`.",
        "The index is one too high: stop the loop at `len(a) - 1`, or use `np.diff`, slices `a[1:]` and `a[:-1]` in place of the loop.",
        "Indexes begin at 1 (files, MATLAB, class numbers): subtract 1 when reading them.",
        "Values past the end should count as the last: `np.take(a, indexes, mode='clip')`.",
    ),
    tags=("numpy", "indexerror", "indexing", "axis"),
    strategy="validation",
    background="out-of-range",
    message="index {index} is out of bounds for axis {axis} with size {size}",
    place="numpy/_core/src/multiarray/common.h:114 check_and_adjust_index IndexError -",
)


def before():
    prices = np.array([10.0, 12.0, 15.0])
    rises = [prices[i + 1] - prices[i] for i in range(len(prices))]


def after():
    prices = np.array([10.0, 12.0, 15.0])
    rises = np.diff(prices)


def before_swapped():
    image = np.zeros((480, 640))
    x, y = 600, 20
    image[x, y] = 1


def after_swapped():
    image = np.zeros((480, 640))
    x, y = 600, 20
    image[y, x] = 1
