"""What is wrong with the prose of a record: placeholders, advice that says nothing, code that does not parse, links that move.

Every finding is a warning: such a record is stored and served all the same. Names that a fix uses are looked up by
`prose_names`, which needs the source.
"""

from __future__ import annotations

import ast
import re
import warnings
from collections.abc import Iterator
from dataclasses import dataclass

from rapidfuzz import fuzz

from app.domain.faults import Fault, shown
from app.domain.reading import Unit
from app.domain.records import Envelope, Record

__all__ = ["prose_findings"]

# The whole text, or a mark that somebody left to come back to.
_NOTHING = re.compile(
    r"\W*(?:n/?a|none|null|unknown|undefined|not (?:available|known)|tbd|todo|placeholder|see above|same as above)?\W*",
    re.IGNORECASE,
)
_MARKS = re.compile(
    r"\b(?:TODO|TBD|FIXME|XXX)\b|\blorem ipsum\b|\b(?:insert|add|write|put|describe) \w+(?: \w+)? here(?=\s*[.)\]>]|\s*$)"
    r"|\bto be (?:written|done|added|documented|determined)\b|<(?:your|insert|add)[ _-][^<>\n]{1,40}>|\[(?:your|insert) [^\]\n]{1,40}\]",
    re.IGNORECASE,
)
# Marks are words of code as well; in code only comments that say nothing else count.
_CODE_MARKS = re.compile(r"#\s*(?:TODO|TBD|FIXME|XXX)\b|(?:#|//)\s*your code(?: here)?\b", re.IGNORECASE)

_IDLE = re.compile(
    r"(?:please )?(?:(?:fix|resolve|solve|correct|handle|avoid|investigate|debug) (?:the|this) (?:error|issue|problem|bug|exception|code)"
    r"|(?:check|read|see|consult|refer to|review) (?:the |your )?(?:error(?: message)?|code|logs?|documentation|docs|input|configuration)"
    r"|(?:contact|ask) (?:support|the (?:developers?|maintainers?|team|administrator))|try again(?: later)?|google it|use valid (?:input|values?))\W*",
    re.IGNORECASE,
)
_WORDS = re.compile(r"[a-z0-9]+")
_PLACES = re.compile(r"\{[^{}]*\}|%\(\w+\)[sdrf]|%[sdrf]")
# As alike as this, and hardly longer: it repeats what the reader has before their eyes.
_REPEATS, _LITTLE_MORE = 88.0, 1.3
_FEWEST_WORDS = 3
_MOST_CHARS = 20_000

_URL = re.compile(r"https?://[^\s)>\]\"'`]+")
_FORGE = re.compile(
    r"https?://(?:www\.)?(?:github\.com/[^/]+/[^/]+/(?:blob|tree|raw|blame)|raw\.githubusercontent\.com/[^/]+/[^/]+"
    r"|gitlab\.com/.+?/-/(?:blob|tree|raw))/(?:refs/heads/)?(?P<ref>[^/#?]+)"
)
_PINNED = re.compile(r"[0-9a-f]{7,64}|(?:\w+[-_])?[vV]?\d+(?:\.\d+)+\S*|refs")
_MOVING = re.compile(r"/(?:latest|stable|main|master|dev|develop|nightly|current|HEAD)(?:/|$|#|\?)")

# Controls, bidi marks and what else changes a text without being seen; joiners are letters' own.
_HIDDEN = re.compile(
    "[\x00-\x08\x0b-\x1f\x7f-\x9f\u061c\u200b\u200e\u200f\u2028-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb\U000e0000-\U000e007f]"
)

_CODE_FIELDS = ("example_fix", "validation_code", "type_guard", "try_catch_pattern")
_TEXT_FIELDS = ("documentation", "trigger_scenarios", "common_situations")
_LIST_FIELDS = ("solutions", "prevention_tips")
_PART = re.compile(r"^# (?:before|after)\b.*$", re.MULTILINE)
_PYTHON = re.compile(
    r"(?:async )?(?:def|for|with) .+:|(?:class|if|elif|else|while|try|except|finally|match)\b.*:\s*(?:#.*)?$|(?:import|from) [\w.]+|@\w"
    r"|(?:raise|return|assert|await|del|yield)\b|[\w.\[\]\"', ]+ (?:[-+*/|&]?=) \S|[\w.]+\("
)
# A block whose colon is missing is Python all the same.
_BLOCK = re.compile(r"(?:async )?(?:def|class|if|for|while|with|try|except)\b[^\n:;]*\n[ \t]+\S")
_SHELL = re.compile(
    r"(?:if|for|while) .*; ?(?:then|do)\b|[$>] |-{1,2}\w|(?:export|set|unset|cd|source|sudo|echo|env|mkdir|cp|mv|rm) "
    r"|(?:python[\d.]*|pip[\d.]*|pipx|uv|uvx|poetry|conda|npm|npx|docker|kubectl|curl|git|apt(?:-get)?|brew|make|pytest|errdex) [-\w]"
    r"|[A-Z_]+=\S*(?: |$)"
)


@dataclass(frozen=True, slots=True)
class _Where:
    """Makes the faults of one record."""

    file: str
    index: int | None
    record_id: str
    unit: Unit

    def fault(self, field: str, value: str, problem: str, advice: str) -> Fault:
        return Fault(self.file, self.index, self.record_id, field, shown(value), problem, advice, self.unit)


