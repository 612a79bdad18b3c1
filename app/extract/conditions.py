"""Conditions in plain words: what it means that an expression of the source is true, or is not.

Expressions stand in backticks exactly as in the source. A negation is put in words only where it says exactly what
the negated expression means; anything else is quoted whole and said to be false.
"""

from __future__ import annotations

import ast
import re
import warnings
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Literal

from app.extract.scopes import nodes_of

__all__ = ["Condition", "code", "fold", "read_condition", "shorten"]

DEFAULT_CODE_CHARS = 100

# Longer texts are quoted, not parsed: nobody reads them in words.
_MAX_PARSED_CHARS = 2_000
_MAX_JOINED = 3
_MAX_VALUES = 8
_SPACE = re.compile(r"\s+")
_YES_NO_NAME = re.compile(
    r"_*(?:is|are|was|were|has|have|had|can|could|should|must|will|do|does|did|use|uses|enable|disable|allow|need|needs|"
    r"require|requires|support|supports|not|no|only|skip|force|ignore|return|keep|with|without)_.+|.+(?<!e)ed|_*(?:ok|done|valid|"
    r"strict|verbose|debug|optional|empty|available|exists?|any|all|callable|bool|matches|contains|equals?|DEBUG|TYPE_CHECKING|is[a-z]+)|_*(?:HAS|USE|IS|HAVE)_.+"
)
_OPPOSITE: dict[type[ast.cmpop], str] = {
    ast.Eq: "!=",
    ast.NotEq: "==",
    ast.Lt: ">=",
    ast.LtE: ">",
    ast.Gt: "<=",
    ast.GtE: "<",
    ast.Is: "is not",
    ast.IsNot: "is",
}
_ENDS = {"startswith": "start", "endswith": "end"}


@dataclass(frozen=True, slots=True)
class Condition:
    """An expression, and whether it is true.

    Attributes:
        text: as in the source, on one line.
        holds: False where the path to a site needs the expression to be false.
        tree: None where the text could not be parsed; it is quoted as it is then.
    """

    text: str
    holds: bool
    tree: ast.expr | None

    @property
    def names(self) -> frozenset[str]:
        """Names and attributes that stand in it, without `self` and `cls`."""
        if self.tree is None:
            return frozenset(re.findall(r"[^\W\d]\w*", self.text))
        return _names(self.text, self.tree)

    @property
    def constant(self) -> bool:
        """Whether it is a constant, as in `while True`: it decides nothing."""
        return isinstance(self.tree, ast.Constant)

    def tests_for(self) -> Literal["value", "type"] | None:
        """Return what it says an expression is none of: values, or types; None for any other condition.

        A single number is no such value: it is mostly a length or a count.
        """
        choice = _choice(self)
        if choice is None or (
            choice.kind == "value" and len(choice.options) == 1 and choice.options[0][-1].isdigit()
        ):
            return None
        return choice.kind

    def clauses(self, limit: int = DEFAULT_CODE_CHARS, *, past: bool = False) -> list[str]:
        """Return what holds together, in clauses such as "`x` is None"; quotes have at most `limit` characters."""
        writer = _Writer(_wrapped(self.text), limit, past=past)
        if self.tree is None:
            return [writer.quoted(self.text, self.holds)]
        return writer.clauses(self.tree, self.holds)


def read_condition(text: str, *, holds: bool) -> Condition:
    """Parse the text of a guard; any text is accepted."""
    text = _SPACE.sub(" ", text).strip()
    return Condition(text, holds, _parsed(text))


def fold(conditions: Sequence[Condition]) -> list[Condition]:
    """Join false tests of one expression for single values or types into one.

    The branches `if x == "a"`, `elif x == "b"` of a chain, none of them taken, say together that `x` is none of
    both; so do tests for types.
    """
    folded: list[Condition] = []
    for condition in conditions:
        before = folded[-1] if folded else None
        joined = _joined(before, condition) if before is not None else None
        if joined is None:
            folded.append(condition)
        else:
            folded[-1] = joined
    return folded


