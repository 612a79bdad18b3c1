"""Faults of records in words: what is wrong, with which value, where, and what to do about it."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import islice
from typing import Any, Literal

from pydantic import ValidationError

__all__ = ["MISSING", "Fault", "advice_for", "faults_of", "printable", "shown", "unstorable"]

_SHOWN_CHARACTERS = 60
_MAX_FAULTS = 100
MAX_DEPTH = 40
_USUAL_DEPTH = 8
MISSING = "is missing"
_SURROGATE = re.compile("[\ud800-\udfff]")


@dataclass(frozen=True, slots=True)
class Fault:
    """One thing that is wrong with a file of records; one line as text, safe to print on a terminal.

    Attributes:
        file: name of the file as given.
        index: position from 1: number of the record or of the line, see `unit`; None for the whole file.
        record_id: id of the record, "" where it is not known.
        field: path of the field (`errdex.versions[0].version`), "" where the fault is not in a field.
        value: the offending value as JSON, shortened; "" where there is none.
        problem: what is wrong, as a clause about the value: `must be a whole number`.
        advice: what to do, as a sentence.
        unit: what `index` counts.
    """

    file: str
    index: int | None
    record_id: str
    field: str
    value: str
    problem: str
    advice: str
    unit: Literal["record", "line"] = "record"

    def __str__(self) -> str:
        """Return `file, record 2, id …: field is "value": problem. Advice`."""
        place = [self.file]
        if self.index is not None:
            place.append(f"{self.unit} {self.index}")
        if self.record_id:
            place.append(f"id {self.record_id}")
        what = " is ".join(part for part in (self.field, self.value) if part)
        text = f"{what}: {self.problem}" if what else self.problem
        return printable(f"{', '.join(place)}: {text}. {self.advice}".strip())


def printable(text: str) -> str:
    """Write what a terminal would act on, or cannot show, as escapes, so the text is one harmless line."""
    return "".join(
        char
        if char.isprintable()
        else json.dumps(char)[1:-1]
        if ord(char) > 0x9F or ord(char) < 0x20
        else f"\\x{ord(char):02x}"
        for char in text
    )


def shown(value: object) -> str:
    """Return a value as JSON, shortened to about 60 characters."""
    if isinstance(value, str):
        text = json.dumps(value[: _SHOWN_CHARACTERS + 1], ensure_ascii=False)
        cut = len(value) > _SHOWN_CHARACTERS
    elif isinstance(value, Mapping):
        return f"an object with {len(value)} member{'s' if len(value) != 1 else ''}"
    elif isinstance(value, Sequence):
        return f"a list of {len(value)}"
    elif isinstance(value, int) and not isinstance(value, bool) and value.bit_length() > 256:
        return "a number with more than 77 digits"
    else:
        text = json.dumps(value)
        cut = False
    if cut:
        text = f"{text[:_SHOWN_CHARACTERS]}…"
    return printable(text)


# What to write instead, by the last name in the path of a field.
_FIELD_ADVICE = {
    "id": "Use the 16 digits that the record was given, or leave id out to have one made.",
    "repo": "Write owner/name, pypi/<name> or local/<name>.",
    "slug": "Leave slug out to have it made from errorMessage.",
    "messagePattern": "Write null where the site has no text: an empty pattern would match everything.",
    "severity": 'Leave severity out for "error".',
    "filePath": "Write the path in the repository, such as src/package/module.py.",
    "lineNumber": "Write the line of the raise keyword, counted from 1.",
    "httpStatus": "Write a status from 100 to 599, or null.",
    "githubUrl": "Write an address that starts with https://, or null.",
    "analyzedSha": "Write the commit in 7 to 64 lower-case hex digits, or null.",
    "schemaVersion": "This program reads version 2; convert the record first.",
    "replacedBy": "Write the id of the other record, 16 lower-case hex digits, or null.",
}
_TIME = "is not an ISO 8601 time such as 2026-08-28T05:10:05.995Z"
_FIELD_PROBLEM = {
    "id": "must be 16 lower-case hex digits",
    "replacedBy": "must be an id, 16 lower-case hex digits",
    "repo": "must be owner/name in letters, digits, `.`, `_` and `-`",
    "filePath": "must not be blank",
    "slug": "may hold a-z, 0-9 and `-` only",
    "githubUrl": "must start with http:// or https://",
    "analyzedSha": "must be a commit in 7 to 64 lower-case hex digits",
    "analyzedAt": _TIME,
    "datasetVersion": _TIME,
    "withdrawnAt": _TIME,
}


def faults_of(
    error: ValidationError, *, file: str, index: int | None, record_id: str, unit: Literal["record", "line"]
) -> list[Fault]:
    """Turn what the model found into faults, in the order of the schema; the first hundred of a record.

    Args:
        error: raised by validating an envelope.
        file: as in `Fault`.
        index: as in `Fault`.
        record_id: as in `Fault`.
        unit: as in `Fault`.
    """
    faults = []
    for item in islice(error.errors(include_url=False), _MAX_FAULTS):
        location = item["loc"]
        if item["type"] == "missing":
            problem, value = MISSING, ""
        else:
            problem, value = _problem(item["type"], item.get("ctx", {}), location), shown(item["input"])
        name = next((str(part) for part in reversed(location) if isinstance(part, str)), "")
        faults.append(
            Fault(
                file=file,
                index=index,
                record_id=record_id,
                field=path_of(location),
                value=value,
                problem=problem,
                advice=_advice(item["type"], item["input"], name),
                unit=unit,
            )
        )
    return faults


def path_of(location: Sequence[int | str]) -> str:
    """Return `errdex.versions[0].version` for a location; the leading `record` is left out."""
    parts = list(location[1:] if location and location[0] == "record" and len(location) > 1 else location)
    text = ""
    for part in parts:
        text += f"[{part}]" if isinstance(part, int) else f".{part}" if text else str(part)
    return text


def _problem(kind: str, context: Mapping[str, Any], location: Sequence[int | str]) -> str:
    name = location[-1] if location else ""
    if kind == "value_error":
        return str(context.get("error", "is not valid"))
    if kind == "string_pattern_mismatch":
        place = location[-2] if isinstance(name, int) and len(location) > 1 else name
        return _FIELD_PROBLEM.get(
            "id" if place == "aliases" else str(place), "has not the form of this field"
        )
    sentences = {
        "string_type": "must be a text",
        "int_type": "must be a whole number",
        "bool_type": "must be true or false",
        "list_type": "must be a list",
        "model_type": "must be an object",
        "dict_type": "must be an object",
        "string_too_short": "must not be empty",
        "string_too_long": "is longer than {max_length} characters",
        "greater_than_equal": "must be at least {ge}",
        "less_than_equal": "must be at most {le}",
        "literal_error": "must be {expected}",
    }
    sentence = sentences.get(kind)
    return sentence.format(**context) if sentence else "is not a value that this field takes"


def _advice(kind: str, value: object, name: str) -> str:
    if kind == "int_type" and isinstance(value, str) and value.strip().isdigit():
        return "Write the number without quotes."
    if kind == "string_type" and isinstance(value, int | float) and not isinstance(value, bool):
        return "Put it in quotes."
    if kind in {"string_type", "int_type", "list_type"} and value is None:
        return (
            f"Give it a value, or leave {name} out if it has a default. {_FIELD_ADVICE.get(name, '')}".strip()
        )
    if kind == "list_type" and isinstance(value, str):
        return "Put the text in square brackets."
    return advice_for(name)


def advice_for(name: str) -> str:
    """Return what to write in a field."""
    return _FIELD_ADVICE.get(name, "docs/records.md says what this field takes.")


def unstorable(
    value: object, location: tuple[int | str, ...] = ()
) -> list[tuple[tuple[int | str, ...], object, str]]:
    """Find what no store can keep, in known and unknown fields alike, without recursion.

    Returns:
        Location, value and problem of each: a NUL character, half of a surrogate pair, nesting deeper than
        40 levels.
    """
    if _is_storable(value, len(location)):
        return []
    found: list[tuple[tuple[int | str, ...], object, str]] = []
    waiting: list[tuple[tuple[int | str, ...], object]] = [(location, value)]
    while waiting:
        where, item = waiting.pop()
        if isinstance(item, str):
            problem = _unstorable_text(item)
            if problem:
                found.append((where, item, problem))
            continue
        if not isinstance(item, dict | list):
            continue
        if len(where) > MAX_DEPTH:
            found.append((where[:3], item, f"is nested deeper than {MAX_DEPTH} levels"))
            continue
        pairs = item.items() if isinstance(item, dict) else enumerate(item)
        for key, member in pairs:
            if isinstance(key, str) and _unstorable_text(key):
                found.append((where, key, f"a name {_unstorable_text(key)}"))
            waiting.append(((*where, key), member))
    return found[::-1]


def _is_storable(value: object, depth: int) -> bool:
    """Tell the usual case fast: all can be kept, so nobody needs to know where what stands."""
    if isinstance(value, dict):
        if not all(map(_is_plain, value)):
            return False
        members: Iterable[object] = value.values()
    elif isinstance(value, list):
        members = value
    else:
        return not isinstance(value, str) or not _unstorable_text(value)
    if depth == _USUAL_DEPTH:
        return False  # how deep in all is for the slow way to tell
    for member in members:
        if isinstance(member, str):
            if not _is_plain(member) and _unstorable_text(member):
                return False
        elif isinstance(member, dict | list) and not _is_storable(member, depth + 1):
            return False
    return True


def _is_plain(text: str) -> bool:
    return text.isascii() and "\x00" not in text


def _unstorable_text(text: str) -> str:
    if "\x00" in text:
        return "holds a NUL character"
    if not text.isascii() and _SURROGATE.search(text):
        return "holds half of a surrogate pair"
    return ""
