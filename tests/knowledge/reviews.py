"""Records that cannot be run without an accelerator: the files that hold their prose, read as they stand."""

from __future__ import annotations

import ast
import re
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from tests.knowledge.form import Prose
from tests.knowledge.proofs import FOLDER

__all__ = ["REVIEWED", "Review", "all_reviews", "read_review"]

REVIEWED = FOLDER / "reviewed"
_ID = re.compile(r'^ID = "(?P<id>[0-9a-f]*)"', re.MULTILINE)
_NEEDED = {"ID", "READ", "PROSE", "FIX"}
_KNOWN = _NEEDED | {"VALIDATION"}


@dataclass(frozen=True)
class Review:
    """A file `tests/knowledge/reviewed/<distribution>/<slug>.py`.

    Attributes:
        record_id: "" where it has no record yet.
        read: releases whose source a second reader has read it against; none until then.
        fix: as `exampleFix` shows it.
        validation: as `validationCode` shows it.
    """

    path: Path
    record_id: str
    read: tuple[str, ...]
    prose: Prose
    fix: str
    validation: str | None = None

    @property
    def distribution(self) -> str:
        """The distribution that raises: the folder."""
        return self.path.parent.name

    @property
    def name(self) -> str:
        """How reports call it."""
        return f"{self.distribution}/{self.path.stem}"

    @property
    def releases(self) -> list[str]:
        """What it was read against, as `provenance` names it."""
        return [f"{self.distribution}=={version}" for version in self.read]

    def keep_id(self, record_id: str) -> None:
        """Write the id into the file."""
        text = self.path.read_text(encoding="utf-8")
        self.path.write_text(_ID.sub(f'ID = "{record_id}"', text, count=1), encoding="utf-8")


def all_reviews() -> list[Review]:
    """Return what all files say, in the order of their paths."""
    return [read_review(path) for path in sorted(REVIEWED.glob("*/*.py"))]


def read_review(path: Path) -> Review:
    """Read a file; nothing in it is run.

    Raises:
        ValueError: it has not the form that `tests.knowledge.form` tells.
    """
    text = path.read_text(encoding="utf-8")
    found: dict[str, Any] = {}
    for node in ast.parse(text).body:
        if isinstance(node, ast.Assign) and isinstance(node.targets[0], ast.Name):
            found[node.targets[0].id] = _value(node.value)
        elif not isinstance(node, ast.ImportFrom):
            raise ValueError(f"{path}:{node.lineno}: only names are given values here")  # noqa: TRY004 - as below
    if not isinstance(found.get("READ", ()), tuple):
        raise ValueError(f"{path}: READ is a tuple")  # noqa: TRY004 - as of any other form
    if not found.keys() >= _NEEDED or found.keys() - _KNOWN or _ID.search(text) is None:
        raise ValueError(f"{path}: needs {', '.join(sorted(_NEEDED))}; VALIDATION may stand beside them")
    if not isinstance(found["PROSE"], Prose) or found["PROSE"].site is None:
        raise ValueError(f'{path}: needs PROSE = Prose(…, site="path function")')
    validation = found.get("VALIDATION")
    return Review(
        path,
        found["ID"],
        tuple(found["READ"]),
        found["PROSE"],
        found["FIX"].strip("\n"),
        None if validation is None else validation.strip("\n"),
    )


def _value(node: ast.expr) -> Any:
    if isinstance(node, ast.Call):
        return Prose(**{one.arg: ast.literal_eval(one.value) for one in node.keywords if one.arg})
    return ast.literal_eval(node)
