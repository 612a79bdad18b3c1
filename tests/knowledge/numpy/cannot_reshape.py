import numpy as np

from tests.knowledge.form import Prose

ID = "5a29d9db8d1b322b"
PROSE = Prose(
    documentation=(
        "The array has another number of values than the shape that was asked for: the lengths of a shape multiplied have to give the size. Reshaping "
        "neither drops nor invents values."
    ),
    trigger="`reshape` (or assigning to `.shape`) with lengths whose product is not the size of the array; with `-1`, when the rest does not divide it.",
    situations=(
        "An image with three or four colour channels where one was expected; a batch size written down as a number, and the last batch is smaller; a file that was not read to "
        "the end; `height` and `width` of another image."
    ),
    solutions=(
        "Compare `a.size` with the product of the shape. It is 3 or 4 times too large: the image has channels, `(height, width, 3)`, or convert it to grey first.",
        "The first length varies (batches): leave it open, `a.reshape(-1, 28, 28)`.",
        "The size is not what you expected at all: print it where the data is read; a part is missing or of another type (`dtype` given wrongly to `np.frombuffer` or `np.fromfile`).",
        "You want to cut or repeat: `a[:6].reshape(2, 3)` or `np.resize`, which repeats.",
    ),
    tags=("numpy", "reshape", "shape", "images"),
    strategy="validation",
    background="shape-mismatch",
    message="cannot reshape array of size {size} into shape {shape}",
    place="numpy/_core/src/multiarray/shape.c:486 raise_reshape_size_mismatch ValueError -",
)


def before():
    pixels = np.frombuffer(bytes(4 * 3 * 3), dtype=np.uint8)
    image = pixels.reshape(4, 3)


def after():
    pixels = np.frombuffer(bytes(4 * 3 * 3), dtype=np.uint8)
    image = pixels.reshape(4, 3, 3)


def before_last_batch():
    samples = np.zeros((70, 8))
    for start in range(0, len(samples), 32):
        samples[start : start + 32].reshape(32, 2, 4)


def after_last_batch():
    samples = np.zeros((70, 8))
    for start in range(0, len(samples), 32):
        samples[start : start + 32].reshape(-1, 2, 4)
