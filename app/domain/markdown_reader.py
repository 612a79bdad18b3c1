"""Reads a record that a project keeps as a Markdown file into the members of an envelope.

What the file does not say is left out, so that merging does not take it for known. Everything that is wrong is told
at once, with its line; nothing is passed over in silence, since the file is a person's work.
"""

from __future__ import annotations

import difflib
import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from app.domain.front_matter import has_front_matter, read_front_matter
from app.domain.markdown_form import (
    COMMON_HEADING,
    EXTENSION_MEMBERS,
    LIST_MEMBERS,
    PROVENANCE_MEMBERS,
    RECORD_MEMBERS,
    TRIGGER_HEADING,
    closes,
    decode_text,
    fence_after,
    opens,
)
from app.domain.page_form import BLOCKS, MEANS, PREVENTION, SOLUTIONS, WHEN, source_link

__all__ = ["MarkdownProblem", "is_markdown", "is_written", "read_markdown"]

_HEADING = re.compile(r"## +(.+?)(?: +#+)? *")
_PART = re.compile(r"### +(.+?)(?: +#+)? *")
_WHOLE = re.compile(r"[0-9]{1,18}")
_TITLE = re.compile(r"# .*|#")
_MARK = re.compile(r"(?P<mark>\d{1,9}[.)]|[-*+])(?: (?P<text>.*))?", re.DOTALL)
_NAMES = (*RECORD_MEMBERS, *EXTENSION_MEMBERS, "provenance", *PROVENANCE_MEMBERS, "dataset")
_SECTIONS = (MEANS, WHEN, SOLUTIONS, *BLOCKS, PREVENTION)
_NUMBERS = frozenset({"line", "status"})
_PROSE = (
    "documentation",
    "triggerScenarios",
    "commonSituations",
    "solutions",
    "preventionTips",
    *BLOCKS.values(),
)
_SITE_NAMES = frozenset({"id", "class", "template", "file"})


@dataclass(frozen=True, slots=True)
class MarkdownProblem:
    """One thing that is wrong: its line from 1, the name in the head or the section, and what to do."""

    line: int
    name: str
    problem: str
    advice: str


def is_markdown(text: str) -> bool:
    """Tell whether a text is a record as Markdown: by a head that names a record or its site."""
    if not has_front_matter(text):
        return False
    return len(_SITE_NAMES & read_front_matter(text.replace("\r\n", "\n").split("\n")).lines.keys()) > 0


def is_written(record: dict[str, Any]) -> bool:
    """Tell whether a person wrote what the error means or how to get past it."""
    return bool((record.get("documentation") or "").strip() or record.get("solutions"))


def read_markdown(text: str) -> tuple[dict[str, Any], list[MarkdownProblem]]:
    """Return the members of an envelope that a file gives, not validated, and everything that is wrong with it."""
    return _File(text.replace("\r\n", "\n").split("\n")).read()


