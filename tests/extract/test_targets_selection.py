"""Which files of a target are its own code."""

from __future__ import annotations

import pytest

from app.extract.targets.selection import COPIES, EXAMPLES, TESTS, select


@pytest.mark.parametrize(
    ("path", "others", "reason"),
    [
        ("pkg/core.py", (), None),
        ("setup.py", (), None),
        ("pkg/tests/data.py", (), TESTS),
        ("tests/deep/er/x.py", (), TESTS),
        ("pkg/test_core.py", (), TESTS),
        ("pkg/conftest.py", (), TESTS),
        ("pkg/core_test.py", ("pkg/core.py",), TESTS),
        ("pkg/_rank_test.py", (), None),  # a statistical test: nothing beside it is tested
        ("pkg/test/client.py", ("pkg/__init__.py",), None),  # a client for tests, part of the package
        ("pkg/test/client.py", ("pkg/__init__.py", "pkg/test/sub/test_x.py"), TESTS),
        ("test/client.py", (), TESTS),
        ("pkg/testing/tools.py", (), None),
        ("pkg/tests.py", (), None),
        ("pkg/latest/x.py", (), None),
        ("pkg/_vendor/six.py", (), COPIES),
        ("pkg/Third_Party/x.py", (), COPIES),
        ("pkg/_vendor/tests/x.py", (), COPIES),
        ("pkg/_vendor.py", (), None),
        ("docs/conf.py", (), EXAMPLES),
        ("examples/one.py", (), EXAMPLES),
        ("pkg/docs/service.py", ("pkg/__init__.py",), None),  # a module of the package
        ("pkg/docs/conf.py", (), EXAMPLES),
    ],
)
def test_kinds_of_files(path: str, others: tuple[str, ...], reason: str | None) -> None:
    """Tests, copies and examples are told from code by where they are and what is beside them."""
    alone = select([path, *others])
    assert (path in alone.paths) == (reason is None)
    assert alone.skipped[reason or TESTS] >= (reason is not None)


def test_including_tests_leaves_copies_out() -> None:
    """With `include_tests`, tests and examples are read, other software never is."""
    paths = ["a/tests/x.py", "a/test_y.py", "docs/z.py", "a/vendor/w.py"]
    assert select(paths, include_tests=True).paths == ("a/test_y.py", "a/tests/x.py", "docs/z.py")


def test_the_named_folder_is_not_judged() -> None:
    """A folder that was asked for is read, wherever it lies; what is below it is judged as ever."""
    paths = ["tests/programs/a.py", "tests/programs/tests/b.py"]
    assert select(paths, inside="tests/programs/").paths == ("tests/programs/a.py",)
    assert select(paths).paths == ()


def test_paths_come_sorted_whatever_their_order() -> None:
    """The choice does not depend on the order of the paths."""
    paths = ["b.py", "a/c.py", "a/b.py", "tests/x.py"]
    assert select(paths) == select(paths[::-1])
    assert select(paths).paths == ("a/b.py", "a/c.py", "b.py")


def test_a_very_deep_path() -> None:
    """Depth costs neither the stack nor much time."""
    path = "d/" * 20_000 + "x.py"
    assert select([path]).paths == (path,)
