"""Name, version, repository, licence and homepage from metadata."""

from __future__ import annotations

import pytest

from app.extract.targets.forges import Repository, repository_of, repository_of_project, safe_name
from app.extract.targets.licences import licence_of
from app.extract.targets.metadata import Metadata, read_metadata, read_pyproject, read_setup_cfg
from tests.extract.making import METADATA

TINY = Repository("tiny-org/tiny-pkg", on_github=True)


@pytest.mark.parametrize(
    ("address", "name"),
    [
        ("https://github.com/a/b", "a/b"),
        ("http://www.github.com/a/b/", "a/b"),
        ("https://github.com/a/b.git", "a/b"),
        ("https://github.com/a/b.c/tree/main/python", "a/b.c"),
        ("https://github.com/a/b?tab=readme#x", "a/b"),
        ("git@github.com:a/b.git", "a/b"),
        ("ssh://git@github.com:22/a/b", "a/b"),
        ("git+https://user:secret@github.com/a/b.git", "a/b"),
        ("https://gitlab.com/a/b", "a/b"),
        ("https://gitlab.com/a/b/-/issues", "a/b"),
        ("https://gitlab.com/group/sub/project", None),
        ("https://codeberg.org/a/b/issues", "a/b"),
        ("https://github.com/sponsors/someone", None),
        ("https://github.com/orgs/a/projects", None),
        ("https://github.com/a", None),
        ("https://github.com/a/..", None),
        ("https://example.org/github.com/a/b", None),
        ("https://github.com.example.org/a/b", None),
        ("https://example.org/@github.com/a/b", None),
        ("https://tiny.readthedocs.io/", None),
        ("", None),
    ],
)
def test_repositories_of_addresses(address: str, name: str | None) -> None:
    """Owner and name are read from addresses on three forges, in all their forms, and from no others."""
    found = repository_of(address)
    assert (found.name if found else None) == name


def test_only_github_has_lines_to_link_to() -> None:
    """A repository says whether it is on GitHub."""
    assert [
        found.on_github
        for address in ("https://github.com/a/b", "https://gitlab.com/a/b", "https://codeberg.org/a/b")
        if (found := repository_of(address))
    ] == [True, False, False]


@pytest.mark.parametrize(
    ("addresses", "name"),
    [
        ([("Funding", "https://github.com/sponsors/x"), ("Source Code", "https://github.com/a/b")], "a/b"),
        (
            [("Issues", "https://github.com/a/tracker/issues"), ("Repository", "https://github.com/a/b")],
            "a/b",
        ),
        ([("homepage", "https://github.com/a/b"), ("Changelog", "https://github.com/a/c")], "a/b"),
        ([("homepage", "https://example.org"), ("Tracker", "https://github.com/a/b/issues")], "a/b"),
        ([("homepage", "https://example.org")], None),
        ([], None),
    ],
)
def test_the_best_address_counts(addresses: list[tuple[str, str]], name: str | None) -> None:
    """Where the source is comes before the homepage, and that before the tracker."""
    found = repository_of_project(addresses)
    assert (found.name if found else None) == name


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("a b/ü", "a-b"),
        ("x", "x"),
        ("..", "unnamed"),
        ("", "unnamed"),
        ("ü", "unnamed"),
        ("a.b_c-d", "a.b_c-d"),
    ],
)
def test_safe_names(text: str, name: str) -> None:
    """A name for a repository holds only what its schema allows."""
    assert safe_name(text) == name


