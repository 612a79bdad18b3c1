"""The conditions on the path to a statement, in words of the source, outermost first."""

from __future__ import annotations

import ast
from bisect import bisect_left
from operator import itemgetter

from app.extract.model import Guard
from app.extract.scopes import Condition, Place
from app.extract.source import Source

__all__ = ["conditions_of", "guard_of"]

_MAX_PASSED = 3  # conditions of a block that were passed, those nearest to the statement
_MAX_GUARDS = 24


def conditions_of(place: Place) -> list[Condition]:
    """Return the conditions, outermost first, within the function."""
    chain = list(place.block.chain())
    # A statement in a branch of an `if` has its condition; one behind it has passed it.
    inside = {id(block.group) for block in chain if block.group is not None}
    found: list[Condition] = []
    for block in chain:
        before = bisect_left(block.passed, place.order, key=itemgetter(0))
        behind = [one for one in block.passed[:before] if id(one[2]) not in inside]
        passed = [condition for _, condition, _ in behind[-_MAX_PASSED:]]
        found.extend(reversed(passed))
        found.extend(reversed(block.conditions))
    return found[::-1][-_MAX_GUARDS:]


def guard_of(condition: Condition, source: Source) -> Guard:
    """Make the text of a condition."""
    texts = [_text(node, source) for node in condition.nodes]
    if condition.kind == "for":
        text = " in ".join(texts)
    elif condition.kind == "match":
        text = f"{texts[0]}: case {texts[1]}" + (f" if {texts[2]}" if len(texts) > 2 else "")
    else:
        text = ", ".join(texts)
    return Guard(condition.kind, text, condition.line)


def _text(node: ast.AST, source: Source) -> str:
    return source.expression(node) if isinstance(node, (ast.expr, ast.pattern)) else ""