def code(text: str, limit: int = DEFAULT_CODE_CHARS) -> str:
    """Quote source text, shortened in its middle; one that holds a backtick stands in typographic quotes."""
    text = _SPACE.sub(" ", text).strip()
    if len(text) > limit:
        # The end often says more than the middle: the operator, what a call is compared with.
        tail = limit // 3
        text = f"{text[: limit - tail - 1].rstrip()}…{text[-tail:].lstrip()}"
    return f"“{text}”" if "`" in text else f"`{text}`"


def shorten(text: str, limit: int) -> str:
    """Return the text on one line, with `…` for what is beyond `limit` characters."""
    text = _SPACE.sub(" ", text).strip()
    return text if len(text) <= limit else text[: max(1, limit - 1)].rstrip() + "…"


@lru_cache(maxsize=4_096)
def _names(_text: str, tree: ast.expr) -> frozenset[str]:
    nodes = list(nodes_of(tree))
    found = {node.id for node in nodes if isinstance(node, ast.Name)}
    found |= {node.attr for node in nodes if isinstance(node, ast.Attribute)}
    return frozenset(found - {"self", "cls", "isinstance", "len", "not"})


def _wrapped(text: str) -> str:
    return f"({text}\n)"


@lru_cache(maxsize=4_096)
def _parsed(text: str) -> ast.expr | None:
    if not text or len(text) > _MAX_PARSED_CHARS:
        return None
    try:
        with warnings.catch_warnings():
            # Old escapes and `x is 1` are the target's business, and must not reach our terminal.
            warnings.simplefilter("ignore")
            return ast.parse(_wrapped(text), mode="eval").body
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return None


@dataclass(frozen=True, slots=True)
class _Choice:
    """A test of one expression for some values or types: what it is tested for, as source texts."""

    kind: Literal["value", "type"]
    subject: str
    options: tuple[str, ...]


def _choice(condition: Condition) -> _Choice | None:
    if condition.tree is None:
        return None
    source = _wrapped(condition.text)
    tree, holds = _without_not(condition.tree, condition.holds)
    if isinstance(tree, ast.Compare) and len(tree.ops) == 1:
        left, right = tree.left, tree.comparators[0]
        if (
            isinstance(tree.ops[0], ast.NotEq if holds else ast.Eq)
            and _is_value(right)
            and not isinstance(left, ast.Constant)
        ):
            return _Choice("value", _operand(source, left), (_segment(source, right),))
        if isinstance(tree.ops[0], ast.NotIn if holds else ast.In) and (values := _values(right)):
            return _Choice(
                "value", _operand(source, left), tuple(_segment(source, value) for value in values)
            )
    if not holds and (types := _type_test(tree, "isinstance")) is not None:
        subject, options = types
        return _Choice("type", _segment(source, subject), tuple(_segment(source, one) for one in options))
    return None


def _joined(first: Condition, second: Condition) -> Condition | None:
    one, two = _choice(first), _choice(second)
    if one is None or two is None or (one.kind, one.subject) != (two.kind, two.subject):
        return None
    options = ", ".join(dict.fromkeys((*one.options, *two.options)))
    text = (
        f"isinstance({one.subject}, ({options}))" if one.kind == "type" else f"{one.subject} in ({options},)"
    )
    joined = read_condition(text, holds=False)
    return joined if joined.tree is not None else None


def _is_value(node: ast.expr) -> bool:
    """Whether an expression names one value: a constant, or a member of an enumeration or module."""
    if isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.USub):
        node = node.operand
    if isinstance(node, ast.Constant):
        return node.value is not None
    return isinstance(node, ast.Attribute) and node.attr[:1].isupper()


def _values(node: ast.expr) -> list[ast.expr]:
    """Return the members of a literal collection of plain values, else nothing."""
    if not isinstance(node, ast.Tuple | ast.List | ast.Set) or not node.elts:
        return []
    named = (ast.Constant, ast.Name, ast.Attribute)
    return node.elts if all(isinstance(one, named) or _is_value(one) for one in node.elts) else []


def _type_test(node: ast.expr, function: str) -> tuple[ast.expr, list[ast.expr]] | None:
    if not (
        isinstance(node, ast.Call)
        and isinstance(node.func, ast.Name)
        and node.func.id == function
        and len(node.args) == 2
        and not node.keywords
    ):
        return None
    subject, types = node.args
    options = _alternatives(types)
    if not options or any(isinstance(one, ast.Starred) for one in (subject, *options)):
        return None
    return subject, options


