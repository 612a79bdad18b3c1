"""Classes of other files of the target: found by import, told apart by module, never taken from strangers."""

from __future__ import annotations

import pickle

import pytest

from app.extract.index import ModuleIndex, dotted
from app.extract.model import SourceFile
from tests.extract.reading import shown

FILES = {
    "src/acme/errors.py": """
class AcmeError(Exception):
    def __init__(self, message, code=None):
        super().__init__(f"[acme] {message}")

class PoolError(AcmeError):
    def __init__(self, name):
        self.name = name
        super().__init__(f"no pool {name!r}")

class Gone(AcmeError):
    status_code = 410
    default_message = "the pool is gone"
""",
    "src/acme/other/errors.py": """
from ..errors import AcmeError

class PoolError(AcmeError):
    def __str__(self):
        return "another pool error"

class KeyGone(PoolError):
    pass
""",
    "src/acme/broken_error.py": "class BrokenError(Exception:\n",
}
INDEX = ModuleIndex.of(SourceFile(path, text.encode()) for path, text in FILES.items())

RAISES = [
    ("from acme.errors import PoolError\nraise PoolError(x)", ("PoolError", "[acme] no pool {name!r}")),
    ("from .errors import PoolError\nraise PoolError('blue')", ("PoolError", "[acme] no pool 'blue'")),
    ("from acme.other.errors import PoolError\nraise PoolError(x)", ("PoolError", "another pool error")),
    ("from acme.other import errors\nraise errors.PoolError(x)", ("PoolError", "another pool error")),
    ("import acme.errors as errors\nraise errors.PoolError(x)", ("PoolError", "[acme] no pool {name!r}")),
    ("from acme import PoolError\nraise PoolError('no pool left')", ("PoolError", "no pool left")),
    ("from stranger import PoolError\nraise PoolError('no pool left')", ("PoolError", "no pool left")),
    ("from acme.other.errors import KeyGone\nraise KeyGone(1)", ("KeyGone", "another pool error")),
    (
        "from acme.errors import AcmeError as Bad\nraise Bad('no pool left')",
        ("AcmeError", "[acme] no pool left"),
    ),
    ("from acme.errors import Gone\nraise Gone", ("Gone", "the pool is gone")),
    (
        "from acme.errors import AcmeError\nclass Own(AcmeError):\n  pass\nraise Own('no pool left')",
        ("Own", "[acme] no pool left"),
    ),
]


@pytest.mark.parametrize(("source", "expected"), RAISES)
def test_class_of_another_file(source: str, expected: tuple[str, str]) -> None:
    """The class is the one that the file imports; where that is not sure, its argument is the text."""
    assert shown(source, INDEX) == [expected]


def test_index_travels_between_processes() -> None:
    """It holds no trees, and reads the same after a journey."""
    again = pickle.loads(pickle.dumps(INDEX))
    assert again == INDEX
    assert "BrokenError" not in again.classes


@pytest.mark.parametrize(
    ("path", "name"),
    [
        ("python/acme/srt/x.py", "acme.srt.x"),
        ("src/acme/__init__.py", "acme"),
        ("acme.py", "acme"),
        ("site-packages/acme/x.py", "acme.x"),
    ],
)
def test_dotted_names(path: str, name: str) -> None:
    """A module is named from its outermost package on."""
    assert dotted(path) == name
