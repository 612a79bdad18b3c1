"""`errdex drift`: two wheels of one package, as text, Markdown and JSON."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.cli.conftest import Errdex
from tests.extract.making import METADATA, make_wheel

OLD = """\
def grow(size, shared):
    if shared:
        raise ValueError("fast mode does not support shared pools")
    if size < 1:
        raise ValueError("a pool cannot be smaller than one")
    if size > 100:
        raise ValueError("a pool cannot be that large")
"""
NEW = """\
def grow(size, shared, small):
    if shared and small:
        raise ValueError("fast mode does not support shared pools")
    if size > 100:
        raise ValueError("a pool cannot be that large")


def shrink(size):
    if size > 7:
        raise ValueError("nobody `shrinks` a pool by so much")
"""


@pytest.fixture
def releases(tmp_path: Path) -> list[str]:
    """Wheels of two releases."""
    paths = []
    for version, code in (("1.2", OLD), ("2.0", NEW)):
        metadata = METADATA.replace("Version: 1.2", f"Version: {version}")
        name = f"tiny_pkg-{version}-py3-none-any.whl"
        paths.append(str(make_wheel(tmp_path, {"tiny/pool.py": code}, metadata=metadata, name=name)))
    return paths


def test_json(errdex: Errdex, releases: list[str]) -> None:
    """Each difference with its kind; what stayed is counted."""
    ran = errdex("drift", *releases, "--json")
    assert ran.returncode == 0, ran.stderr
    drift = json.loads(ran.stdout)
    assert (drift["name"], drift["old"], drift["new"], drift["unchanged"]) == ("Tiny.Pkg", "1.2", "2.0", 1)
    assert {name: count for name, count in drift["counts"].items() if count} == {
        "gone": 1,
        "relaxed": 1,
        "added": 1,
    }
    relaxed = next(one for one in drift["changes"] if one["kind"] == "relaxed")
    assert (relaxed["message"], relaxed["now"]) == ("fast mode does not support shared pools", ["small"])
    gone = next(one for one in drift["changes"] if one["kind"] == "gone")
    assert (gone["message"], gone["functionStands"]) == ("a pool cannot be smaller than one", True)


def test_text_and_markdown(errdex: Errdex, releases: list[str]) -> None:
    """For people the same by headings; Markdown whose code spans hold whatever a message has."""
    text = errdex("drift", *releases).stdout.decode()
    assert "Tiny.Pkg 1.2 → 2.0" in text
    assert "Raised in fewer cases (1)" in text
    assert "now asks for `small`" in text
    markdown = errdex("drift", *releases, "--markdown").stdout.decode()
    assert "### No longer raised (1)" in markdown
    assert "- ``ValueError: nobody `shrinks` a pool by so much`` in `tiny/pool.py:" in markdown


def test_nothing_differs(errdex: Errdex, releases: list[str]) -> None:
    """One release beside itself: exit code 1."""
    assert errdex("drift", releases[0], releases[0], "--json").returncode == 1


@pytest.mark.parametrize("arguments", [["--markdown", "--json"], []])
def test_what_cannot_be_compared(errdex: Errdex, releases: list[str], arguments: list[str]) -> None:
    """Two forms at once, and a file that is not there: exit code 2, and what to do."""
    targets = releases if arguments else [releases[0], "./no-such-folder/"]
    ran = errdex("drift", *targets, *arguments)
    assert ran.returncode == 2
    assert ran.stderr
