"""What names of one file stand for in the other files of its target: constants with text, functions that return or raise one.

Read in the first pass, from files that seem to define such names, each by itself: what a constant takes from a third
file stays open. It holds no trees, and is handed to other processes.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Final, Generic, TypeVar

from app.extract.texts import MAX_ALTERNATIVES, Text
from app.extract.warners import Warner, warner_of

if TYPE_CHECKING:
    from app.extract.evaluate import Evaluator
    from app.extract.scopes import FunctionScope, ModuleScope
    from app.extract.thrown import Thrower, Thrown

__all__ = [
    "NAMED",
    "ClassTables",
    "FunctionFacts",
    "Names",
    "NamesIndex",
    "Raiser",
    "Table",
    "names_of",
    "raiser_of",
]

T = TypeVar("T")
Table = Mapping[str, tuple[Text, ...]]

# A constant with a sentence; a table of them, of the module or of a class; a function that raises what it is given, or
# that is called after the message that it makes.
NAMED: Final = re.compile(
    rb"^_?[A-Za-z]\w*[ \t]*(?::[^=\n]*)?=[ \t]*(?:[\w.]*\()?\s*[rRfFuUbB]{0,2}[\"'][^\"'\n ]+ [^\"'\n ]+ "
    rb"|^_?[A-Z][A-Z0-9_]*[ \t]*(?::[^=\n]*)?=[ \t]*\{\s*[\"'\w.]+:\s*[\w.]*\(?\s*[rRfFuUbB]{0,2}[\"'][^\"'\n ]+ [^\"'\n ]+ "
    rb"|^[ \t]+\w*(?:error_messages|messages|msgs|default_errors)[ \t]*(?::[^=\n]*)?=[ \t]*\{"
    rb"|^(?:async[ \t]+)?def[ \t]+\w+\([^)]*\b\w*(?:msg|message|text|reason|err|error|exc|exception|detail|details|warning)\b"
    rb"[^)]*\)[^\n]*:\n(?:(?:[ \t][^\n]*)?\n){0,40}?[ \t]+raise\b"
    rb"|^def[ \t]+\w*warn\w*\("
    rb"|^def[ \t]+(?:\w*(?:msg|message|reason|hint)\w*|_*(?:make|build|create|new|get)_\w*(?:error|exception))\(",
    re.MULTILINE,
)
_MAX_OF_FILE: Final = 400
_MAX_OF_TARGET: Final = 20_000
_MAX_ENTRIES = 200
_MAX_BASES = 24  # of one class, looked through for a table
_MIN_WORDS = 2
# A function whose message has more words of its own is a site, not a way to raise what it is given.
_MAX_RAISER_WORDS = 2
_TEXTS = (ast.Constant, ast.JoinedStr, ast.BinOp, ast.Call, ast.IfExp)


@dataclass(frozen=True, slots=True)
class Raiser:
    """A function that raises what it is given: a text (`bound`), or an exception (`parameter`)."""

    bound: tuple[Thrown, ...] = ()
    parameter: str | None = None


@dataclass(frozen=True, slots=True)
class FunctionFacts:
    """A function that may be called from another file.

    Attributes:
        parameters: their names, in order.
        defaults: texts that parameters have where the call gives none.
        texts: what it returns, its parameters open.
        made: the exceptions that it returns.
        raiser: where it raises what it is given.
        warner: where it warns of what it is given.
    """

    parameters: tuple[str, ...]
    defaults: Table = field(default_factory=dict)
    texts: tuple[Text, ...] = ()
    made: tuple[Thrown, ...] = ()
    raiser: Raiser | None = None
    warner: Warner | None = None


@dataclass(frozen=True, slots=True)
class ClassTables:
    """The tables of texts that the body of a class binds, by attribute, and the names of its bases."""

    bases: tuple[str, ...]
    tables: Mapping[str, Table] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Names:
    """What one file defines; `module` is its dotted path."""

    module: str = ""
    texts: Table = field(default_factory=dict)
    tables: Mapping[str, Table] = field(default_factory=dict)
    functions: Mapping[str, FunctionFacts] = field(default_factory=dict)
    classes: Mapping[str, ClassTables] = field(default_factory=dict)


@dataclass(frozen=True)
class _Known(Generic[T]):
    """Definitions by name, each with its module."""

    by_name: Mapping[str, tuple[tuple[str, T], ...]] = field(default_factory=dict)

    def find(self, name: str, hint: str | None, here: str) -> T | None:
        """Return the definition that is meant, None where that is not sure.

        Args:
            name: as it is defined.
            hint: the module that it is imported from, dots of a relative import included; None where it is used
                without one, as the base of a class that is imported.
            here: the module that uses it.
        """
        known = self.by_name.get(name)
        if not known:
            return None
        ranked: dict[int, list[T]] = {}
        for module, value in known:
            if module != here and (rank := _nearness(module, hint, here)):
                ranked.setdefault(rank, []).append(value)
        if not ranked:
            return None
        best = ranked[max(ranked)]
        return best[0] if all(one == best[0] for one in best[1:]) else None


def _nearness(module: str, hint: str | None, here: str) -> int:
    """Rate a module as the one that is imported from: itself 2, one below it, which it may import from, 1."""
    if hint is None:
        return int(module.partition(".")[0] == here.partition(".")[0])
    tail = hint.lstrip(".")
    dots = len(hint) - len(tail)
    bases = [hint]
    if dots:
        parts = here.split(".")
        # A package's own file counts one level less than a module in it.
        roots = [".".join(parts[: max(0, len(parts) - level)]) for level in (dots, dots - 1)]
        bases = [".".join(part for part in (root, tail) if part) for root in roots]
    if module in bases:
        return 2
    return int(any(base and module.startswith(f"{base}.") for base in bases))


@dataclass(frozen=True)
class NamesIndex:
    """What the files of a target define for one another."""

    texts: _Known[tuple[Text, ...]] = field(default_factory=_Known)
    tables: _Known[Table] = field(default_factory=_Known)
    functions: _Known[FunctionFacts] = field(default_factory=_Known)
    classes: _Known[ClassTables] = field(default_factory=_Known)

    @classmethod
    def of(cls, found: Iterable[Names]) -> NamesIndex:
        """Put together what the files define, in their order."""
        kinds: tuple[dict[str, list[tuple[str, object]]], ...] = ({}, {}, {}, {})
        count = 0
        for one in found:
            for known, defined in zip(
                kinds, (one.texts, one.tables, one.functions, one.classes), strict=True
            ):
                for name, value in defined.items():
                    known.setdefault(name, []).append((one.module, value))
                    count += 1
            if count > _MAX_OF_TARGET:
                break
        return cls(*(_Known({name: tuple(some) for name, some in known.items()}) for known in kinds))  # type: ignore[arg-type]

    def table_of_class(self, name: str, attributes: Iterable[str], key: str, here: str) -> tuple[Text, ...]:
        """Return an entry of a table that a class of another file binds, or a base of it, nearest first."""
        pending = [name]
        wanted = tuple(attributes)
        for one in pending:  # which grows
            known = self.classes.find(one, None, here) if len(pending) <= _MAX_BASES else None
            if known is None:
                continue
            for attribute in wanted:
                if key in known.tables.get(attribute, ()):
                    return known.tables[attribute][key]
            pending += [base for base in known.bases if base not in pending]
        return ()


def names_of(module: ModuleScope, dotted: str, evaluator: Evaluator, thrower: Thrower) -> Names:
    """Read what a file defines for others.

    Args:
        module: the file.
        dotted: its dotted path.
        evaluator: of the file, one that leaves open what a call may change.
        thrower: with that evaluator.
    """
    texts: dict[str, tuple[Text, ...]] = {}
    tables: dict[str, Table] = {}
    for name, bound in module.body.assignments.items():
        last = bound[-1]
        if last.kind != "set" or last.value is None or len(texts) + len(tables) >= _MAX_OF_FILE:
            continue
        evaluator.start()
        if isinstance(last.value, ast.Dict):
            if table := _table(last.value, last.place, evaluator):
                tables[name] = table
        elif isinstance(last.value, _TEXTS):
            found = tuple(one for one in evaluator.texts(last.value, last.place) if one.words >= _MIN_WORDS)
            if found:
                texts[name] = found
    functions = {}
    for name, function in list(module.top_functions.items())[:_MAX_OF_FILE]:
        evaluator.start()
        facts = _function(function, evaluator, thrower)
        if facts is not None:
            functions[name] = facts
    classes = {}
    for name, scope in list(module.classes.items())[:_MAX_OF_FILE]:
        own = {
            attribute: table
            for attribute, bound in scope.body.assignments.items()
            if isinstance(bound[-1].value, ast.Dict)
            and (table := _table(bound[-1].value, bound[-1].place, evaluator))
        }
        if own or scope.bases:
            classes[name] = ClassTables(scope.bases, own)
    if not any(one.tables for one in classes.values()):
        classes = {}
    return Names(dotted, texts, tables, functions, classes)


def _table(node: ast.Dict, place: object, evaluator: Evaluator) -> Table:
    table: dict[str, tuple[Text, ...]] = {}
    for key, value in list(zip(node.keys, node.values, strict=True))[:_MAX_ENTRIES]:
        if isinstance(key, ast.Constant) and isinstance(key.value, str):
            evaluator.start()
            found = tuple(one for one in evaluator.texts(value, place) if one.words)  # type: ignore[arg-type]
            if found:
                table[key.value] = found
    return table if any(one.words >= _MIN_WORDS for found in table.values() for one in found) else {}


def _function(function: FunctionScope, evaluator: Evaluator, thrower: Thrower) -> FunctionFacts | None:
    raiser = raiser_of(function, evaluator, thrower)
    texts: list[Text] = []
    made: list[Thrown] = []
    if 0 < len(function.returns) <= MAX_ALTERNATIVES:
        for value, place in function.returns:
            name = thrower.class_name(value.func, place) if isinstance(value, ast.Call) else None
            if name is not None and isinstance(value, ast.Call) and thrower.is_exception(name, value.func):
                made += thrower.thrown(value, place)
            elif isinstance(value, (*_TEXTS, ast.Name)):
                texts += [one for one in evaluator.texts(value, place) if one.words >= _MIN_WORDS]
    made = [one for one in made if one.texts]
    warner = warner_of(function, evaluator, thrower)
    if raiser is None and warner is None and not texts and not made:
        return None
    defaults = {name: found for name in function.parameters if (found := evaluator.default(function, name))}
    return FunctionFacts(tuple(function.parameters), defaults, tuple(texts), tuple(made), raiser, warner)


def raiser_of(function: FunctionScope, evaluator: Evaluator, thrower: Thrower) -> Raiser | None:
    """Tell whether a function raises what it is given, and what it makes of it.

    Args:
        function: of a file.
        evaluator: of the file, one that leaves parameters open.
        thrower: with that evaluator.
    """
    names = set(function.parameters)
    if not names or not function.raises or len(function.raises) > MAX_ALTERNATIVES:
        return None
    bound: list[Thrown] = []
    for node, place in function.raises:
        if (
            isinstance(node.exc, ast.Name)
            and node.exc.id in names
            and node.exc.id not in function.assignments
        ):
            return Raiser((), node.exc.id)
        if node.exc is None:
            continue
        evaluator.start()
        for one in thrower.thrown(node.exc, place):
            texts = tuple(
                text
                for text in one.texts
                if text.words <= _MAX_RAISER_WORDS and any(hole.gives in names for hole in text.holes)
            )
            if texts:
                bound.append(one.with_texts(texts))
    return Raiser(tuple(bound)) if bound else None