@pytest.mark.parametrize(
    ("expression", "text", "classifiers", "spdx"),
    [
        ("mit", None, [], "MIT"),
        ("Apache-2.0 OR mit", None, [], "Apache-2.0 OR MIT"),
        (None, "BSD-3-Clause", [], "BSD-3-Clause"),
        (None, "Apache License, Version 2.0", [], "Apache-2.0"),
        (None, "The MIT License (MIT)", [], "MIT"),
        (None, "MPL v2.0", [], "MPL-2.0"),
        (None, "3-Clause BSD License", [], "BSD-3-Clause"),
        (None, " Apache License\n  Version 2.0, January 2004\n" + "terms " * 100, [], "Apache-2.0"),
        (None, "BSD", ["License :: OSI Approved :: BSD License"], None),
        (None, "UNKNOWN", ["License :: OSI Approved :: MIT License"], "MIT"),
        (None, None, ["License :: OSI Approved", "License :: OSI Approved :: MIT License"], "MIT"),
        (
            None,
            None,
            ["License :: OSI Approved :: MIT License", "License :: OSI Approved :: BSD License"],
            None,
        ),
        (None, None, ["Programming Language :: Python"], None),
        ("Nonsense-1.0", "see LICENSE", [], None),
        ("(" * 150, None, [], None),
        (None, None, [], None),
    ],
)
def test_licences(expression: str | None, text: str | None, classifiers: list[str], spdx: str | None) -> None:
    """An SPDX expression comes from what names one licence; a family of licences is none."""
    assert licence_of(expression, text, classifiers) == spdx


def test_metadata_of_a_wheel() -> None:
    """METADATA gives all five."""
    assert read_metadata(METADATA) == Metadata("Tiny.Pkg", "1.2", TINY, "MIT", "https://tiny.example")


@pytest.mark.parametrize(
    "text",
    [
        "",
        "Version: 1\n",
        "Name: ../x\nVersion: 1\n",
        "Name: a b\n",
        "Name: \x00\n",
        "\xff\xfe",
        "Name: " + "x" * 200,
    ],
)
def test_metadata_without_a_usable_name(text: str) -> None:
    """Without a name that can be one there is no metadata."""
    assert read_metadata(text.encode("latin-1")) is None


def test_metadata_with_odd_parts() -> None:
    """An unusable version, a repeated label and a homepage that is no address are passed over."""
    text = (
        "Name: tiny\nVersion: 1 2\nHome-page: javascript:alert(1)\n"
        "Project-URL: Source, https://github.com/a/b\nProject-URL: Source, https://github.com/a/c\n"
    )
    assert read_metadata(text) == Metadata("tiny", None, Repository("a/b", on_github=True), None, None)


def test_metadata_of_a_project() -> None:
    """pyproject.toml is read as data, Poetry's form too; what a build would fill in is unknown."""
    project = (
        '[project]\nname = "tiny"\nversion = "1.2"\nlicense = {text = "MIT"}\n'
        '[project.urls]\nHomepage = "https://tiny.example"\nsource = "https://github.com/tiny-org/tiny-pkg"\n'
    )
    assert read_pyproject(project.encode()) == Metadata("tiny", "1.2", TINY, "MIT", "https://tiny.example")
    assert read_pyproject(b'[project]\nname = "tiny"\ndynamic = ["version"]\n') == Metadata("tiny")
    poetry = b'[tool.poetry]\nname = "tiny"\nversion = "1.2"\nrepository = "https://github.com/tiny-org/tiny-pkg"\n'
    assert read_pyproject(poetry) == Metadata("tiny", "1.2", TINY)


@pytest.mark.parametrize(
    "text", ["", "[", "project = 1", "[project]\nname = 3\n", "[tool]\npoetry = []\n", "a = " + "[" * 5000]
)
def test_projects_that_say_nothing(text: str) -> None:
    """A broken or silent pyproject.toml is no metadata and no error."""
    assert read_pyproject(text.encode()) is None


def test_metadata_of_setup_cfg() -> None:
    """setup.cfg is read as data; an `attr:` version would have to be run."""
    text = (
        "[metadata]\nname = tiny\nversion = attr: tiny.__version__\nurl = https://tiny.example\nlicense = MIT\n"
        "project_urls =\n    Source = https://github.com/tiny-org/tiny-pkg\n"
    )
    assert read_setup_cfg(text.encode()) == Metadata("tiny", None, TINY, "MIT", "https://tiny.example")
    assert read_setup_cfg(b"name = tiny\n") is None
    assert read_setup_cfg(b"[options]\n") is None
