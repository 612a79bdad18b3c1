"""What a project says of itself: name, version, repository, licence, homepage.

Read from METADATA or PKG-INFO, pyproject.toml or setup.cfg, as data; a setup.py would have to be run, so it says nothing.
"""

from __future__ import annotations

import configparser
import re
import tomllib
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from packaging.metadata import parse_email

from app.extract.targets.forges import Repository, repository_of_project
from app.extract.targets.licences import licence_of

__all__ = ["Metadata", "is_name", "read_metadata", "read_pyproject", "read_setup_cfg"]

_NAME = re.compile(r"[A-Za-z0-9](?:[A-Za-z0-9._-]*[A-Za-z0-9])?")
_VERSION = re.compile(r"[A-Za-z0-9][A-Za-z0-9._+!-]{0,99}")
_URL = re.compile(r"https?://[^\s<>\"]+")


@dataclass(frozen=True, slots=True)
class Metadata:
    """What is known of a project; each but the name may be missing."""

    name: str
    version: str | None = None
    repository: Repository | None = None
    license: str | None = None
    homepage: str | None = None


def is_name(text: str) -> bool:
    """Tell whether this can be the name of a distribution."""
    return len(text) <= 100 and _NAME.fullmatch(text) is not None


def read_metadata(data: bytes | str) -> Metadata | None:
    """Read METADATA or PKG-INFO; None where it holds no usable name."""
    raw, unparsed = parse_email(data)
    urls = list(raw.get("project_urls", {}).items())
    # Of a label that is given twice, or an address without one, the parser makes nothing.
    urls += [_labelled(line) for line in unparsed.get("project-url", ())]
    return _metadata(
        raw.get("name"),
        raw.get("version"),
        urls,
        homepage=raw.get("home_page"),
        licence=licence_of(raw.get("license_expression"), raw.get("license"), raw.get("classifiers", ())),
    )


def read_pyproject(data: bytes) -> Metadata | None:
    """Read the `project` table of pyproject.toml, or Poetry's; None where neither gives a name."""
    try:
        document = tomllib.loads(data.decode("utf-8", "replace"))
    except (tomllib.TOMLDecodeError, RecursionError):
        return None
    project = document.get("project")
    if not isinstance(project, dict):
        tool = document.get("tool")
        project = tool.get("poetry") if isinstance(tool, dict) else None
    if not isinstance(project, dict):
        return None
    licence = project.get("license")
    if isinstance(licence, dict):
        licence = licence.get("text")
    urls = project.get("urls")
    pairs = list(urls.items()) if isinstance(urls, dict) else []
    pairs += [(label, project[label]) for label in ("repository", "homepage") if label in project]
    return _metadata(
        project.get("name"),
        project.get("version"),
        [(label, address) for label, address in pairs if isinstance(address, str)],
        licence=licence_of(None, _text(licence), _texts(project.get("classifiers"))),
    )


def read_setup_cfg(data: bytes) -> Metadata | None:
    """Read the `metadata` section of setup.cfg; None where it gives no name."""
    parser = configparser.ConfigParser(interpolation=None, strict=False)
    try:
        parser.read_string(data.decode("utf-8", "replace"))
    except configparser.Error:
        return None
    section: Mapping[str, str] = parser["metadata"] if parser.has_section("metadata") else {}
    version = section.get("version")
    urls = [line.partition("=") for line in section.get("project_urls", "").splitlines()]
    return _metadata(
        section.get("name"),
        version if version and _VERSION.fullmatch(version) else None,  # else `attr: …`, to be run
        [(label.strip(), address.strip()) for label, _, address in urls],
        homepage=section.get("url"),
        licence=licence_of(None, section.get("license"), section.get("classifiers", "").splitlines()),
    )


def _metadata(
    name: object,
    version: object,
    urls: list[tuple[str, str]],
    *,
    homepage: str | None = None,
    licence: str | None,
) -> Metadata | None:
    if not (isinstance(name, str) and is_name(name)):
        return None
    given = [("homepage", homepage)] if homepage else []
    addresses = [*urls, *given]
    face = [address for label, address in addresses if label.lower().replace("-", "") == "homepage"]
    return Metadata(
        name=name,
        version=version if isinstance(version, str) and _VERSION.fullmatch(version) else None,
        repository=repository_of_project(addresses),
        license=licence,
        homepage=next((address for address in face if _URL.fullmatch(address)), None),
    )


def _labelled(line: str) -> tuple[str, str]:
    label, comma, address = line.partition(",")
    return (label.strip(), address.strip()) if comma else ("", label.strip())


def _text(value: object) -> str | None:
    return value if isinstance(value, str) else None


def _texts(value: Any) -> Iterable[str]:
    return [line for line in value if isinstance(line, str)] if isinstance(value, list) else []