class _File:
    def __init__(self, lines: list[str]) -> None:
        self._lines = lines
        self._problems: list[MarkdownProblem] = []
        self._record: dict[str, Any] = {}
        self._errdex: dict[str, Any] = {}
        self._dataset: str | None = None
        self._kind: str | None = None

    def read(self) -> tuple[dict[str, Any], list[MarkdownProblem]]:
        body = self._read_head()
        for heading, start, lines in self._sections(body):
            self._read_section(heading, start, lines)
        record = self._record
        if {"repo", "analyzedSha", "filePath", "lineNumber"} <= record.keys():
            line = record["lineNumber"]
            link = source_link(record["repo"], record["analyzedSha"], record["filePath"], line, line)
            if link is not None:
                record["githubUrl"] = link
        written = any(record.get(name) for name in _PROSE)
        provenance = self._errdex.setdefault("provenance", {})
        provenance["kind"] = self._kind or ("written" if written else "derived")
        envelope: dict[str, Any] = {"record": record, "errdex": self._errdex}
        if self._dataset is not None:
            envelope["datasetVersion"] = self._dataset
        return envelope, sorted(self._problems, key=lambda problem: problem.line)

    def _problem(self, at: int, name: str, problem: str, advice: str) -> None:
        self._problems.append(MarkdownProblem(at + 1, name, problem, advice))

    def _read_head(self) -> int:
        head = read_front_matter(self._lines)
        self._problems.extend(MarkdownProblem(*problem) for problem in head.problems)
        for name, value in head.values.items():
            at = head.lines[name] - 1
            if name not in _NAMES:
                close = difflib.get_close_matches(name, _NAMES, 1, 0.6)
                advice = (
                    f"Call it {close[0]} if that is meant." if close else f"Known are {', '.join(_NAMES)}."
                )
                self._problem(at, name, "is not a known name", advice)
            elif isinstance(value, list) != (name in LIST_MEMBERS):
                wanted = "a list such as [a, b]" if name in LIST_MEMBERS else "one value"
                self._problem(at, name, f"must be {wanted}", "Correct it.")
            elif name in _NUMBERS and not _WHOLE.fullmatch(str(value)):
                self._problem(at, name, "must be a whole number", "Correct it.")
            else:
                self._take(name, value)
        return head.body

    def _take(self, name: str, value: str | list[str]) -> None:
        if name in RECORD_MEMBERS:
            self._record[RECORD_MEMBERS[name]] = int(str(value)) if name in _NUMBERS else value
        elif name in EXTENSION_MEMBERS:
            self._errdex[EXTENSION_MEMBERS[name]] = value
        elif name in PROVENANCE_MEMBERS:
            self._errdex.setdefault("provenance", {})[name] = value
        elif name == "dataset":
            self._dataset = str(value)
        else:
            self._kind = str(value)

    def _sections(self, body: int) -> list[tuple[str, int, list[str]]]:
        """Return heading, position of the first line below it, and the lines, without comments."""
        found: list[tuple[str, int, list[str]]] = []
        marks: str | None = None
        comment: int | None = None
        for at in range(body, len(self._lines)):
            line = self._lines[at]
            inside, heading = marks is not None, None
            if comment is not None or (marks is None and line.startswith("<!--")):
                comment = None if "-->" in line else at if comment is None else comment
                line = ""
                if found and not found[-1][2]:
                    continue
            else:
                heading = None if marks is not None else _HEADING.fullmatch(line)
                marks = fence_after(line, marks)
            if heading:
                self._check_heading(at, heading[1], [one[0] for one in found])
                found.append((heading[1], at + 1, []))
            elif found:
                found[-1][2].append(line)
            elif line.strip() and not inside and not _TITLE.fullmatch(line):
                advice = f"Put it below `## {MEANS}`."
                self._problem(at, "", "is text before the first section", advice)
                break
        if comment is not None:
            self._problem(comment, "", "is a comment that is not closed", "Close it with -->.")
        return found

    def _check_heading(self, at: int, heading: str, before: list[str]) -> None:
        if heading in before:
            self._problem(at, heading, "stands twice", "Join the two sections.")
        elif heading not in _SECTIONS:
            close = difflib.get_close_matches(heading, _SECTIONS, 1, 0.6)
            advice = (
                f"Call it {close[0]!r} if that is meant."
                if close
                else f"Sections are {', '.join(_SECTIONS)}; headings of your own begin with ### or ####."
            )
            self._problem(at, heading, "is not a known section", advice)

    def _read_section(self, heading: str, start: int, lines: list[str]) -> None:
        record = self._record
        if heading == MEANS:
            self._put("documentation", lines)
        elif heading == WHEN:
            self._read_when(lines)
        elif heading in BLOCKS:
            code = self._code(heading, start, lines)
            if code is not None:
                record[BLOCKS[heading]] = code
        elif heading == SOLUTIONS:
            if items := _items(lines):
                record["solutions"] = items
        elif heading == PREVENTION:
            record["preventionTips"] = _items(lines)

    def _put(self, name: str, lines: Sequence[str]) -> None:
        body = _stripped(lines)
        if body:
            self._record[name] = decode_text(body)

    def _read_when(self, lines: list[str]) -> None:
        fields = {TRIGGER_HEADING: "triggerScenarios", COMMON_HEADING: "commonSituations"}
        parts: dict[str, list[str]] = {"triggerScenarios": []}
        current = "triggerScenarios"
        marks: str | None = None
        for line in lines:
            part = None if marks is not None else _PART.fullmatch(line)
            marks = fence_after(line, marks)
            if part and part[1] in fields:
                current = fields[part[1]]
                parts.setdefault(current, [])
            else:
                parts[current].append(line)
        for name, body in parts.items():
            self._put(name, body)

    def _code(self, heading: str, start: int, lines: list[str]) -> str | None:
        """Return what stands in the fences of a section, joined; code without a fence as it stands."""
        blocks: list[list[str]] = []
        beside: list[int] = []
        marks: str | None = None
        for at, line in enumerate(lines):
            if marks is not None and closes(line, marks):
                marks = None
            elif marks is not None:
                blocks[-1].append(line)
            elif (marks := opens(line)) is not None:
                blocks.append([])
            elif line.strip():
                beside.append(at)
        if not blocks:
            return "\n".join(_stripped(lines)) or None
        if beside:
            advice = "Put it in the fence as a comment, or into another section."
            self._problem(start + beside[0], heading, "has text beside its code", advice)
        return "\n\n".join("\n".join(block) for block in blocks)


def _stripped(lines: Sequence[str]) -> list[str]:
    kept = [at for at, line in enumerate(lines) if line.strip()]
    return list(lines[kept[0] : kept[-1] + 1]) if kept else []


def _items(lines: Sequence[str]) -> list[str]:
    """Return the items of a list; what stands before or between them, not indented, goes on with the item before."""
    items: list[list[str]] = []
    width = 0
    marks: str | None = None
    for line in _stripped(lines):
        found = None if marks is not None else _MARK.fullmatch(line)
        marks = fence_after(line, marks)
        if found:
            items.append([found["text"] or ""])
            width = len(found["mark"]) + 1
        elif not items:
            items.append([line])
        else:
            indent = len(line[:width]) - len(line[:width].lstrip(" "))
            items[-1].append(line[indent:])
    return [decode_text(_stripped(item)) for item in items]
