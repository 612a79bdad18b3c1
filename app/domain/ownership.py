"""Who owns which field of a record: ingest what it brought, learn the rest. Pure.

`owned` names the fields that ingest brought; None where learn has had no part in the record, so that ingest
owns everything, and an empty tuple where the record came from learn alone. Members of `errdex` have a prefix.
"""

from __future__ import annotations

import json
from collections.abc import Collection, Iterable, Mapping
from typing import Any

__all__ = [
    "PREFIX",
    "PROVENANCE",
    "Content",
    "content_of",
    "fill",
    "owned_after",
    "owned_by_ingest",
    "owned_text",
    "read_owned",
    "without_learned",
]

PREFIX = "errdex."
PROVENANCE = PREFIX + "provenance"
Content = Mapping[str, Mapping[str, Any]]

# What source code says nothing about. A derived record that somebody exported and ingested again still follows
# its source, but for what a person added here.
_PROSE = (
    "documentation",
    "commonSituations",
    "solutions",
    "exampleFix",
    "handlingStrategy",
    "validationCode",
    "typeGuard",
    "tryCatchPattern",
    "preventionTips",
)
_LEARNED_MEMBERS = ("function", "license", "source")
_FACTS = "facts"  # of the source alone: ingest does not own them
_PLACE = ("sourceCode", "sourceCodeStart", "sourceCodeEnd", "githubUrl", "analyzedSha", "analyzedAt")


def read_owned(text: str | None) -> tuple[str, ...] | None:
    """Read the column `owned`."""
    return None if text is None else tuple(json.loads(text))


def owned_text(owned: Iterable[str] | None) -> str | None:
    """Write the column `owned`."""
    return None if owned is None else json.dumps(sorted(set(owned)), separators=(",", ":"))


def owned_by_ingest(record: Mapping[str, Any], errdex: Mapping[str, Any]) -> tuple[str, ...]:
    """Return the fields that a whole record brings: those that are neither null nor an empty list."""
    if (errdex.get("provenance") or {}).get("kind") == "derived":
        return tuple(name for name in _PROSE if record.get(name))
    fields = [name for name, value in record.items() if value is not None and value != []]
    members = [PREFIX + name for name in _LEARNED_MEMBERS if errdex.get(name) is not None]
    return (*fields, *members, PROVENANCE)


def owned_after(
    before: Collection[str], record: Mapping[str, Any], errdex: Mapping[str, Any]
) -> tuple[str, ...]:
    """Return what ingest owns after a partial record brought some fields more."""
    fields = [name for name, value in record.items() if value is not None and name != "id"]
    members = [PREFIX + name for name in (*_LEARNED_MEMBERS, "provenance") if errdex.get(name) is not None]
    return tuple({*before, *fields, *members})


def content_of(record: Mapping[str, Any], errdex: Mapping[str, Any]) -> Content:
    """Return what a learned record says of its site, without what differs from version to version of the same."""
    return {
        "record": {name: value for name, value in record.items() if name != "id"},
        "errdex": {
            **{name: errdex.get(name) for name in (*_LEARNED_MEMBERS, "provenance")},
            **({_FACTS: errdex[_FACTS]} if errdex.get(_FACTS) else {}),
        },
    }


def fill(
    record: Mapping[str, Any], errdex: Mapping[str, Any], owned: Collection[str], content: Content
) -> tuple[dict[str, Any], dict[str, Any]]:
    """Return record and extension with every field that ingest does not own as learn has it.

    The source window and the link are filled only where both speak of the same line, and the pattern only
    where both have the same message.

    Args:
        record: as it stands, or {}.
        errdex: as it stands, or {}.
        owned: the fields that stay.
        content: what learn says.
    """
    learned, members = content["record"], content["errdex"]
    kept = {"id", *owned}
    if {"filePath", "lineNumber"} & kept and any(
        record.get(name) != learned.get(name) for name in ("filePath", "lineNumber")
    ):
        kept.update(_PLACE)
    if "errorMessage" in kept and record.get("errorMessage") != learned.get("errorMessage"):
        kept.update(("messagePattern", "slug"))
    filled = {name: learned[name] for name in learned if name not in kept or name not in record}
    extension = {name: value for name, value in members.items() if PREFIX + name not in owned}
    stated = {name: value for name, value in errdex.items() if name != _FACTS}
    return {**record, **filled}, {**stated, **extension}


def without_learned(
    record: Mapping[str, Any], errdex: Mapping[str, Any], owned: Collection[str]
) -> tuple[dict[str, Any], dict[str, Any]]:
    """Return an ingested record and its extension without what learn had filled in."""
    if not owned:
        return dict(record), dict(
            errdex
        )  # from learn alone: it is all there is, and nobody has taken it back
    kept = {"id", "schemaVersion", *owned}
    emptied: dict[str, Any] = {
        name: [] if isinstance(value, list) else None for name, value in record.items() if name not in kept
    }
    members = {name: None for name in _LEARNED_MEMBERS if PREFIX + name not in owned}
    stated = {name: value for name, value in errdex.items() if name != _FACTS}
    return {**record, **emptied}, {**stated, **members}
