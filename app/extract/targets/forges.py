"""The repository of a project, from the addresses that its metadata or its checkout gives."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass

__all__ = ["Repository", "repository_of", "repository_of_project", "safe_name"]

_HOSTS = ("github.com", "gitlab.com", "codeberg.org")
_NAME = r"[A-Za-z0-9_.-]+"
# https://…, git+ssh://git@…, and git@host:owner/name
_ADDRESS = re.compile(
    rf"^(?:(?:git\+)?(?:https?|ssh|git)://)?(?:[^@/\s]*@)?(?:www\.)?(?P<host>{'|'.join(map(re.escape, _HOSTS))})"
    rf"(?::\d+/|[:/])/*(?P<owner>{_NAME})/(?P<name>{_NAME})(?P<rest>[/?#]\S*)?$",
    re.IGNORECASE,
)
# First parts of addresses that are no owner.
_PAGES = frozenset({
    "sponsors", "orgs", "users", "apps", "marketplace", "features", "topics", "settings", "login", "explore", "groups",
})  # fmt: skip

_GITLAB_PAGES = frozenset({"", "-", "blob", "tree", "issues", "releases", "tags", "merge_requests", "wikis"})

# What the label of an address says, best first: where the source is; the project's face; anything else of the project.
_LABELS = (
    frozenset(
        {"source", "sourcecode", "repository", "repo", "code", "github", "gitlab", "codeberg", "git", "scm"}
    ),
    frozenset({"homepage", "home", "homepagesource", "project"}),
)
_NOT_ALNUM = re.compile(r"[^a-z0-9]+")
_UNSAFE = re.compile(r"[^A-Za-z0-9_.-]+")


@dataclass(frozen=True, slots=True)
class Repository:
    """A repository: `owner/name`, and whether it is on GitHub, to whose lines a record can link."""

    name: str
    on_github: bool


def repository_of(address: str) -> Repository | None:
    """Return the repository that an address on GitHub, GitLab or Codeberg leads into, None for any other."""
    found = _ADDRESS.match(address.strip())
    if not found or found["owner"].lower() in _PAGES:
        return None
    owner, name = found["owner"], found["name"].removesuffix(".git")
    host, page = found["host"].lower(), (found["rest"] or "").split("/")[1:2]
    if host == "gitlab.com" and page and page[0] not in _GITLAB_PAGES:
        return None  # a project in a group of a group has no name of two parts
    if not (owner.strip(".") and name.strip(".")):
        return None
    return Repository(f"{owner}/{name}", on_github=host == "github.com")


def repository_of_project(addresses: Iterable[tuple[str, str]]) -> Repository | None:
    """Return the repository of a project that names these addresses.

    Args:
        addresses: pairs of label and address, as Project-URL has them; an old Home-page comes as `homepage`.
    """
    found: list[tuple[int, Repository]] = []
    for label, address in addresses:
        if (repository := repository_of(address)) is not None:
            plain = _NOT_ALNUM.sub("", label.lower())
            rank = next((rank for rank, labels in enumerate(_LABELS) if plain in labels), len(_LABELS))
            found.append((rank, repository))
    return min(found, key=lambda pair: pair[0])[1] if found else None


def safe_name(text: str) -> str:
    """Return the text with only what a repository's name may hold; `unnamed` where nothing remains."""
    name = _UNSAFE.sub("-", text).strip("-")
    return name if name.strip(".") else "unnamed"
