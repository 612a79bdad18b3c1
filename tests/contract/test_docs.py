"""The documents say what the code does: settings, dependencies, links, names of files and commands."""

from __future__ import annotations

import importlib
import json
import re
import tomllib
from pathlib import Path
from typing import Any, get_args

import annotated_types
import pytest
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name
from pydantic import SecretStr
from pydantic.fields import FieldInfo

from app import __version__
from app.config import MIB, Settings

ROOT = Path(__file__).parents[2]
DOCUMENTS = sorted([*ROOT.glob("*.md"), *ROOT.glob("docs/**/*.md")])
each_document = pytest.mark.parametrize(
    "document", DOCUMENTS, ids=[str(path.relative_to(ROOT)) for path in DOCUMENTS]
)


def rows(markdown: str, heading: str) -> list[list[str]]:
    """Cells of the rows of the first table below a heading, without the table's head."""
    section = re.split(r"^#+ ", markdown.split(f"# {heading}\n", 1)[1], maxsplit=1, flags=re.MULTILINE)[0]
    lines = [line for line in section.splitlines() if line.startswith("|")]
    return [[cell.strip() for cell in line.strip("|").split("|")] for line in lines[2:]]


def shown(value: object) -> str:
    """A default or bound as the limits page writes it."""
    if value is None:
        return "unset"
    if isinstance(value, int) and value >= MIB and value % MIB == 0:
        return f"{value} ({value // MIB:,} MiB)"
    return f"{value:g}" if isinstance(value, float) else str(value)


def bounds(field: FieldInfo) -> str:
    """The range of a numeric setting in words."""
    parts: list[str] = []
    for bound in field.metadata:
        if isinstance(bound, annotated_types.Ge):
            parts.append(f"from {shown(bound.ge)}")
        elif isinstance(bound, annotated_types.Gt):
            parts.append(f"above {shown(bound.gt)}")
        elif isinstance(bound, annotated_types.Le):
            parts.append(f"to {shown(bound.le)}")
    return " ".join(parts)


def is_limit(field: FieldInfo) -> bool:
    """Whether a setting is a number."""
    return field.annotation in (int, float)


def setting_rows(*, limits: bool) -> list[list[str]]:
    """What the limits page has to say, made from the settings themselves."""
    found: list[list[str]] = []
    for name, field in Settings.model_fields.items():
        if is_limit(field) != limits:
            continue
        variable = f"`ERRDEX_{name.upper()}`"
        assert field.description, f"{name} has no description"
        default = "in the user's data folder" if field.default_factory else shown(field.default)
        found.append(
            [variable, default, bounds(field), field.description]
            if limits
            else [variable, default, field.description]
        )
    return found


def lines(table: list[list[str]]) -> str:
    """The table as the page should have it, to be pasted from the failure."""
    return "\n".join("| " + " | ".join(cells) + " |" for cells in table)


@pytest.mark.parametrize(("heading", "limits"), [("Limits", True), ("Other settings", False)])
def test_limits_page_is_complete(heading: str, limits: bool) -> None:
    """Every setting stands on the limits page with its default, range and reason, and no other does."""
    page = (ROOT / "docs/limits.md").read_text()
    assert lines(rows(page, heading)) == lines(setting_rows(limits=limits))


def test_fixed_numbers_are_the_codes() -> None:
    """The fixed numbers on the limits page are those of the code."""
    table = rows((ROOT / "docs/limits.md").read_text(), "Fixed numbers")
    assert table
    for name, value, _ in table:
        module, constant = name.strip("`").rsplit(".", 1)
        assert shown(getattr(importlib.import_module(module), constant)) == value, name


def test_every_limit_names_its_unit() -> None:
    """A numeric setting says in its name what it counts."""
    units = (
        "bytes",
        "seconds",
        "items",
        "matches",
        "events",
        "event",
        "lines",
        "chars",
        "candidates",
        "records",
        "record",
        "hour",
        "mib",
    )
    for name, field in Settings.model_fields.items():
        if is_limit(field):
            assert name.split("_")[-1] in units, f"{name}: what does it count?"


def test_secrets_are_masked() -> None:
    """A setting whose name speaks of a secret or token does not print itself."""
    for name, field in Settings.model_fields.items():
        if re.search(r"secret|token|password", name):
            assert SecretStr in (field.annotation, *get_args(field.annotation)), name


def project() -> dict[str, Any]:
    """The project's own description."""
    return tomllib.loads((ROOT / "pyproject.toml").read_text())


def names(requirements: list[str]) -> set[str]:
    """Normalised names of requirements."""
    return {canonicalize_name(Requirement(text).name) for text in requirements}


