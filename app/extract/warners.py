"""Functions that warn of what they are given: `warn_external(message, category=None)`, which calls `warnings.warn`."""

from __future__ import annotations

import ast
import re
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from app.extract.scopes import FunctionScope, Place, last_name
from app.extract.texts import Text

if TYPE_CHECKING:
    from app.extract.evaluate import Evaluator
    from app.extract.thrown import Thrower

__all__ = ["Warner", "category_of", "warner_of"]

_WARNS = re.compile(r"_*(?:\w+_)?warn(?:ings?)?(?:_\w+)?$", re.IGNORECASE)
_WARNINGS = frozenset({"warn", "warn_explicit"})
_MAX_OWN_WORDS: Final = 2
_MAX_CALLS: Final = 40


@dataclass(frozen=True, slots=True)
class Warner:
    """A function that warns of a text that it is given.

    Attributes:
        text: what it makes of the text, its parameters open.
        name: the class of the warning.
        category: its parameter for that class, where it has one.
    """

    text: Text
    name: str = "UserWarning"
    category: str | None = None


def warner_of(function: FunctionScope, evaluator: Evaluator, thrower: Thrower) -> Warner | None:
    """Tell whether a function warns of a text that it is given.

    Args:
        function: of a file.
        evaluator: of the file, one that leaves parameters open.
        thrower: with that evaluator.
    """
    names = set(function.parameters)
    if not names or not _WARNS.match(function.name):
        return None
    for call, place in function.calls[:_MAX_CALLS]:
        called = last_name(call.func) or ""
        if not call.args or not _WARNS.match(called):
            continue
        evaluator.start()
        name, text = _shown(call, place, evaluator, thrower)
        given = _category(call)
        category = given.id if isinstance(given, ast.Name) and given.id in names else None
        if name is None and category is None and given is None and called in _WARNINGS:
            name = "UserWarning"
        if text is None or (name is None and category is None):
            continue
        if text.words <= _MAX_OWN_WORDS and any(hole.gives in names for hole in text.holes):
            return Warner(text, name or "UserWarning", category)
    return None


def category_of(
    warner: Warner, call: ast.Call, parameters: list[str], place: Place, thrower: Thrower
) -> str | None:
    """Return the class of the warning of one call of such a function."""
    if warner.category is None:
        return warner.name
    position = parameters.index(warner.category)
    named = {keyword.arg: keyword.value for keyword in call.keywords}
    given = call.args[position] if position < len(call.args) else named.get(warner.category)
    if given is None or (isinstance(given, ast.Constant) and given.value is None):
        return warner.name
    return thrower.class_name(given, place)


def _category(call: ast.Call) -> ast.expr | None:
    named = {keyword.arg: keyword.value for keyword in call.keywords}
    return call.args[1] if len(call.args) > 1 else named.get("category")


def _shown(
    call: ast.Call, place: Place, evaluator: Evaluator, thrower: Thrower
) -> tuple[str | None, Text | None]:
    """Return the class that a call of `warn` names, and its text."""
    message = call.args[0]
    if isinstance(message, ast.Call):
        for one in thrower.thrown(message, place):
            if one.name and one.name.endswith("Warning"):
                return one.name, one.texts[0] if one.texts else None
    category = _category(call)
    name = thrower.class_name(category, place) if category is not None else None
    texts = evaluator.texts(message, place)
    return name if name and name.endswith("Warning") else None, texts[0] if texts else None
