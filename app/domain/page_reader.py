"""Reads the text of a record's page, plain or with escapes, into the members of an envelope.

What the page shows is taken; slug, messagePattern, the source window and the link are derived by rule; the
rest is left out, so that merging does not take it for known. Sloppy copies are read too: CRLF, blanks at
line ends, missing blank lines, missing sections.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Any

from app.domain.identity import naming_text, slug_of
from app.domain.page_form import (
    BLOCKS,
    COMMON,
    DETAILS,
    ESCAPED,
    EXAMPLE,
    EXTENSION_DETAILS,
    FOOTER,
    HEADINGS,
    KINDS,
    MEANS,
    MESSAGE,
    NONE,
    PREVENTION,
    PROVENANCE_DETAILS,
    RECORD_DETAILS,
    RELATED,
    SOLUTIONS,
    SOURCE,
    TAGS,
    THROWN,
    TRIGGER,
    VERSION_DETAIL,
    VIEW,
    WHEN,
    decode_lines,
    full_sha,
    pattern_by_rule,
    source_link,
    unquoted,
    window_start,
)
from app.domain.page_sections import (
    cut_footer,
    escaped_sections,
    field_of,
    plain_sections,
    raises_at,
    split_blocks,
    stripped,
)
from app.domain.records import Envelope

__all__ = ["is_page", "page_fields", "pin", "read_page", "sha_key"]

_HEADER = re.compile(r"(?P<repo>[\w.-]+/[\w.-]+) +· +(?P<rest>.+)", re.ASCII)
_THROWN = re.compile(re.escape(THROWN) + r"(?P<path>.+):(?P<line>\d{1,18})")
_NUMBERED = re.compile(r"(?P<mark>(?P<number>\d+)\.)(?: (?P<text>.*))?")
_BULLET = re.compile(r"(?P<mark>[•*-])(?: (?P<text>.*))?")
_DETAIL = re.compile(r"(?P<label>[A-Z][A-Za-z ]*):(?: (?P<value>.*))?")
_ID = re.compile(r"/api/errors/([0-9a-f]{16})\b")
_PIN = re.compile(r"[0-9a-f]{7,64}")
SHORT_SHA = 10


def sha_key(repo: str, sha: str) -> str:
    """Return the key under which a full commit is looked up by its first ten digits."""
    return f"{repo}@{sha[:SHORT_SHA]}"


def is_page(text: str) -> bool:
    """Tell whether a text is that of a record's page, by its header, footer or sections."""
    start = text.lstrip()
    if start[:1] in {"", "{", "["}:
        return False
    if _HEADER.fullmatch(start.partition("\n")[0].strip()):
        return True
    lines = {line.strip() for line in text.splitlines()}
    return len(lines & set(HEADINGS)) >= 2 or any(
        "Data as JSON:" in line and _ID.search(line) for line in lines
    )


def read_page(text: str, shas: Mapping[str, str]) -> Envelope:
    """Read the text of a page.

    Args:
        text: plain or with escapes.
        shas: `owner/name@0123456789` to the full commit, see `reading.shas_of`. Without an entry the record
            keeps the start of the commit that the page shows, and has no link.

    Raises:
        pydantic.ValidationError: the page lacks what every record needs.
    """
    return Envelope.model_validate(page_fields(text, shas))


def page_fields(text: str, shas: Mapping[str, str]) -> dict[str, Any]:
    """Return the members of an envelope that a page shows, and those derived by rule; not validated."""
    lines = [line.rstrip() for line in text.replace("\r\n", "\n").replace("\r", "\n").split("\n")]
    return _Page(lines, shas).envelope()


def pin(record: Mapping[str, Any], shas: Mapping[str, str]) -> dict[str, Any]:
    """Return a record with the full commit, and the link that it makes known, where only its start is given."""
    result = dict(record)
    repo, sha = result.get("repo"), result.get("analyzedSha")
    if not isinstance(repo, str) or not isinstance(sha, str) or full_sha(sha):
        return result
    whole = _whole_sha(repo, sha, shas)
    if whole is not None:
        result["analyzedSha"] = whole
        if result.get("githubUrl") is None and "filePath" in result:
            result["githubUrl"] = source_link(
                repo, whole, result["filePath"], result.get("sourceCodeStart"), result.get("sourceCodeEnd")
            )
    return result


def _whole_sha(repo: str, start: str, shas: Mapping[str, str]) -> str | None:
    known = shas.get(sha_key(repo, start))
    candidates = [known] if known else [sha for key, sha in shas.items() if key.startswith(f"{repo}@")]
    fitting = {sha for sha in candidates if sha.startswith(start)}
    return fitting.pop() if len(fitting) == 1 else None


