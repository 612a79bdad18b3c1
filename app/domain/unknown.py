"""From an error that no record knows to a record of its own: class, template and site, nothing else of the paste.

What varies or may be private becomes a wildcard: numbers, quoted values, paths, addresses, names of hosts and people's
mail. The text must be redacted before it comes here. Same input, same record.
"""

from __future__ import annotations

import re
from typing import Any, Final

from pydantic import Field

from app.domain.answer import Frame, Shape
from app.domain.identity import ID_DIGITS, module_path, site_key, slug_of
from app.domain.identity import naming_text as naming_text_of
from app.domain.templates import pattern_of_template

__all__ = ["LOCAL_REPO", "UNKNOWN_FILE", "LocalRecord", "local_record", "site_of", "template_of"]

LOCAL_REPO: Final = "local/notes"
UNKNOWN_FILE: Final = "unknown"
MAX_TEMPLATE_CHARS: Final = 400
MAX_TEMPLATE_LINES: Final = 4
_MAX_CLASS_CHARS: Final = 200
_MAX_NAME_CHARS: Final = 200
_KEPT_PARTS: Final = 3
_LEAST_LETTERS: Final = 8

# In this order: what is found first is not looked at again. Linear: what is repeated without a limit is possessive, and
# nothing of it begins again inside of what it has read.
_VARYING: Final = re.compile(
    r"(?P<redacted>\[redacted:[\w-]+\])"
    r"|(?P<url>\b[A-Za-z][A-Za-z0-9+.-]{1,20}://[^\s'\"`<>()]+)"
    r"|(?P<mail>(?<![\w.+-])[\w.+-]++@[\w-]+(?:\.[\w-]+)*)"
    # A quote that nothing closes goes on to the end of its line: there the message was cut.
    r"|(?P<value>(?<!\\)'(?:[^'\n\\]|\\.)*+'(?!\w)|(?<!\\)\"(?:[^\"\n\\]|\\.)*+\""
    r"|\\'[^'\n\\]{0,400}+\\'|\\\"[^\"\n\\]{0,400}+\\\""
    r"|(?<![\w\\])'(?:[^'\n\\]|\\.)*+(?=\\?(?:\n|\Z))|(?<![\w\\])\"(?:[^\"\n\\]|\\.)*+(?=\\?(?:\n|\Z))"
    r"|`[^`\n]*`|\{[^{}\n]*\})"
    # Of a drive or a share: blanks in a folder's name, which a slash ends, in a file's, which its suffix ends, and in
    # that of a user, whose words are capitalised.
    r"|(?P<path>(?<![\w.])(?:[A-Za-z]:[/\\]{1,2}|\\\\[\w.-]{1,255}[/\\]{1,2})(?:[^/\\:*?\"<>|'`\n]{1,255}[/\\]{1,2})+"
    r"(?:[\w@+~-]{1,60}(?: [\w@+~()-]{1,60}){1,4}\.[A-Za-z0-9]{1,5}(?![\w.-]|/)"
    r"|(?<=[Uu]sers[/\\])[\w.@+~-]{1,60}(?: [A-Z][\w-]{0,60}){1,2}|[\w.@+~-]*)"
    r"|(?<![\w.])(?:~|\.{1,2}|[A-Za-z]:)?(?:[/\\][\w.@+~-]+){2,}[/\\]?|(?<![\w.])(?:~|\.{1,2}|[A-Za-z]:)[/\\][\w.@+~-]+|(?<![\w.-])[\w.-]++(?:[/\\][\w.-]++){2,})"
    # IPv6, with eight groups or a gap, so that a time stays a number; and hardware addresses.
    r"|(?P<address>(?<![\w:.])(?:(?:[0-9A-Fa-f]{1,4}:){7}[0-9A-Fa-f]{1,4}"
    r"|(?=[A-Fa-f:]{0,39}\d)(?:[0-9A-Fa-f]{1,4}(?::[0-9A-Fa-f]{1,4}){0,6})?::(?:[0-9A-Fa-f]{1,4}:){0,6}"
    r"(?:(?:\d{1,3}\.){3}\d{1,3}|[0-9A-Fa-f]{1,4})?"
    r"|[0-9A-Fa-f]{2}(?::[0-9A-Fa-f]{2}){5}|[0-9A-Fa-f]{2}(?:-[0-9A-Fa-f]{2}){5})(?:%\w{1,15})?(?![\w:]))"
    # Modules may end in the later group: then one plain word before it is no host. `a.com.B` is a class.
    r"|(?P<host>(?<![\w.-])(?!(?:threading\.local|google\.cloud)\b)"
    r"(?:(?:[\w-]{1,63}\.){1,8}(?i:local|internal|lan|corp|home|intra|com|org|cloud|example)"
    r"|(?:[\w-]{1,63}\.){0,7}(?:[\w-]{1,63}\.[\w-]{1,63}|[A-Za-z_]{0,62}[\d-][\w-]{0,62})"
    r"\.(?:net|io|dev|edu|gov|ai|co|eu|us|uk|de|fr|ch|nl|se|dk|fi|es|pl|cz|jp|kr|cn|au|nz|ca|br|box))"
    r"(?![\w-]|\.\w)"
    # What systems call a machine that nobody named, and what is said to be one.
    r"|\b(?:(?:DESKTOP|LAPTOP|WIN)-[A-Z0-9]{6,12}|ip(?:-\d{1,3}){4})\b"
    r"|(?:(?<=\bhost=)|(?<=\bhostname=)|(?<=\bserver=))[\w.-]{1,253})"
    r"|(?P<id>\b[0-9a-fA-F]{8}-(?:[0-9a-fA-F]{4}-){3}[0-9a-fA-F]{12}\b|\b0[xX][0-9a-fA-F]+\b|\b(?=[0-9a-f]*\d)(?=[0-9]*[a-f])[0-9a-f]{7,64}\b)"
    r"|(?P<number>\b\d{4}-\d\d-\d\d[T ]\d\d:\d\d(?::\d\d(?:[.,]\d{1,9})?)?(?:Z\b|[-+]\d\d:?\d\d\b)?"
    r"|(?<![A-Za-z_\d])[-+]?\d[\d_]*(?:[.,:]\d+)*(?:[eE][-+]?\d+)?)"
)
_LETTERS: Final = re.compile(r"[^\W\d_]")
_PRIVATE: Final = re.compile(
    r"(?:/home|/Users|/root|[A-Za-z]:/Users|[A-Za-z]:/Documents and Settings)(?:/[^/]+)?/"
)
_FUNCTION: Final = re.compile(r"[\w.<>]{1,200}")


