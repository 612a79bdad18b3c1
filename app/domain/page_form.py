r"""The form of a record's page as text: headings, labels, and how a line that looks like one is written.

Two forms are read. The *plain* one has no escapes and does not label its code blocks. Our own says in its
footer that it has escapes (`ESCAPED`), and gives back every field it shows, whatever stands in them:

- a line that cannot stand as it is starts with `\`; after that, `\\` is a backslash, `\u001b` a
  character that cannot be shown, and a `\` at the end keeps the space before it;
- a value in a list or in the details that cannot stand as it is, is a JSON string in quotes.
"""

from __future__ import annotations

import json
import re
import sys
import unicodedata
from collections.abc import Sequence

from app.domain.records import Record
from app.domain.templates import pattern_of_template

MESSAGE, MEANS, SOURCE, SOLUTIONS = "Error message", "What it means", "Source", "Solutions"
EXAMPLE, WHEN, RELATED = "Example fix", "When it happens", "Related errors"
PREVENTION, TAGS, DETAILS = "Prevention", "Tags", "Details"
# Heading of a code block to the field it holds.
BLOCKS = {
    EXAMPLE: "exampleFix",
    "Validation code": "validationCode",
    "Type guard": "typeGuard",
    "Try / catch": "tryCatchPattern",
}
HEADINGS = (MESSAGE, MEANS, SOURCE, SOLUTIONS, *BLOCKS, WHEN, PREVENTION, TAGS, DETAILS, RELATED)

THROWN, VIEW, TRIGGER, COMMON = "Thrown at ", "View on GitHub", "Trigger:", "Common situations:"
ESCAPED = "A line that starts with \\ is escaped."
NONE = "none"

# Label of a detail to the member it holds and whether that is a number.
RECORD_DETAILS = {
    "Error code": ("errorCode", False),
    "Error type": ("errorType", False),
    "HTTP status": ("httpStatus", True),
    "Handling strategy": ("handlingStrategy", False),
    "Background": ("backgroundTag", False),
    "Slug": ("slug", False),
    "Pattern": ("messagePattern", False),
    "Source starts at line": ("sourceCodeStart", True),
    "Source ends at line": ("sourceCodeEnd", True),
    "Link": ("githubUrl", False),
    "Commit": ("analyzedSha", False),
    "Analyzed at": ("analyzedAt", False),
}
EXTENSION_DETAILS = {
    "Function": "function",
    "License": "license",
    "From": "source",
    "State": "state",
    "Replaced by": "replacedBy",
    "Withdrawn at": "withdrawnAt",
}
VERSION_DETAIL = "Dataset version"
# Label to the list of `errdex.provenance` that it holds.
PROVENANCE_DETAILS = {"Verified with": "verified", "Read against": "reviewed"}
# First word of the footer to `errdex.provenance.kind`.
KINDS = {"AI-assisted": "generated", "Written": "written", "Derived": "derived"}

FOOTER = re.compile(
    r"(?:(?P<kind>AI-assisted|Written|Derived) )?analysis of (?P<repo>[\w.-]+/[\w.-]+)"
    r"(?:@(?P<sha>[0-9a-f]{7,64}))?(?: \((?P<date>[^()]*)\))?\.(?:\s|$)",
    re.ASCII | re.IGNORECASE,
)

# Lines of code on either side of the raise keyword.
WINDOW_LINES = 18

_SPECIAL_STARTS = ("\\", THROWN, VIEW, TRIGGER, COMMON)
_SHA = re.compile(r"[0-9a-f]{40}|[0-9a-f]{64}")
_CODE = re.compile(r"\\(?:u([0-9a-f]{4})|U([0-9a-f]{8})|(.)|$)", re.DOTALL)


def encode_line(line: str) -> str:
    """Write a line so that it reads back as itself and is taken for nothing else."""
    if _plain(line):
        return line
    body = "".join("\\\\" if char == "\\" else char if _visible(char) else _code(char) for char in line)
    return f"\\{body}\\" if line != line.rstrip() else f"\\{body}"


def encode_text(text: str) -> list[str]:
    """Write a text of any number of lines; blank lines at its ends are kept by escaping them."""
    lines = text.split("\n")
    encoded = [encode_line(line) for line in lines]
    for ends in (range(len(lines)), range(len(lines) - 1, -1, -1)):
        for index in ends:
            if encoded[index] not in {"", "\\"}:
                break
            encoded[index] = "\\"
    return encoded


def decode_lines(lines: Sequence[str]) -> str:
    """Undo `encode_text` and `encode_line`."""
    return "\n".join(_decoded(line) for line in lines)


def quoted(value: str, separators: str = "") -> str:
    """Write a value that stands in a line with others: as it is, or as a JSON string without separators."""
    plain = (
        value not in {"", NONE}
        and value == value.strip()
        and value[0] not in '"\\'
        and not any(char in separators or not _visible(char) for char in value)
    )
    if plain:
        return value
    text = json.dumps(value)
    for char in separators:
        text = text.replace(char, f"\\u{ord(char):04x}")
    return text


def unquoted(value: str) -> str:
    """Undo `quoted`; what is no JSON string stands for itself."""
    if value[:1] == '"':
        try:
            decoded = json.loads(value)
        except ValueError:
            return value
        if isinstance(decoded, str):
            return decoded
    return value


def window_start(line_number: int) -> int:
    """Return the first line of the source window round a raise keyword."""
    return max(1, line_number - WINDOW_LINES)


def pattern_by_rule(error_message: str | None) -> str | None:
    """Return the messagePattern that a template gives, null where there is no text."""
    return (pattern_of_template(error_message) or None) if error_message is not None else None


def full_sha(sha: str) -> bool:
    """Tell whether a commit is given in full: 40 or 64 hex digits."""
    return _SHA.fullmatch(sha) is not None


def source_link(repo: str, sha: str | None, file_path: str, start: int | None, end: int | None) -> str | None:
    """Return the address of the source window on GitHub, or None where the full commit is not known."""
    if (
        sha is None
        or not full_sha(sha)
        or repo.startswith(("pypi/", "local/"))
        or start is None
        or end is None
    ):
        return None
    path = "".join(f"%{ord(char):02X}" if char in ' %#?"<>\\' else char for char in file_path)
    return f"https://github.com/{repo}/blob/{sha}/{path}#L{start}-L{end}"


def link_by_rule(record: Record) -> str | None:
    """Return the githubUrl that the other fields of a record give."""
    return source_link(
        record.repo, record.analyzed_sha, record.file_path, record.source_code_start, record.source_code_end
    )


def _plain(line: str) -> bool:
    return (
        line == line.rstrip()
        and line not in HEADINGS
        and not line.startswith(_SPECIAL_STARTS)
        and all(map(_visible, line))
        and FOOTER.match(line) is None
        and not line.startswith("Data as JSON:")
    )


def _visible(char: str) -> bool:
    return char.isprintable() or char == "\t" or unicodedata.category(char) == "Zs"


def _code(char: str) -> str:
    return f"\\u{ord(char):04x}" if ord(char) <= 0xFFFF else f"\\U{ord(char):08x}"


def _decoded(line: str) -> str:
    if not line.startswith("\\"):
        return line
    return _CODE.sub(_character, line[1:])


def _character(found: re.Match[str]) -> str:
    digits = found[1] or found[2]
    if digits is None:
        return found[3] or ""
    return chr(int(digits, 16)) if int(digits, 16) <= sys.maxunicode else found[0]
