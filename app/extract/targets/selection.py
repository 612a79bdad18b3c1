"""Which Python files of a target are read: its own code, which runs at its users', not what came along with it.

Skipped are tests, copies of other software, and examples and documentation outside packages. A folder `docs` inside a
package is code that is imported, and so is `django/test`: a folder `test` holds tests only where its files are named so.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection
from dataclasses import dataclass
from functools import cache

__all__ = ["Selection", "select"]

TESTS = "tests"
COPIES = "copies of other software"
EXAMPLES = "examples and documentation"

_COPIES = frozenset({
    "_vendor", "vendor", "_vendored", "vendored", "_vendored_packages", "third_party", "_third_party", "thirdparty",
    "3rdparty", "extern", "_extern", "external", "externals", "_externals", "site-packages", "dist-packages",
    "node_modules",
})  # fmt: skip
_EXAMPLES = frozenset({
    "example", "examples", "sample", "samples", "demo", "demos", "tutorial", "tutorials", "doc", "docs",
    "documentation", "doc_src", "docs_src", "cookbook", "notebooks",
})  # fmt: skip


@dataclass(frozen=True, slots=True)
class Selection:
    """The paths to read, sorted, how many others there are for which reason, and those of the target's own tests."""

    paths: tuple[str, ...]
    skipped: Counter[str]
    tests: tuple[str, ...] = ()


def select(paths: Collection[str], *, inside: str = "", include_tests: bool = False) -> Selection:
    """Choose among the Python files of a target.

    Args:
        paths: of all its Python files, with forward slashes.
        inside: the folder that was named, with a slash at its end; where it lies says nothing of what it holds.
        include_tests: take tests, examples and documentation too; copies of other software are never taken.
    """
    tree = _Tree(paths, inside)
    chosen: list[str] = []
    tests: list[str] = []
    skipped: Counter[str] = Counter()
    for path in sorted(paths):
        reason = tree.reason(path)
        if reason == TESTS:
            tests.append(path)
        if reason is None or (include_tests and reason != COPIES):
            chosen.append(path)
        else:
            skipped[reason] += 1
    return Selection(tuple(chosen), skipped, tuple(tests))


class _Tree:
    def __init__(self, paths: Collection[str], inside: str) -> None:
        self._paths = paths if isinstance(paths, dict | set | frozenset) else frozenset(paths)
        self._inside = inside
        # Folders, each ending in a slash, by what their files say.
        self._packages = {path.removesuffix("__init__.py") for path in paths if path.endswith("/__init__.py")}
        self._with_tests: set[str] = set()
        for path in paths:
            if self._is_test(path):
                folder = path.rpartition("/")[0]
                while folder and f"{folder}/" not in self._with_tests:
                    self._with_tests.add(f"{folder}/")
                    folder = folder.rpartition("/")[0]
        self._of_folder = cache(self._folder_reason)

    def reason(self, path: str) -> str | None:
        """Return why a file is not read, None where it is."""
        folder, slash, _ = path.rpartition("/")
        return self._of_folder(folder + slash) or (TESTS if self._is_test(path) else None)

    def _folder_reason(self, folder: str) -> str | None:
        """Judge a folder and those above it, outermost first."""
        end = folder.find("/", len(self._inside))
        while end >= 0:
            above, _, name = folder[:end].rpartition("/")
            if (reason := self._own_reason(f"{above}/" if above else "", name.lower())) is not None:
                return reason
            end = folder.find("/", end + 1)
        return None

    def _own_reason(self, above: str, name: str) -> str | None:
        if name in _COPIES:
            return COPIES
        outside = above not in self._packages
        if name == "tests" or (name == "test" and (outside or f"{above}{name}/" in self._with_tests)):
            return TESTS
        return EXAMPLES if name in _EXAMPLES and outside else None

    def _is_test(self, path: str) -> bool:
        """Tell by its name whether a file is a test; `x_test.py` is one where the `x.py` that it tests is near."""
        folder, slash, name = path.rpartition("/")
        if name == "conftest.py" or (name.startswith("test_") and name.endswith(".py")):
            return True
        return (
            name.endswith("_test.py") and f"{folder}{slash}{name.removesuffix('_test.py')}.py" in self._paths
        )
