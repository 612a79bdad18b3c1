"""The baseline of a project: the raise sites that may stay without a file about them, as JSON Lines."""

from __future__ import annotations

import json
from collections.abc import Iterable
from pathlib import Path

from pydantic import TypeAdapter, ValidationError

from app.domain.wire import Wire
from app.errors import BadInput
from app.services.project import RaisedError

__all__ = ["baseline_text", "read_baseline"]


class _Entry(Wire):
    """A site without its line, which every change above it moves."""

    id: str
    file: str
    function: str | None = None
    error_class: str | None = None
    template: str | None = None


_ENTRY = TypeAdapter(_Entry)


def baseline_text(errors: Iterable[RaisedError]) -> str:
    """Return a baseline, sorted by file, function and text."""
    entries = [
        {
            "id": error.id,
            "file": error.file,
            "function": error.function,
            "errorClass": error.error_class,
            "template": error.template,
        }
        for error in errors
    ]
    entries.sort(key=lambda entry: [str(entry[name]) for name in ("file", "function", "template", "id")])
    return "".join(json.dumps(entry) + "\n" for entry in entries)


def read_baseline(path: Path) -> list[RaisedError]:
    """Read a baseline.

    Raises:
        BadInput: it cannot be read, or is none.
    """
    try:
        text = path.read_text("utf-8")
    except (OSError, UnicodeDecodeError) as error:
        said = getattr(error, "strerror", None) or "it is not UTF-8"
        raise BadInput(
            f"The baseline {path} cannot be read: {said}. Write it with: errdex check --undocumented --baseline {path} "
            "--write-baseline",
            path=str(path),
        ) from None
    found = []
    for number, line in enumerate(text.splitlines(), 1):
        if not line.strip():
            continue
        try:
            entry = _ENTRY.validate_json(line)
        except ValidationError:
            raise BadInput(
                f"{path}, line {number}, is no entry of a baseline. Write the file anew with --write-baseline.",
                path=str(path),
            ) from None
        place = (entry.file, 0, entry.function, entry.error_class, entry.template)
        found.append(RaisedError(entry.id, *place))
    return found