def test_dependencies_page_is_complete() -> None:
    """The dependencies page gives a reason for exactly the packages that the project asks for."""
    page = (ROOT / "docs/dependencies.md").read_text()
    described = project()
    groups = described["dependency-groups"]
    for heading, wanted in [
        ("Run time", names(described["project"]["dependencies"])),
        ("Development", names([*groups["dev"], *groups["build"]])),
    ]:
        table = rows(page, heading)
        assert {cells[0] for cells in table} == wanted
        assert all(cell for cells in table for cell in cells), "a reason is missing"
    for extra, requirements in described["project"]["optional-dependencies"].items():
        assert f"`{extra}`" in page
        assert all(f"**{name}**" in page for name in names(requirements))


@pytest.mark.parametrize("lock", sorted(ROOT.glob("requirements*.lock")), ids=lambda path: path.name)
def test_locks_pin_by_hash_and_name_no_index(lock: Path) -> None:
    """Every line of a lock is pinned to one version with hashes, and none says where to download from."""
    kinds = (r"[\w.-]+==[^\s;]+( ; .+)? \\", r" {4}--hash=sha256:[0-9a-f]{64}( \\)?", r" {4}#( .*)?")
    lines_of_lock = lock.read_text().splitlines()
    assert lines_of_lock
    for line in lines_of_lock:
        assert any(re.fullmatch(kind, line) for kind in kinds), line
        assert "://" not in line


def test_locks_hold_what_the_project_asks_for() -> None:
    """Each declared dependency is pinned to a version in its range, in the lock that belongs to it."""
    described = project()
    groups = described["dependency-groups"]
    extras = [text for extra in described["project"]["optional-dependencies"].values() for text in extra]
    for lock, requirements in [
        ("requirements.lock", described["project"]["dependencies"]),
        ("requirements-build.lock", groups["build"]),
        (
            "requirements-dev.lock",
            [*described["project"]["dependencies"], *groups["dev"], *groups["build"], *extras],
        ),
    ]:
        pinned = dict(
            re.findall(r"^([A-Za-z0-9._-]+)==([^\s;]+)", (ROOT / lock).read_text(), flags=re.MULTILINE)
        )
        for requirement in map(Requirement, requirements):
            version = pinned.get(canonicalize_name(requirement.name))
            assert version, f"{lock} has no {requirement.name}"
            assert requirement.specifier.contains(version), f"{lock}: {requirement} is pinned to {version}"


def test_changelog_knows_this_version() -> None:
    """The newest section of the changelog is the version that the package reports."""
    newest = re.search(r"^## \[(.+?)\] - ", (ROOT / "CHANGELOG.md").read_text(), flags=re.MULTILINE)
    assert newest
    assert newest[1] == __version__


@each_document
def test_links_lead_somewhere(document: Path) -> None:
    """A relative link in a document leads to a file of the project."""
    for target in re.findall(r"\]\(([^)\s]+)\)", document.read_text()):
        if not re.match(r"[a-z]+:|#", target):
            assert (document.parent / target.split("#")[0]).exists(), target


@each_document
def test_named_files_exist(document: Path) -> None:
    """A file of the project that a document names in code quotes is there."""
    tops = {path.name for path in ROOT.iterdir() if path.is_dir() and path.name != ".venv"}
    for name in re.findall(r"`([\w.-]+/[\w./-]*)`", document.read_text()):
        if name.split("/")[0] in tops and not name.startswith("app/bundled"):
            assert (ROOT / name).exists(), name


@each_document
def test_make_targets_exist(document: Path) -> None:
    """A make command that a document names is a target of the Makefile."""
    targets = set(re.findall(r"^([a-z-]+):", (ROOT / "Makefile").read_text(), flags=re.MULTILINE))
    for target in re.findall(r"(?:^\s*|`)make ([a-z-]+)", document.read_text(), flags=re.MULTILINE):
        assert target in targets, target


def test_notice_names_what_the_records_quote() -> None:
    """The notice names every project, file and commit that a bundled record quotes."""
    notice = (ROOT / "NOTICE").read_text()
    records = sorted((ROOT / "data/records").rglob("*.json"))
    assert records
    for path in records:
        record = json.loads(path.read_bytes())["record"]
        if not record.get("sourceCode"):
            continue  # it quotes nothing
        assert f"{path.parent.relative_to(ROOT)}/" in notice
        assert f"/{record['repo']}\n" in notice
        assert record["filePath"] in notice
        assert record["analyzedSha"] in notice
