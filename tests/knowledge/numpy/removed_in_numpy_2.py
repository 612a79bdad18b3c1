import numpy as np

from tests.knowledge.form import Prose

ID = "0016fdaf37da60c8"
PROSE = Prose(
    documentation=(
        "NumPy 2 cleared its main module of some hundred names. The message ends with what to write instead. The code, or a library that it uses, was written for NumPy 1."
    ),
    trigger="Reading one of the removed names, such as `np.unicode_`, `np.float_`, `np.NaN`, `np.Inf` or `np.cumproduct`, from the module.",
    situations="An upgrade to NumPy 2 that came along with another package; a library that was pinned while NumPy was not; old notebooks.",
    solutions=(
        "In your own code: write what the message says: `np.float_` is `np.float64`, `np.NaN` is `np.nan`, `np.Inf` is `np.inf`.",
        "Many files: `ruff check --select NPY201 --fix` does it for all of them, and works for NumPy 1.26 too.",
        "The traceback ends in a library: update it; a release that knows NumPy 2 says so in its notes.",
        "There is none yet: `pip install 'numpy<2'` until there is.",
    ),
    prevention=("State what you support: `numpy>=2` or `numpy<2` in the dependencies of a project.",),
    tags=("numpy", "numpy-2", "upgrade", "attributeerror"),
    strategy="configuration",
    background="deprecated-usage",
)


def before():
    prices = np.array([10.5, np.NaN])


def after():
    prices = np.array([10.5, np.nan])


def before_type():
    prices = np.zeros(3, dtype=np.float_)


def after_type():
    prices = np.zeros(3, dtype=np.float64)