class LocalRecord(Shape):
    """All that is stored of an error that was not known, beside the note itself."""

    id: str = Field(description="Of the record; the same error gives the same.")
    repo: str
    error_class: str | None
    error_message: str | None = Field(description="The template; what varied is a name in braces.")
    message_pattern: str | None
    file_path: str = Field(description="From the package folder on; `unknown` where the paste has no frames.")
    line_number: int
    function: str | None

    def envelope(self) -> dict[str, Any]:
        """Return the record as ingest takes it."""
        naming = naming_text_of(self.error_message, self.error_class, self.function, self.file_path)
        return {
            "record": {
                "id": self.id,
                "repo": self.repo,
                "slug": slug_of(naming),
                "errorClass": self.error_class,
                "errorMessage": self.error_message,
                "messagePattern": self.message_pattern,
                "severity": "error",
                "filePath": self.file_path,
                "lineNumber": self.line_number,
                "solutions": [],
                "tags": [],
                "schemaVersion": 2,
            },
            "errdex": {
                "function": self.function,
                "source": "a note",
                "provenance": {"kind": "written", "verified": []},
            },
        }


def local_record(error_class: str | None, template: str | None, frame: Frame | None) -> LocalRecord | None:
    """Return the record of an error; None where what is known of it would fit anything.

    Args:
        error_class: that was raised.
        template: of its message, from `template_of`.
        frame: the one that raised it, from `site_of`.
    """
    template = template or None
    if template is not None and len(_LETTERS.findall(_literal(template))) < _LEAST_LETTERS:
        template = None
    if template is None and (frame is None or error_class is None):
        return None
    file = frame.file if frame else UNKNOWN_FILE
    function = frame.function if frame else None
    error_class = error_class[:_MAX_CLASS_CHARS] if error_class else None
    module = module_path(file)
    return LocalRecord(
        id=site_key(LOCAL_REPO, module, function, error_class, template, 0)[:ID_DIGITS],
        repo=LOCAL_REPO,
        error_class=error_class,
        error_message=template,
        message_pattern=pattern_of_template(template) if template else None,
        file_path=file,
        line_number=(frame.line if frame else None) or 1,
        function=function,
    )


def template_of(message: str | None) -> str | None:
    """Return a message with what varies as names in braces; its first lines only."""
    if not message or not message.strip():
        return None
    kept = "\n".join(message.strip().split("\n")[:MAX_TEMPLATE_LINES])
    parts: list[str] = []
    at = size = 0
    for found in _VARYING.finditer(kept):
        parts += (kept[at : found.start()], _wildcard(found))
        at = found.end()
        size += len(parts[-2]) + len(parts[-1])
        if size > MAX_TEMPLATE_CHARS:
            break
    parts.append(kept[at:])
    template = "".join(parts)
    if len(template) > MAX_TEMPLATE_CHARS:
        template = template[:MAX_TEMPLATE_CHARS].rpartition(" ")[0] or template[:MAX_TEMPLATE_CHARS]
        # A wildcard that was cut through would be text.
        if template.rfind("{") > template.rfind("}"):
            template = template[: template.rfind("{")]
    return template.strip() or None


def site_of(frames: list[Frame]) -> Frame | None:
    """Return the frame that raised, its file without what a machine or person is called."""
    if not frames:
        return None
    frame = frames[-1]
    function = frame.function if frame.function and _FUNCTION.fullmatch(frame.function) else None
    return Frame(
        file=_public_path(frame.file),
        line=frame.line if frame.line and frame.line > 0 else None,
        function=None if function == "<module>" else function,
    )


def _wildcard(found: re.Match[str]) -> str:
    name = str(found.lastgroup)
    text = found[0]
    if name == "value" and text[0] in "'\"`":
        closing = text[0] if len(text) > 1 and text[-1] == text[0] else ""
        return f"{text[0]}{{value}}{closing}"  # the quotes are the program's
    return f"{{{name}}}"


def _literal(template: str) -> str:
    return re.sub(r"\{\w+\}", "", template)


def _public_path(file: str) -> str:
    path = file.strip().replace("\\", "/")
    module = module_path(path)
    if module == "/".join(_parts(path)):  # no package folder was recognised: it may be anybody's own
        module = module_path("/".join(_parts(_PRIVATE.sub("", path, count=1))[-_KEPT_PARTS:]))
    return module[-_MAX_NAME_CHARS:].lstrip("/") or UNKNOWN_FILE


def _parts(path: str) -> list[str]:
    return [part for part in path.split("/") if part not in {"", ".", "..", "~"} and not part.endswith(":")]
