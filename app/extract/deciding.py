"""The condition that decides whether a site is reached, what has to hold instead, and the values that pass.

Of the conditions on a path the innermost is the one to meet: an `if` round the site has to be false, or one of the
branches and early returns that were passed has to be taken.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator, Sequence
from typing import Any, Final

from app.extract.conditions import Condition as Read
from app.extract.conditions import fold, read_condition, shorten
from app.extract.flow import reaching
from app.extract.scopes import Condition, Place, last_name, statements_of
from app.extract.source import Source

__all__ = ["Decider", "Deciding", "needs_of"]

MAX_VALUES: Final = 12
_TEXT_CHARS = 160
_WHERE_CHARS = 120
_MAX_ALTERNATIVES = 3
_MAX_NAMES = 8
_NAME_CHARS = 60
_MAX_WHERE = 2
_NEGATIVE = frozenset({"else", "after-return"})
_POSITIVE = frozenset({"if", "while", "assert"})
_NOT_NAMES = frozenset(
    {"isinstance", "len", "type", "any", "all", "set", "self", "cls", "True", "False", "str", "int"}
)


class Deciding:
    """What decides a site.

    Attributes:
        read: the conditions that decide, each as it is when the site is reached; one of them has to be otherwise.
        nodes: their expressions in the tree of the file.
        fact: the guard of the facts.
    """

    def __init__(self, read: Sequence[Read], nodes: Sequence[ast.AST], fact: dict[str, Any]) -> None:
        self.read = tuple(read)
        self.nodes = tuple(nodes)
        self.fact = fact


class Decider:
    """Finds what decides the sites of one file."""

    def __init__(self, source: Source) -> None:
        self._source = source
        self._refusing: frozenset[int] | None = None

    def alternatives(self, found: Sequence[Condition]) -> list[Condition]:
        """Leave out the branches and early exits that raise themselves: taking one would be another error."""
        if self._refusing is None:
            self._refusing = frozenset(
                id(node.test)
                for node in statements_of(self._source.tree)
                if isinstance(node, ast.If) and isinstance(node.body[-1], ast.Raise)
            )
        refusing = self._refusing
        return [one for one in found if one.kind not in _NEGATIVE or id(one.nodes[0]) not in refusing]

    def conditions(self, found: Sequence[Condition]) -> list[str]:
        """Write all conditions on a path, the nearest ones, as in the source."""
        texts = []
        for one in found[-8:]:
            text = self._text(one)
            if one.kind in _POSITIVE - {"assert"}:
                texts.append(text)
            elif one.kind in _NEGATIVE or one.kind == "assert":
                texts.append(f"not ({text})")
            elif one.kind in {"except", "match"}:
                texts.append(f"{one.kind} {text}".strip())
        return [shorten(text, _TEXT_CHARS) for text in texts if text]

    def decide(self, found: Sequence[Condition], place: Place) -> Deciding | None:
        """Return what decides; None where nothing does, or a handler or a `case`."""
        relevant = [one for one in found if one.kind not in {"for", "with"}]
        if not relevant:
            return None
        last = relevant[-1]
        if last.kind in _POSITIVE:
            chosen = [*_passed_for(last, relevant[:-1]), last]
        elif last.kind in _NEGATIVE:
            chosen = []
            for one in reversed(relevant):
                if one.kind not in _NEGATIVE:
                    break
                chosen.insert(0, one)
        else:
            return None
        read = [
            read_condition(self._text(one), holds=one.kind not in _NEGATIVE | {"assert"}) for one in chosen
        ]
        folded = [one for one in fold(read) if not one.constant][-_MAX_ALTERNATIVES:]
        if not folded:
            return None
        nodes = [one.nodes[0] for one in chosen]
        names = list(dict.fromkeys(name for node in nodes for name in _names(node)))
        fact = {
            "text": shorten(" / ".join(_as_reached(one) for one in folded), _TEXT_CHARS),
            "needs": needs_of(folded),
            "names": names[:_MAX_NAMES],
            "where": self._where(nodes, place),
        }
        return Deciding(folded, nodes, {key: value for key, value in fact.items() if value})

    # --- parts ----------------------------------------------------------------------------------------

    def _text(self, one: Condition) -> str:
        node = one.nodes[0] if one.nodes else None
        if one.kind == "match" and len(one.nodes) > 1:
            return " case ".join(self._source.expression(part) for part in one.nodes[:2])  # type: ignore[arg-type]
        return self._source.expression(node) if isinstance(node, ast.expr) else ""

    def _where(self, nodes: Sequence[ast.AST], place: Place) -> dict[str, str]:
        """Return what local names stand for, where they were given one value."""
        found: dict[str, str] = {}
        for node in nodes:
            for one in ast.walk(node):
                if not isinstance(one, ast.Name) or one.id in found or len(found) >= _MAX_WHERE:
                    continue
                if one.id in place.function.parameters or place.function.node is None:
                    continue
                assigned, _ = reaching(one.id, place.function, place)
                if len(assigned) == 1 and assigned[0].kind == "set" and assigned[0].value is not None:
                    text = self._source.expression(assigned[0].value)
                    if (
                        len(text) <= _WHERE_CHARS
                        and text != one.id
                        and not isinstance(assigned[0].value, ast.Constant)
                    ):
                        found[one.id] = text
        return found


def needs_of(read: Sequence[Read]) -> str:
    """Say what has to hold so that a site with these conditions is not reached."""
    parts = []
    for one in read:
        clauses = read_condition(one.text, holds=not one.holds).clauses(_TEXT_CHARS)
        parts.append(" and ".join(clauses))
    if len(parts) == 1:
        return parts[0]
    # An alternative of several is several alternatives.
    flat = [part.removeprefix("either ") for part in parts]
    return f"either {', '.join(flat[:-1])} or {flat[-1]}"


def _passed_for(last: Condition, before: Sequence[Condition]) -> list[Condition]:
    """Return the branches that were passed right before an `elif` and that test the same: each is a way out too."""
    if isinstance(last.nodes[0], ast.BoolOp):  # what it tests is told by itself
        return []
    names = _plain_names(last.nodes[0])
    passed: list[Condition] = []
    for one in reversed(before):
        if one.kind != "else":  # a bare `except` has no node to look at
            break
        if isinstance(one.nodes[0], ast.BoolOp) or not names & _plain_names(one.nodes[0]):
            break
        passed.insert(0, one)
    return passed


def _plain_names(node: ast.AST) -> frozenset[str]:
    return frozenset(one.id for one in ast.walk(node) if isinstance(one, ast.Name)) - _NOT_NAMES


def _as_reached(one: Read) -> str:
    return one.text if one.holds else f"not ({one.text})"


def _names(node: ast.AST) -> Iterator[str]:
    """Yield the expressions in a condition that a message may show: names, attributes, items, results of calls."""
    called = {id(one.func) for one in ast.walk(node) if isinstance(one, ast.Call)}
    types = {
        id(inner)
        for one in ast.walk(node)
        if isinstance(one, ast.Call) and last_name(one.func) in {"isinstance", "issubclass"}
        for inner in ast.walk(ast.Tuple(one.args[1:]))
    }
    for one in ast.walk(node):
        if (
            id(one) in types
            or id(one) in called
            or not isinstance(one, ast.Name | ast.Attribute | ast.Subscript | ast.Call)
        ):
            continue
        if isinstance(one, ast.Call) and last_name(one.func) in _NOT_NAMES - {"len", "type"}:
            continue
        text = ast.unparse(one)
        if len(text) <= _NAME_CHARS and text not in _NOT_NAMES:
            yield text
