"""Reads what tests expect to be raised: `pytest.raises(X, match=…)`, `assertRaisesRegex` and their kin.

Only constants are read: a text that a test computes has a wildcard where it is not known. Nothing is imported or run, and
nothing of a test is kept but its name, its place, the classes and the expression that a message has to match.
"""

from __future__ import annotations

import ast
import re
from bisect import bisect_left, bisect_right
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from app.extract.model import SourceFile
from app.extract.source import UnreadableSourceError, read_source

__all__ = ["Expectation", "read_expectations"]

_MENTIONS: Final = re.compile(rb"(?i)raises|expect_raises")
_BREAK: Final = re.compile(rb"\r\n|\n|\r")
# The match is an argument of this name, or it stands behind the class.
_BY_NAME: Final = frozenset({"raises", "RaisesExc"})
_BY_PLACE: Final = frozenset(
    {
        "assertRaisesRegex",
        "assertRaisesRegexp",
        "assert_raises_regex",
        "assert_raises_regexp",
        "assert_raises_message",
        "expect_raises_message",
    }
)
# What the message has to hold as it stands, no expression.
_LITERAL: Final = frozenset({"assertRaisesMessage", "assertRaisesWithMessage"})
_NAMES_OF_MATCH: Final = frozenset({"match", "expected_regex", "expected_regexp", "expected_message"})
_ANYTHING: Final = "(.*?)"
_PERCENT: Final = re.compile(r"%(?:\(\w+\))?[-#0 +]*(?:\d+|\*)?(?:\.\d+)?[a-zA-Z]|%%")
_BRACES: Final = re.compile(r"\{\w*(?:[.!:\[][^{}]*)?\}")
_MOST_CHARS: Final = 1_000
_MOST_DEPTH: Final = 20


@dataclass(frozen=True, slots=True)
class Expectation:
    """What a test expects.

    Attributes:
        classes: names without modules; any of them may be raised.
        pattern: the expression that is searched for in the message.
        path: of the file in its target.
        line: of the call that expects it.
        test: qualified name of the test function.
    """

    classes: tuple[str, ...]
    pattern: str
    path: str
    line: int
    test: str


def read_expectations(file: SourceFile) -> tuple[Expectation, ...]:
    """Return what the tests of a file expect, in the order of their lines; nothing of a file that cannot be read."""
    if _MENTIONS.search(file.data) is None:
        return ()
    try:
        tree = read_source(file.data).tree
        found = list(_Reading(file.path, _lines_of(file.data)).module(tree))
    except (UnreadableSourceError, RecursionError):
        return ()
    return tuple(sorted(found, key=lambda one: one.line))


def _lines_of(data: bytes) -> list[int]:
    """Return the lines that may expect something; the rest of a long file need not be looked at."""
    starts = [found.end() for found in _BREAK.finditer(data)]
    return sorted({bisect_right(starts, found.start()) + 1 for found in _MENTIONS.finditer(data)})


