"""Other readings of a message that the copy changed: lines wrapped in mid-word, marks that an editor or page put in.

A message stays as pasted. Where no pattern agrees with it, these readings are tried, and a hit in one is
told in the message's own places.
"""

from __future__ import annotations

import re
from dataclasses import replace
from html import unescape
from itertools import product

from app.domain.answer import Tier
from app.domain.matching import Hit
from app.domain.text import Passage

__all__ = ["STRAIGHT", "in_message", "other_readings"]

_MAX_CHARS = 8000
_MAX_FREE_BREAKS = 3
# Marks that an editor or a page puts for the plain ones.
STRAIGHT = str.maketrans("‘’‚‛′“”„‟″–—‐‑−", "'''''\"\"\"\"\"-----")
_MIN_QUOTED_CHARS = 4
_ESCAPED = re.compile(r"\\([\\'\"])")
_BREAK = re.compile(r"[ \t]*\n[ \t]*")
# A bold word was between double underscores; a backslash keeps a mark from being read as markup; a page makes links of names.
_MARKUP = re.compile(
    r"\*\*(?=\w)|(?<=\w)\*\*|\\(?=[_*\[\]<>#`~|])|&(?:lt|gt|amp|quot|apos|nbsp|#\d{1,5});"
    r"|\[[^\[\]\n]{1,80}\]\(https?://[^()\s]{1,200}\)"
)
_LINK = re.compile(r"\[([^\[\]]*)\]\(")


def other_readings(text: str) -> list[Passage]:
    """Return what a message may have been; the origins of each passage are places in the text."""
    if len(text) > _MAX_CHARS:
        return []
    plain = _plain(text)
    readings = [quoted] if (quoted := _unquoted(text)) else []
    if plain.text != text:
        readings.append(plain)
    readings.extend(_joined(plain))
    distinct = {one.text: one for one in reversed(readings)}
    distinct.pop(text, None)
    return list(reversed(distinct.values()))


def _unquoted(text: str) -> Passage | None:
    """Return what a whole text encloses as a string, or as a list of one: errors like `KeyError` print their message so."""
    start = 1 + (text[:1] == "[")
    quote = text[start - 1 : start]
    closing = quote + "]" * (start - 1)
    if len(text) < _MIN_QUOTED_CHARS or quote not in {"'", '"'} or not text.endswith(closing):
        return None
    inner = text[start : -len(closing)]
    if quote in inner.replace("\\" + quote, ""):
        return None
    changes = [(found.start(), found.end(), found.group(1)) for found in _ESCAPED.finditer(inner)]
    return Passage.keep(inner, changes, start) if changes else Passage.at(inner, start)


def _plain(text: str) -> Passage:
    """Return the text with straight quotation marks and hyphens, and without markup."""
    straight = text.translate(STRAIGHT)
    changes = [(found.start(), found.end(), _unmarked(found.group())) for found in _MARKUP.finditer(straight)]
    return Passage.keep(straight, changes, 0) if changes else Passage.at(straight, 0)


def _unmarked(mark: str) -> str:
    if mark == "**":
        return "__"
    if link := _LINK.match(mark):
        return link.group(1)
    return "" if mark == "\\" else unescape(mark).replace("\xa0", " ")


def _joined(plain: Passage) -> list[Passage]:
    """Return the text with its lines joined: where a line ends and the next begins with a letter, both ways."""
    breaks = list(_BREAK.finditer(plain.text))
    if not breaks:
        return []
    text = plain.text
    free = [
        found.group() == "\n" and text[found.start() - 1 : found.start()].strip() != "" for found in breaks
    ]
    readings = [_with_joins(plain, breaks, [True] * len(breaks))]
    if sum(free) <= _MAX_FREE_BREAKS:
        options = [(True, False) if one else (False,) for one in free]
        readings.extend(_with_joins(plain, breaks, list(joins)) for joins in product(*options))
    else:
        readings.append(_with_joins(plain, breaks, free))
    return readings


def _with_joins(plain: Passage, breaks: list[re.Match[str]], joins: list[bool]) -> Passage:
    """Drop the breaks that are to be joined, and put a blank for the others."""
    parts: list[Passage] = []
    position = 0
    for found, join in zip(breaks, joins, strict=True):
        parts.append(plain.cut(position, found.start()))
        if not join:
            parts.append(Passage.at(" ", plain.origin(found.start())))
        position = found.end()
    parts.append(plain.cut(position))
    return (
        Passage.join([part for part in parts if part.text], "") if any(part.text for part in parts) else plain
    )


def in_message(hit: Hit, reading: Passage) -> Hit:
    """Return a reading's hit with the places of the message; it stands in it, rather than is it.

    Quotation marks round a message are how its class prints it, so what fills them is the message.
    """
    groups = tuple(
        (reading.origin(start), max(reading.origin(start), reading.end_origin(end)))
        if start >= 0
        else (start, end)
        for start, end in hit.groups
    )
    unquoted = reading.origin(0) in {1, 2} and hit.start == 0
    tier = Tier.CONTAINED if hit.tier is Tier.EXACT and not unquoted else hit.tier
    return replace(
        hit, tier=tier, start=reading.origin(hit.start), end=reading.end_origin(hit.end), groups=groups
    )
