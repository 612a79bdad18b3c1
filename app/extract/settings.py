"""Where flags, environment variables, settings and fields of configurations are defined in a target, and as what.

Read in the first pass over the files, from the pieces that define them, so that a check in one file can name the
flag that another one declares. Nothing is run: a default is the text of the source.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from typing import Final

from app.extract.conditions import shorten
from app.extract.definitions import Choices, Definition, Definitions
from app.extract.snippets import class_head, closed, expression
from app.extract.source import clean

__all__ = ["definitions_of"]

MAX_OF_FILE: Final = 3_000
_DEFAULT_CHARS = 80
_HELP_CHARS = 160
_MAX_CHOICES = 16

_MARKS = re.compile(
    rb"add_argument|ption\(|env|Env|Enum\)|class \w*(?:Args|Arguments|Config|Configuration|Settings|Options|Params)\b"
    rb"|BaseModel|BaseSettings|^[A-Z][A-Z0-9_]{2,}\s*(?::[^=\n]+)?=",
    re.MULTILINE,
)
_FLAG = re.compile(r"(?:add_argument|[oO]ption)\s*\(")
_QUOTED = re.compile(
    r"\(\s*[\"'](?P<name>[A-Z][A-Z0-9_]{2,})[\"']\s*(?:,\s*(?P<default>[^()\n]{1,80}?))?\s*[,)]"
)
_READS = re.compile(r"(?:environ|env\w*)(?:\.get|\.setdefault|\.pop)?\Z", re.IGNORECASE)
_DECLARED = re.compile(
    r"^[ \t]+(?P<name>[A-Z][A-Z0-9_]{2,})\s*(?::[^=\n]+)?=\s*Env\w+\((?P<default>[^()\n]{0,80})\)",
    re.MULTILINE,
)
_CLASS = re.compile(r"^[ \t]{0,8}class (?P<name>\w+)\s*(?:\((?P<bases>[^()]*)\))?\s*:", re.MULTILINE)
_ENUM = re.compile(r"Enum\b")
_CONFIGURATION = re.compile(r"(?:Args|Arguments|Config|Configuration|Conf|Settings|Options|Params)\Z")
_SETTINGS_FILE = re.compile(r"(?:^|/)(?:global_settings|default_settings|settings|defaults)\.py\Z")
_CONSTANT = re.compile(r"^(?P<name>[A-Z][A-Z0-9_]{2,})\s*(?::[^=\n]+)?=\s*(?P<value>\S.*)$", re.MULTILINE)
_COLLECTION = re.compile(r"(?:frozenset|set|tuple|list)?\s*[(\[{]")


def definitions_of(path: str, data: bytes) -> Definitions:
    """Return what a file defines, from its bytes; nothing where it cannot be decoded."""
    if not _MARKS.search(data):
        return Definitions()
    try:
        text = data.decode("utf-8-sig").replace("\r\n", "\n").replace("\r", "\n")
    except UnicodeDecodeError:
        return Definitions()
    try:
        return _definitions(_Reader(clean(text), path), path)
    except (RecursionError, ValueError):  # nested too deeply, or a number of thousands of digits
        return Definitions()


def _definitions(reader: _Reader, path: str) -> Definitions:
    settings = [*reader.flags(), *reader.variables(), *reader.fields()]
    if _SETTINGS_FILE.search(path):
        settings += reader.constants()
    return Definitions(tuple(settings[:MAX_OF_FILE]), tuple(reader.choices())[:MAX_OF_FILE])


class _Reader:
    def __init__(self, text: str, path: str) -> None:
        self._text = text
        self._path = path
        self._breaks: list[int] | None = None

    def _line(self, at: int) -> int:
        return self._text.count("\n", 0, at) + 1

    # --- flags ----------------------------------------------------------------------------------------

    def flags(self) -> Iterator[Definition]:
        """Yield options of argparse, click and typer: calls whose arguments hold a text that begins with `--`."""
        if "add_argument" not in self._text and "ption(" not in self._text:
            return
        for found in _FLAG.finditer(self._text):
            piece = closed(self._text, found.end() - 1)
            if piece is None or '"-' not in piece.replace("'", '"'):
                continue
            call = expression(f"f{piece}")
            if not isinstance(call, ast.Call):
                continue
            names = [str(one.value) for one in call.args if _is_text(one) and str(one.value).startswith("--")]  # type: ignore[attr-defined]
            if not names:
                continue
            name = names[0].partition("/")[0].split()[0]
            given = {one.arg: one.value for one in call.keywords if one.arg}
            dest = given.get("dest")
            key = str(dest.value) if isinstance(dest, ast.Constant) else name[2:].replace("-", "_")
            default = given.get("default")
            if default is None and _is_text(given.get("action")) and given["action"].value == "store_true":  # type: ignore[attr-defined]
                default = ast.Constant(False)
            yield Definition(
                name,
                key,
                "flag",
                self._path,
                self._line(found.start()),
                default=_default(default),
                help=_help(given.get("help")),
                choices=_listed(given.get("choices")),
            )

    # --- environment variables ------------------------------------------------------------------------

    def variables(self) -> Iterator[Definition]:
        """Yield variables that are read from the environment; of one that is read often, the first with a default."""
        if "env" not in self._text and "Env" not in self._text:
            return
        first: dict[str, Definition] = {}
        declared = _DECLARED.finditer(self._text) if "Env" in self._text else ()
        read = (
            found
            for found in _QUOTED.finditer(self._text)
            if _READS.search(self._text, max(0, found.start() - 40), found.start())
        )
        for found in (*declared, *read):
            name, default = found["name"], (found["default"] or "").strip() or None
            known = first.get(name)
            if known is None or (known.default is None and default is not None):
                line = self._line(found.start("name"))
                first[name] = Definition(name, name, "variable", self._path, line, default=default)
        yield from first.values()

    # --- fields and settings --------------------------------------------------------------------------

    def fields(self) -> Iterator[Definition]:
        """Yield the fields that classes of configurations declare: those named so, and models of pydantic."""
        for found in _CLASS.finditer(self._text):
            bases = found["bases"] or ""
            named = _CONFIGURATION.search(found["name"])
            if not (named or "BaseSettings" in bases or "BaseModel" in bases):
                continue
            head = class_head(self._text, found.start())
            if head is None:
                continue
            first = self._line(found.start()) - 1
            for node in head.body:
                if isinstance(node, ast.AnnAssign) and isinstance(node.target, ast.Name):
                    name = node.target.id
                    yield Definition(
                        name,
                        name,
                        "field",
                        self._path,
                        first + node.lineno,
                        owner=found["name"],
                        default=_field_default(node.value),
                        help=_annotated_help(node),
                        choices=_literal(node.annotation),
                    )

    def constants(self) -> Iterator[Definition]:
        """Yield the names in capitals that a file of settings gives values to."""
        for found in _CONSTANT.finditer(self._text):
            value = found["value"].split("  #")[0].strip()
            if value[-1:] in "([{":
                piece = closed(self._text, found.start("value") + len(value) - 1)
                value = " ".join((value[:-1] + (piece or "")).split())
            yield Definition(
                found["name"],
                found["name"],
                "setting",
                self._path,
                self._line(found.start()),
                default=shorten(value, _DEFAULT_CHARS),
            )

    # --- choices --------------------------------------------------------------------------------------

    def choices(self) -> Iterator[Choices]:
        """Yield enumerations, and constants that are collections of plain values."""
        for found in _CLASS.finditer(self._text) if "Enum" in self._text else ():
            if not _ENUM.search(found["bases"] or ""):
                continue
            head = class_head(self._text, found.start())
            values = tuple(
                f"{node.targets[0].id} = {shorten(ast.unparse(node.value), 40)}"
                for node in (head.body if head else ())
                if isinstance(node, ast.Assign)
                and isinstance(node.targets[0], ast.Name)
                and not node.targets[0].id.startswith("_")
            )
            if values:
                yield Choices(found["name"], self._path, values, enum=True)
        for found in _CONSTANT.finditer(self._text):
            opening = _COLLECTION.match(found["value"])
            if opening is None:
                continue
            piece = closed(self._text, found.start("value") + opening.end() - 1)
            values = _listed(expression(opening[0][:-1] + piece)) if piece else ()
            if values:
                yield Choices(found["name"], self._path, values)


def _is_text(node: ast.expr | None) -> bool:
    return isinstance(node, ast.Constant) and isinstance(node.value, str)


def _default(node: ast.expr | None) -> str | None:
    return shorten(ast.unparse(node), _DEFAULT_CHARS) if node is not None else None


def _help(node: ast.expr | None) -> str | None:
    if node is None:
        return None
    parts = [str(one.value) for one in ast.walk(node) if _is_text(one)]  # type: ignore[arg-type, attr-defined]
    text = " ".join(" ".join(parts).split()) if not isinstance(node, ast.Constant) else str(node.value)
    return shorten(text, _HELP_CHARS) or None


def _annotated_help(node: ast.AnnAssign) -> str | None:
    """Return the text that an annotation or a `Field(...)` explains a field with."""
    if isinstance(node.value, ast.Call):
        for keyword in node.value.keywords:
            if keyword.arg in {"description", "help"}:
                return _help(keyword.value)
    if isinstance(node.annotation, ast.Subscript) and isinstance(node.annotation.slice, ast.Tuple):
        for one in node.annotation.slice.elts[1:]:
            if _is_text(one):
                return _help(one)
            if isinstance(one, ast.Call):
                named = [k.value for k in one.keywords if k.arg in {"help", "description"}]
                if named:
                    return _help(named[0])
                if one.args and _is_text(one.args[0]) and " " in str(one.args[0].value):  # type: ignore[attr-defined]
                    return _help(one.args[0])
    return None


def _field_default(node: ast.expr | None) -> str | None:
    if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in {"field", "Field"}:
        for keyword in node.keywords:
            if keyword.arg == "default":
                return _default(keyword.value)
            if keyword.arg == "default_factory":
                return f"{_default(keyword.value)}()"
        return _default(node.args[0]) if node.args and not _ellipsis(node.args[0]) else None
    return None if node is None or _ellipsis(node) else _default(node)


def _ellipsis(node: ast.expr) -> bool:
    return isinstance(node, ast.Constant) and node.value is Ellipsis


def _literal(node: ast.expr) -> tuple[str, ...]:
    """Return the values of a `Literal[...]` in an annotation."""
    for one in ast.walk(node):
        if isinstance(one, ast.Subscript) and ast.unparse(one.value).rpartition(".")[2] == "Literal":
            return _listed(one.slice if isinstance(one.slice, ast.Tuple) else ast.Tuple([one.slice]))
    return ()


def _listed(node: ast.expr | None) -> tuple[str, ...]:
    """Return the members of a collection of plain values, as in the source; nothing for any other expression."""
    if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and len(node.args) == 1:
        node = node.args[0] if node.func.id in {"frozenset", "set", "tuple", "list", "sorted"} else None
    if isinstance(node, ast.Dict):
        items: list[ast.expr | None] = list(node.keys)
    elif isinstance(node, ast.Tuple | ast.List | ast.Set):
        items = list(node.elts)
    else:
        return ()
    plain = [one for one in items if isinstance(one, ast.Constant | ast.Attribute | ast.Name)]
    if len(plain) != len(items):
        return ()
    return tuple(shorten(ast.unparse(one), 60) for one in plain[: _MAX_CHOICES * 4])
