import numpy as np

from tests.knowledge.form import Prose

ID = "475008f93f255c5d"
PROSE = Prose(
    documentation=(
        "`np.float`, `np.int`, `np.bool` of old, `np.object` and `np.str` were only other names of Python's own types. They went with NumPy 1.24; the code, or a "
        "library that it uses, was written for an older release."
    ),
    trigger="Reading one of the old names from the `numpy` module.",
    situations="Old notebooks and answers; a library that was not updated while NumPy was: the traceback then ends in its files.",
    solutions=(
        "In your own code: write `float`, `int`, `object`, `str`; nothing changes by that. Where a fixed size matters: `np.float64`, `np.int64`.",
        "The traceback ends in a library: update it, `pip install --upgrade NAME`.",
        "There is no newer release of it: keep NumPy back for the time being, `pip install 'numpy<1.24'`, in an environment of its own.",
        "Many files: `ruff check --select NPY001 --fix` replaces all of them.",
    ),
    prevention=(
        "Run tests with `-W error::DeprecationWarning`: such names are announced releases before they go.",
    ),
    tags=("numpy", "upgrade", "alias", "dtype", "attributeerror"),
    strategy="configuration",
    background="deprecated-usage",
    message=(
        "module 'numpy' has no attribute '{name}'.\n`np.{name}` was a deprecated alias for the builtin `{name}`. To avoid this error in existing code, use "
        "`{name}` by itself."
    ),
    site="numpy/__init__.py __getattr__",
)


def before():
    prices = np.array(["10.5", "12"]).astype(np.float)


def after():
    prices = np.array(["10.5", "12"]).astype(float)