def prose_findings(envelope: Envelope, name: str, index: int | None, unit: Unit) -> Iterator[Fault]:
    """Yield what is wrong with the prose.

    Args:
        envelope: of the record; derived ones have no prose but what follows from the source, and are not looked at.
        name: of the file.
        index: as in `Fault`.
        unit: as in `Fault`.
    """
    if envelope.errdex.provenance.kind == "derived":
        return
    record = envelope.record
    where = _Where(name, index, record.id, unit)
    for field, text in _texts(record):
        yield from _placeholders(where, field, text)
        yield from _links(where, field, text)
        yield from _unseen(where, field, text)
    yield from _solutions(where, record)
    for name_ in _CODE_FIELDS:
        code = getattr(record, name_)
        if code is not None:
            field = _wire(name_)
            if mark := _CODE_MARKS.search(code):
                yield where.fault(
                    field, mark.group(), "is a placeholder", "Write the code, or leave the field null."
                )
            yield from _links(where, field, code)
            yield from _unseen(where, field, code)
            yield from _unparsable(where, field, code)


def _texts(record: Record) -> Iterator[tuple[str, str]]:
    for name in _TEXT_FIELDS:
        text = getattr(record, name)
        if text is not None:
            yield _wire(name), text
    for name in _LIST_FIELDS:
        for position, text in enumerate(getattr(record, name) or ()):
            yield f"{_wire(name)}[{position}]", text


def _placeholders(where: _Where, field: str, text: str) -> Iterator[Fault]:
    if _NOTHING.fullmatch(text):
        yield where.fault(
            field, text, "says nothing", "Write it, or leave the field out: null says that nobody knows."
        )
    elif mark := _MARKS.search(text):
        yield where.fault(
            field, mark.group(), "is a placeholder", "Write what it stands for, or leave the field out."
        )


def _links(where: _Where, field: str, text: str) -> Iterator[Fault]:
    for found in _URL.findall(text):
        url = found.rstrip(".,;:!?")
        forge = _FORGE.match(url)
        if forge and not _PINNED.fullmatch(forge["ref"]):
            problem = f"leads to the branch {forge['ref']}, which moves on"
            yield where.fault(field, url, problem, "Link a commit or the tag of a release.")
        elif not forge and (moving := _MOVING.search(url)):
            problem = f"leads to {moving.group().strip('/#?')}, which will say something else"
            yield where.fault(field, url, problem, "Link the page of a version.")


def _unseen(where: _Where, field: str, text: str) -> Iterator[Fault]:
    hidden = _HIDDEN.search(text)
    if hidden is not None:
        problem = f"has the invisible character U+{ord(hidden[0]):04X}"
        yield where.fault(
            field, hidden[0], problem, "Leave it out: it can turn what a reader sees into something else."
        )


def _solutions(where: _Where, record: Record) -> Iterator[Fault]:
    message = _plain(_PLACES.sub(" ", (record.error_message or "")[:_MOST_CHARS]))
    seen: dict[str, int] = {}
    for position, text in enumerate(record.solutions):
        field, said = f"solutions[{position}]", _plain(text[:_MOST_CHARS])
        if _IDLE.fullmatch(text.strip()):
            yield where.fault(field, text, "is no solution", "Say what to change, and to what.")
        elif _repeats(said, message):
            yield where.fault(field, text, "only repeats the message", "Say what to do about it.")
        elif said and said in seen:
            problem = f"says the same as solutions[{seen[said]}]"
            yield where.fault(field, text, problem, "Remove one of them.")
        seen.setdefault(said, position)


def _repeats(said: str, message: str) -> bool:
    """Tell whether a solution is the message again, reordered or with the values filled in."""
    words, own = said.split(), message.split()
    if len(own) < _FEWEST_WORDS or len(words) > _LITTLE_MORE * len(own) + 1:
        return False
    return set(own) <= set(words) or fuzz.token_sort_ratio(said, message) >= _REPEATS


def _plain(text: str) -> str:
    return " ".join(_WORDS.findall(text.lower()))


def _unparsable(where: _Where, field: str, code: str) -> Iterator[Fault]:
    """Yield a fault for each part that is Python by its looks and does not parse."""
    for part in _PART.split(code) if field == "exampleFix" else [code]:
        if len(part) > _MOST_CHARS or not _is_python(part):
            continue
        text = part.strip("\n")
        if text.lstrip().startswith("except"):
            text = f"try:\n    pass\n{text}"
        try:
            with warnings.catch_warnings():
                warnings.simplefilter("ignore")  # an escape that is odd is not wrong
                ast.parse(text)
        except (SyntaxError, ValueError) as error:
            line = getattr(error, "lineno", None) or 1
            lines = text.split("\n")
            value = lines[min(line, len(lines)) - 1].strip()
            yield where.fault(
                field, value, f"does not parse: {error.args[0]}", "Correct it; it will be pasted as it is."
            )
        except (RecursionError, MemoryError):
            yield where.fault(
                field, text[:60], "is nested too deeply to be read", "Write it in several lines."
            )


def _is_python(part: str) -> bool:
    """Tell whether most lines look like Python rather than a command line; comments and blank lines say nothing."""
    lines = [line.strip() for line in part.split("\n")]
    lines = [line for line in lines if line and not line.startswith(("#", "//"))]
    if not lines or any(_SHELL.match(line) for line in lines):
        return False
    return bool(_PYTHON.match(lines[0]) or _BLOCK.match(part.lstrip("\n")))


def _wire(field: str) -> str:
    first, *others = field.split("_")
    return first + "".join(part.title() for part in others)