class _Reading:
    """Reads one file, statement by statement, with what is known of names at each."""

    def __init__(self, path: str, mentions: Sequence[int]) -> None:
        self._path = path
        self._mentions = mentions
        self._aliases: dict[str, str] = {}

    def module(self, tree: ast.Module) -> Iterator[Expectation]:
        for node in tree.body:
            if isinstance(node, ast.ImportFrom):
                self._aliases.update({one.asname: one.name for one in node.names if one.asname})
        yield from self._body(tree.body, {}, [], None)

    def _mentioned(self, node: ast.stmt) -> bool:
        at = bisect_left(self._mentions, node.lineno)
        return at < len(self._mentions) and self._mentions[at] <= (node.end_lineno or node.lineno)

    def _body(
        self, body: Sequence[ast.stmt], known: dict[str, str], scopes: list[str], test: str | None
    ) -> Iterator[Expectation]:
        """Read statements in their order; what they assign is known behind them."""
        for node in body:
            if isinstance(
                node, ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef
            ) and not self._mentioned(node):
                continue
            if isinstance(node, ast.ClassDef):
                yield from self._body(node.body, dict(known), [*scopes, node.name], test)
            elif isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
                inner = [*scopes, node.name]
                name = ".".join(inner) if node.name.startswith("test") and test is None else test
                inside = {one: text for one, text in known.items() if one not in _parameters(node)}
                yield from self._body(node.body, inside, inner, name)
            else:
                if test is not None and self._mentioned(node):
                    yield from self._expected(node, known, test)
                yield from self._blocks(node, known, scopes, test)
                self._assign(node, known)

    def _blocks(
        self, node: ast.stmt, known: dict[str, str], scopes: list[str], test: str | None
    ) -> Iterator[Expectation]:
        """Read the blocks of a compound statement; only what all leave alike is known behind it."""
        if isinstance(node, ast.With | ast.AsyncWith):
            yield from self._body(node.body, known, scopes, test)
            return
        blocks = [
            value
            for _, value in ast.iter_fields(node)
            if isinstance(value, list) and value and isinstance(value[0], ast.stmt)
        ]
        blocks += [one.body for one in getattr(node, "handlers", [])]
        blocks += [one.body for one in getattr(node, "cases", [])]
        ends = []
        for block in blocks:
            inside = dict(known)
            yield from self._body(block, inside, scopes, test)
            ends.append(inside)
        for name in [name for name in known if any(end.get(name) != known[name] for end in ends)]:
            del known[name]

    def _assign(self, node: ast.stmt, known: dict[str, str]) -> None:
        targets: Sequence[ast.expr] = ()
        value: ast.expr | None = None
        if isinstance(node, ast.Assign):
            targets, value = node.targets, node.value
        elif isinstance(node, ast.AnnAssign | ast.AugAssign):
            targets = [node.target]
            value = node.value if isinstance(node, ast.AnnAssign) else None
        elif isinstance(node, ast.For | ast.AsyncFor):
            targets = [node.target]
        for target in targets:
            for name in ast.walk(target):
                if isinstance(name, ast.Name):
                    known.pop(name.id, None)
        if value is not None and len(targets) == 1 and isinstance(targets[0], ast.Name):
            text = self._text(value, known, escaped=False)
            literal = self._text(value, known, escaped=True)
            if text is not None and literal is not None:
                known[targets[0].id] = text
                known[_literal(targets[0].id)] = literal

    def _expected(self, statement: ast.stmt, known: Mapping[str, str], test: str) -> Iterator[Expectation]:
        """Yield what the expressions of one statement expect, without those of its blocks."""
        for expression in _expressions(statement):
            for node in ast.walk(expression):
                if isinstance(node, ast.Call) and (found := self._call(node, known)) is not None:
                    classes, pattern = found
                    yield Expectation(classes, pattern, self._path, node.lineno, test)

    def _call(self, node: ast.Call, known: Mapping[str, str]) -> tuple[tuple[str, ...], str] | None:
        name = _last(node.func)
        literal = name in _LITERAL
        if not (literal or name in _BY_NAME or name in _BY_PLACE) or not node.args:
            return None
        match = next((one.value for one in node.keywords if one.arg in _NAMES_OF_MATCH), None)
        if match is None and name not in _BY_NAME and len(node.args) > 1:
            match = node.args[1]
        if match is None:
            return None
        pattern = self._text(match, known, escaped=literal)
        classes = self._classes(node.args[0])
        if not classes or not pattern or len(pattern) > _MOST_CHARS:
            return None
        return classes, pattern

    def _classes(self, node: ast.expr) -> tuple[str, ...]:
        if isinstance(node, ast.Tuple | ast.List):
            return tuple(name for element in node.elts for name in self._classes(element))
        name = _last(node)
        return (self._aliases.get(name, name),) if name else ()

    def _text(self, node: ast.expr, known: Mapping[str, str], *, escaped: bool, depth: int = 0) -> str | None:
        """Return the expression that a text is, or of a literal text one that matches it; None where it is no text."""
        if depth > _MOST_DEPTH:
            return None

        def inner(one: ast.expr) -> str | None:
            return self._text(one, known, escaped=escaped, depth=depth + 1)

        match node:
            case ast.Constant(value=str(text)):
                return _escape(text) if escaped else text
            case ast.Name(id=name):
                return known.get(_literal(name) if escaped else name)
            case ast.JoinedStr(values=values):
                parts = [inner(one.value if isinstance(one, ast.FormattedValue) else one) for one in values]
                return "".join(_ANYTHING if part is None else part for part in parts)
            case ast.BinOp(left=left, op=ast.Add(), right=right):
                first, second = inner(left), inner(right)
                if first is None and second is None:
                    return None
                return (_ANYTHING if first is None else first) + (_ANYTHING if second is None else second)
            case ast.BinOp(left=left, op=ast.Mod()):
                text_ = inner(left)
                return None if text_ is None else _PERCENT.sub(_filled, text_)
            case ast.Call(func=ast.Attribute(attr="format", value=value)):
                text_ = inner(value)
                return (
                    None
                    if text_ is None
                    else _BRACES.sub(lambda _: _ANYTHING, text_.replace("\\{", "{").replace("\\}", "}"))
                )
            case ast.Call(func=func, args=[text, *_]) if _last(func) == "escape":
                return self._text(text, known, escaped=True, depth=depth + 1)
            case ast.Call(func=func, args=[text, *_]) if _last(func) in {"compile", "str", "dedent"}:
                return inner(text)
        return None


def _literal(name: str) -> str:
    """Return the name under which a text is known as it stands, not as an expression."""
    return f"{name} literally"


def _filled(found: re.Match[str]) -> str:
    return "%" if found[0] == "%%" else _ANYTHING


def _escape(text: str) -> str:
    return re.sub(r"[.*+?^${}()|\[\]\\]", r"\\\g<0>", text)


def _last(node: ast.expr) -> str:
    """Return the last name of a dotted one, "" for anything else."""
    if isinstance(node, ast.Attribute):
        return node.attr
    return node.id if isinstance(node, ast.Name) else ""


def _parameters(node: ast.FunctionDef | ast.AsyncFunctionDef) -> set[str]:
    given = node.args
    every = [*given.posonlyargs, *given.args, *given.kwonlyargs, given.vararg, given.kwarg]
    names = {one.arg for one in every if one is not None}
    return names | {_literal(name) for name in names}


def _expressions(statement: ast.stmt) -> Iterator[ast.expr]:
    """Yield the expressions that stand in a statement itself, not in its blocks."""
    for _, value in ast.iter_fields(statement):
        for one in value if isinstance(value, list) else [value]:
            if isinstance(one, ast.expr):
                yield one
            elif isinstance(one, ast.withitem):
                yield one.context_expr
