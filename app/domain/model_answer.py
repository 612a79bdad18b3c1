"""What a model answered, read as the prose of a record: everything that is wrong with it, in words it can act on."""

from __future__ import annotations

import json
import re
import unicodedata
from collections.abc import Mapping, Sequence
from typing import Any, Final

from app.domain.missing_prose import FIELDS

__all__ = ["answer_schema", "read_answer"]

_FENCE = re.compile(r"\A```\w*\s*\n(?P<body>.*?)\n?```\s*\Z", re.DOTALL)
_THOUGHT = re.compile(r"\A\s*<think(?:ing)?>.*?</think(?:ing)?>", re.DOTALL)
_CODE_SPAN = re.compile(r"`[^`]*`")
_HTML = re.compile(
    r"</?(?:a|abbr|b|blockquote|body|br|button|code|dd|details|div|dl|dt|em|embed|font|form|h[1-6]|head|hr|html|i|iframe|img|input|kbd|li"
    r"|link|math|meta|object|ol|option|p|pre|s|script|select|small|span|strong|style|sub|summary|sup|svg|table|tbody|td|textarea|th|title|tr"
    r"|u|ul|video)(?:\s[^<>]*)?/?>|<!--|<!DOCTYPE|&(?:lt|gt|amp|quot|nbsp|#\d+|#x[0-9a-f]+);",
    re.IGNORECASE,
)
_HIDDEN = frozenset({"Cc", "Cf", "Cs", "Zl", "Zp"})
_CODE: Final = frozenset({"exampleFix", "validationCode", "typeGuard", "tryCatchPattern"})
_NEEDED: Final = frozenset({"documentation", "solutions"})


def answer_schema(record_id: str, fields: Sequence[str]) -> dict[str, Any]:
    """Return the JSON Schema of an answer, within what structured output takes: all members required, no others."""
    shapes = {name: {**FIELDS[name][0], "description": FIELDS[name][1]} for name in fields}
    return {
        "type": "object",
        "properties": {"id": {"type": "string", "enum": [record_id]}, **shapes},
        "required": ["id", *fields],
        "additionalProperties": False,
    }


def read_answer(text: str, record_id: str, fields: Sequence[str]) -> tuple[dict[str, Any], list[str]]:
    """Return the fields that an answer gives, and everything that is wrong with it.

    Args:
        text: what the model said; a fence round it and thoughts before it are looked through.
        record_id: which it has to name.
        fields: those that were asked for; others are left out.

    Returns:
        The fields with content, and sentences; with any the fields are not to be used.
    """
    value = _object(text)
    if value is None:
        return {}, ["The answer is not one JSON object."]
    if value.get("id") != record_id:
        return {}, [f'"id" must be "{record_id}".']
    found: dict[str, Any] = {}
    problems: list[str] = []
    for name in fields:
        given = value.get(name)
        if isinstance(given, str) and not given.strip():
            given = None
        if given is None or given == []:
            if name in _NEEDED:
                problems.append(f"{name} is missing.")
            continue
        wrong = _wrong_shape(given, FIELDS[name][0])
        problems += [f"{name} {wrong}."] if wrong else _wrong_text(name, given)
        if not wrong:
            found[name] = [one.strip() for one in given] if isinstance(given, list) else given.strip("\n")
    return found, problems


def _object(text: str) -> dict[str, Any] | None:
    bare = _THOUGHT.sub("", text, count=1).strip()
    if fenced := _FENCE.match(bare):
        bare = fenced["body"]
    for candidate in (bare, bare[bare.find("{") : bare.rfind("}") + 1]):
        try:
            value = json.loads(candidate)
        except (ValueError, RecursionError):
            continue
        return value if isinstance(value, dict) else None
    return None


def _wrong_shape(value: Any, shape: Mapping[str, Any]) -> str | None:
    types = shape["type"] if isinstance(shape["type"], list) else [shape["type"]]
    if "array" in types:
        if not isinstance(value, list) or not all(isinstance(one, str) and one.strip() for one in value):
            return "must be a list of texts"
        if len(value) > shape["maxItems"]:
            return f"has {len(value)} items, and {shape['maxItems']} are the most"
        texts, most = value, shape["items"]["maxLength"]
    else:
        if not isinstance(value, str):
            return "must be a text"
        texts, most = [value], shape["maxLength"]
    if any(len(one) > most for one in texts):
        return f"is longer than {most:,} characters"
    return None


def _wrong_text(name: str, value: str | list[str]) -> list[str]:
    """Say what no record may hold: characters that nobody sees, and HTML where text is expected."""
    problems = []
    for text in value if isinstance(value, list) else [value]:
        hidden = next(
            (char for char in text if char not in "\n\t" and unicodedata.category(char) in _HIDDEN), None
        )
        if hidden is not None:
            problems.append(f"{name} has the invisible character U+{ord(hidden):04X}; leave it out.")
        if name not in _CODE and (tag := _HTML.search(_CODE_SPAN.sub("", text))):
            problems.append(f"{name} has HTML, {tag[0][:30]}; write plain text with code between backticks.")
    return problems