class _Page:
    """One page on its way into the members of an envelope."""

    def __init__(self, lines: list[str], shas: Mapping[str, str]) -> None:
        self._shas = shas
        self._record: dict[str, Any] = {}
        self._errdex: dict[str, Any] = {}
        self._version: str | None = None
        lines, self._footer = cut_footer(lines)
        self._escaped = ESCAPED in self._footer
        self._top, self._sections = (escaped_sections if self._escaped else plain_sections)(lines)

    def envelope(self) -> dict[str, Any]:
        self._read_header()
        self._read_footer()
        self._read_texts()
        rest = self._read_source()
        self._read_lists(rest)
        self._read_when()
        self._read_details()
        self._derive()
        result: dict[str, Any] = {
            "record": {key: value for key, value in self._record.items() if value is not None}
        }
        if self._version is not None:
            result["datasetVersion"] = self._version
        if self._errdex:
            result["errdex"] = self._errdex
        return result

    def _text(self, lines: Sequence[str]) -> str | None:
        body = stripped(lines)
        if not body:
            return None
        return decode_lines(body) if self._escaped else "\n".join(body)

    def _value(self, text: str) -> str:
        return unquoted(text.strip()) if self._escaped else text.strip()

    def _read_header(self) -> None:
        top = [line for line in self._top if line]
        header = _HEADER.fullmatch(top[0].strip()) if top else None
        if header is None:
            return
        severity, dot, error_class = header["rest"].partition("·")
        self._record["repo"] = header["repo"]
        self._record["severity"] = self._value(severity) or None
        self._record["errorClass"] = self._value(error_class) if dot else None
        title = " ".join(top[1:])
        if MESSAGE not in self._sections and not self._escaped:
            place = title.removeprefix(f"{self._record['errorClass']} in ")
            if place != title and place.strip():
                self._errdex["function"] = place.strip()

    def _read_footer(self) -> None:
        footer = FOOTER.search(self._footer)
        if footer:
            self._record.setdefault("repo", footer["repo"])
            self._record["analyzedSha"] = footer["sha"]
            self._record["analyzedAt"] = footer["date"]
            kind = {name.lower(): kind for name, kind in KINDS.items()}.get((footer["kind"] or "").lower())
            if kind:
                self._errdex["provenance"] = {"kind": kind}
        identity = _ID.search(self._footer)
        if identity:
            self._record["id"] = identity[1]

    def _read_texts(self) -> None:
        self._record["errorMessage"] = self._text(self._sections.get(MESSAGE, ()))
        self._record["documentation"] = self._text(self._sections.get(MEANS, ()))

    def _read_source(self) -> list[str]:
        """Read place and code; return the lines after the link, which are unlabelled blocks."""
        body = self._sections.get(SOURCE, [])
        body = body[next((at for at, line in enumerate(body) if line), 0) :]
        thrown = _THROWN.fullmatch(body[0].strip()) if body else None
        if thrown:
            self._record["filePath"] = self._value(thrown["path"])
            self._record["lineNumber"] = int(thrown["line"])
            body = body[1:]
        view = next((index for index in range(len(body) - 1, -1, -1) if body[index].startswith(VIEW)), None)
        rest: list[str] = []
        self._linked = view is not None or not self._escaped
        if view is not None:
            shown = _PIN.search(body[view].removeprefix(VIEW))
            if shown and not self._record.get("analyzedSha"):
                self._record["analyzedSha"] = shown[0]
            body, rest = body[:view], body[view + 1 :]
        self._record["sourceCode"] = self._code(body)
        return rest

    def _code(self, body: list[str]) -> str | None:
        code = stripped(body)
        if not code:
            return None
        if self._escaped:
            return decode_lines(code)
        # One blank line sets the code off; a second one is its own first line, unless the page is spaced
        # generously, which the place of the raise keyword tells.
        first = body.index(code[0])
        exact = ["" for _ in range(first - 1)] + code
        line = self._record.get("lineNumber")
        if first > 1 and line and raises_at(code, line) and not raises_at(exact, line):
            exact = code
        tail = len(body) - first - len(code)
        return "\n".join(exact + ["" for _ in range(tail - 1) if first == 1])

    def _read_lists(self, rest: list[str]) -> None:
        solutions, after = self._items(self._sections.get(SOLUTIONS, ()), _NUMBERED)
        self._record["solutions"] = solutions or None
        for name, field in BLOCKS.items():
            self._record[field] = self._text(self._sections.get(name, ()))
        if not self._escaped:
            example = split_blocks(self._sections.get(EXAMPLE, ()))
            if example:
                self._record[BLOCKS[EXAMPLE]] = example.pop(0)
                while (
                    example
                    and example[0].startswith("# after")
                    and "# after" not in self._record[BLOCKS[EXAMPLE]]
                ):
                    self._record[BLOCKS[EXAMPLE]] += "\n\n" + example.pop(0)
            unlabelled: dict[str, list[str]] = {}
            for block in [*split_blocks(rest), *split_blocks(after), *example]:
                unlabelled.setdefault(field_of(block), []).append(block)
            for field, blocks in unlabelled.items():
                labelled = [self._record[field]] if self._record.get(field) else []
                self._record[field] = "\n\n".join(labelled + blocks)
        if PREVENTION in self._sections:
            self._record["preventionTips"] = self._items(self._sections[PREVENTION], _BULLET)[0]
        if TAGS in self._sections:
            self._record["tags"] = self._tags(self._sections[TAGS])
        titles = self._items(self._sections.get(RELATED, ()), _BULLET)[0]
        if titles:
            self._errdex["relatedTitles"] = titles

    def _tags(self, body: Sequence[str]) -> list[str]:
        """Return the tags, with commas between them or, in the plain form, one behind each bullet."""
        if not self._escaped and any(_BULLET.fullmatch(line.strip()) for line in body):
            return self._items(body, _BULLET)[0]
        text = (self._text(body) or "").replace("\n", ",")
        return [self._value(tag) for tag in text.split(",") if tag.strip()]

    def _items(self, body: Sequence[str], marker: re.Pattern[str]) -> tuple[list[str], list[str]]:
        """Return the items of a list, and the lines after it."""
        items: list[list[str]] = []
        indent = 0
        blanks = 0
        for at, line in enumerate(body):
            found = marker.fullmatch(line if self._escaped else line.strip())
            if (
                found
                and not self._escaped
                and found.groupdict().get("number") not in {None, str(len(items) + 1)}
            ):
                found = None
            if found:
                items.append([found["text"] or ""])
                indent = len(found["mark"]) + 1
            elif not line:
                blanks += bool(items)
                continue
            elif not items:
                if not self._escaped:
                    items.append([line.strip()])
            elif line.startswith(" ") or not (blanks or self._escaped):
                items[-1].extend([""] * blanks)
                items[-1].append(line[indent:] if not line[:indent].strip() else line.strip())
            else:
                return self._joined(items), list(body[at:])
            blanks = 0
        return self._joined(items), []

    def _joined(self, items: list[list[str]]) -> list[str]:
        return [decode_lines(item) if self._escaped else "\n".join(item).strip() for item in items]

    def _read_when(self) -> None:
        parts: dict[str, list[str]] = {}
        current: list[str] | None = None
        for line in self._sections.get(WHEN, ()):
            label = next((label for label in (TRIGGER, COMMON) if line.startswith(label)), None)
            if label and label not in parts:
                current = parts.setdefault(label, [line.removeprefix(label).removeprefix(" ")])
            elif current is not None:
                current.append(line)
            elif line:
                current = parts.setdefault(TRIGGER, [line])
        for label, name in ((TRIGGER, "triggerScenarios"), (COMMON, "commonSituations")):
            if label in parts:
                lines = parts[label]
                while len(lines) > 1 and not lines[-1]:
                    lines.pop()
                self._record[name] = (
                    decode_lines(lines) if self._escaped else "\n".join(lines).strip() or None
                )

    def _read_details(self) -> None:
        self._nulls: set[str] = set()
        for line in self._sections.get(DETAILS, ()):
            found = _DETAIL.fullmatch(line)
            if found is None:
                continue
            label, text = found["label"], found["value"] or ""
            if label in RECORD_DETAILS:
                name, number = RECORD_DETAILS[label]
                if text == NONE:
                    self._nulls.add(name)
                    self._record[name] = None
                else:
                    self._record[name] = (
                        int(text) if number and text.isdecimal() and len(text) < 20 else self._value(text)
                    )
            elif label in EXTENSION_DETAILS:
                self._errdex[EXTENSION_DETAILS[label]] = self._value(text)
            elif label == VERSION_DETAIL:
                self._version = self._value(text)
            elif label in PROVENANCE_DETAILS:
                self._errdex.setdefault("provenance", {})[PROVENANCE_DETAILS[label]] = [
                    self._value(item) for item in text.split(",")
                ]

    def _derive(self) -> None:
        record = self._record
        function = self._errdex.get("function")
        if record.get("slug") is None and (record.get("errorMessage") or record.get("errorClass")):
            name = naming_text(
                record.get("errorMessage"), record.get("errorClass"), function, record.get("filePath")
            )
            record["slug"] = slug_of(name)
        self._default("messagePattern", pattern_by_rule(record.get("errorMessage")))
        if record.get("sourceCode") is not None and "lineNumber" in record:
            self._default("sourceCodeStart", window_start(record["lineNumber"]))
            start = record.get("sourceCodeStart")
            if isinstance(start, int):
                self._default("sourceCodeEnd", start + record["sourceCode"].count("\n"))
        self._record = record = pin(record, self._shas)
        if self._linked and record.get("repo") and record.get("filePath"):
            link = source_link(
                record["repo"],
                record.get("analyzedSha"),
                record["filePath"],
                record.get("sourceCodeStart"),
                record.get("sourceCodeEnd"),
            )
            self._default("githubUrl", link)

    def _default(self, name: str, value: object) -> None:
        if self._record.get(name) is None and name not in self._nulls:
            self._record[name] = value