def _alternatives(types: ast.expr) -> list[ast.expr]:
    if isinstance(types, ast.Tuple):
        return [inner for one in types.elts for inner in _alternatives(one)]
    if isinstance(types, ast.BinOp) and isinstance(types.op, ast.BitOr):
        return [*_alternatives(types.left), *_alternatives(types.right)]
    return [types]


def _segment(source: str, node: ast.expr) -> str:
    """Return the text of a node; the source is one line, and a break that no string holds."""
    line = source if source.isascii() else None
    start, end = node.col_offset, node.end_col_offset
    text = (
        line[start:end] if line else source.encode("utf-8", "replace")[start:end].decode("utf-8", "replace")
    )
    return _SPACE.sub(" ", text).strip()


def _operand(source: str, node: ast.expr) -> str:
    """Return the text of one side of a comparison, in brackets where it would read otherwise without them."""
    loose = isinstance(node, ast.IfExp | ast.BoolOp | ast.Compare | ast.Lambda | ast.NamedExpr) or (
        isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.Not)
    )
    return f"({_segment(source, node)})" if loose else _segment(source, node)


@dataclass(frozen=True, slots=True)
class _Writer:
    source: str
    limit: int
    past: bool

    @property
    def _is(self) -> str:
        return "was" if self.past else "is"

    def quoted(self, text: str, holds: bool) -> str:
        """Quote an expression that no rule puts in words."""
        if holds:
            return f"{code(text, self.limit)} {self._is} true"
        return f"this {self._is} false: {code(text, self.limit)}"

    def clauses(self, node: ast.expr, holds: bool) -> list[str]:
        """Return one clause for each of two or three parts that hold together, else one for all."""
        node, holds = _without_not(node, holds)
        if (
            isinstance(node, ast.BoolOp)
            and isinstance(node.op, ast.And) is holds
            and len(node.values) <= _MAX_JOINED
        ):
            clauses = [self._clause(value, holds) for value in node.values]
            if None not in clauses:
                return [clause for clause in clauses if clause is not None]
        return [self._clause(node, holds) or self.quoted(self._text(node), holds)]

    def _clause(self, node: ast.expr, holds: bool) -> str | None:
        """Return one clause for `node` or for its negation; None where only a quote would do."""
        node, holds = _without_not(node, holds)
        if isinstance(node, ast.BoolOp):
            return self._either(node, holds)
        if isinstance(node, ast.Compare):
            return self._compared(node, holds)
        if isinstance(node, ast.Call):
            return self._called(node, holds) or self._plain(node, node.func, holds)
        if isinstance(node, ast.Name | ast.Attribute | ast.Subscript):
            return self._plain(node, node, holds)
        return None

    def _either(self, node: ast.BoolOp, holds: bool) -> str | None:
        """Join two or three alternatives; parts that hold together would read two ways."""
        if isinstance(node.op, ast.And) is holds or len(node.values) > _MAX_JOINED:
            return None
        inner = [_without_not(value, holds) for value in node.values]
        if any(isinstance(value, ast.BoolOp) for value, _ in inner):
            return None
        parts = [self._clause(value, truth) for value, truth in inner]
        if any(part is None for part in parts):
            return None
        clauses = [part for part in parts if part is not None]
        comma = "," if len(clauses) > 2 or any(" or " in clause for clause in clauses) else ""
        return f"either {', '.join(clauses[:-1])}{comma} or {clauses[-1]}"

    def _plain(self, node: ast.expr, named: ast.expr, holds: bool) -> str:
        """Say that a name, or what a call returns, counts as true or as false."""
        name = (
            named.id
            if isinstance(named, ast.Name)
            else named.attr
            if isinstance(named, ast.Attribute)
            else ""
        )
        if _YES_NO_NAME.fullmatch(name):
            truth = "true" if holds else "false"
        elif isinstance(node, ast.Call):
            truth = "true" if holds else "false or empty"
        else:
            truth = "set" if holds else "empty or false"
        return f"{self._code(node)} {self._is} {truth}"

    def _compared(self, node: ast.Compare, holds: bool) -> str | None:
        if len(node.ops) != 1:
            return code(self._text(node), self.limit) if holds else None
        operator, left, right = node.ops[0], node.left, node.comparators[0]
        if isinstance(operator, ast.In | ast.NotIn):
            return self._member(left, right, isinstance(operator, ast.In) is holds)
        if (
            isinstance(operator, ast.Is | ast.IsNot)
            and isinstance(right, ast.Constant)
            and right.value is None
        ):
            negated = "" if isinstance(operator, ast.Is) is holds else "not "
            return f"{self._code(left)} {self._is} {negated}None"
        if holds:
            return code(self._text(node), self.limit)
        if self.past:
            return f"{code(self._text(node), self.limit)} was false"
        sides = (_operand(self.source, side) for side in (left, right))
        return code(f" {_OPPOSITE[type(operator)]} ".join(sides), self.limit)

    def _member(self, left: ast.expr, right: ast.expr, member: bool) -> str:
        verb = self._is if member else f"{self._is} not"
        subject = repr(left.value) if isinstance(left, ast.Constant) else self._code(left)
        values = _values(right)
        if not values:
            return f"{subject} {verb} in {self._code(right)}"
        if len(values) == 1:
            return f"{subject} {verb} {self._value(values[0])}"
        listed = ", ".join(self._value(value) for value in values[:_MAX_VALUES])
        more = f" and {len(values) - _MAX_VALUES} more" if len(values) > _MAX_VALUES else ""
        return f"{subject} {verb} one of {listed}{more}"

    def _value(self, node: ast.expr) -> str:
        if isinstance(node, ast.Constant):
            return shorten(repr(node.value), self.limit)
        return self._code(node)

    def _called(self, node: ast.Call, holds: bool) -> str | None:
        for function, relation in (("isinstance", "an instance of"), ("issubclass", "a subclass of")):
            if (types := _type_test(node, function)) is not None:
                subject, options = types
                shown = [self._code(one) for one in options[:_MAX_VALUES]]
                if len(options) > _MAX_VALUES:
                    shown.append(f"{len(options) - _MAX_VALUES} more")
                listed = " or ".join([", ".join(shown[:-1]), shown[-1]] if len(shown) > 1 else shown)
                return f"{self._code(subject)} {self._is} {'' if holds else 'not '}{relation} {listed}"
        arguments = node.args
        if node.keywords or any(isinstance(one, ast.Starred) for one in arguments):
            return None
        name = node.func.id if isinstance(node.func, ast.Name) else None
        if name == "callable" and len(arguments) == 1:
            return f"{self._code(arguments[0])} {self._is} {'' if holds else 'not '}callable"
        if name == "hasattr" and len(arguments) == 2:
            have = {
                (True, False): "has",
                (False, False): "has no",
                (True, True): "had",
                (False, True): "had no",
            }
            attribute = arguments[1]
            shown_name = (
                repr(attribute.value) if isinstance(attribute, ast.Constant) else self._code(attribute)
            )
            return f"{self._code(arguments[0])} {have[holds, self.past]} attribute {shown_name}"
        if isinstance(node.func, ast.Attribute) and node.func.attr in _ENDS and len(arguments) == 1:
            return self._affix(node.func, arguments[0], holds)
        return None

    def _affix(self, function: ast.Attribute, affix: ast.expr, holds: bool) -> str | None:
        if not (isinstance(affix, ast.Constant) and isinstance(affix.value, str)):
            return None
        verb = _ENDS[function.attr]
        if self.past:
            words = f"{verb}ed" if holds else f"did not {verb}"
        else:
            words = f"{verb}s" if holds else f"does not {verb}"
        return f"{self._code(function.value)} {words} with {shorten(repr(affix.value), self.limit)}"

    def _code(self, node: ast.expr) -> str:
        return code(self._text(node), self.limit)

    def _text(self, node: ast.expr) -> str:
        return _segment(self.source, node)


def _without_not(node: ast.expr, holds: bool) -> tuple[ast.expr, bool]:
    while isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.Not):
        node, holds = node.operand, not holds
    return node, holds
