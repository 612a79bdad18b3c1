"""What surrounds a site: guards, parameters that matter, the docstring's word, callers, configuration names."""

from __future__ import annotations

import ast
import re
from bisect import bisect_right
from collections import deque
from dataclasses import dataclass
from typing import Final

from app.extract.docstrings import raises_of
from app.extract.flow import reaching
from app.extract.guards import conditions_of, guard_of
from app.extract.model import Guard
from app.extract.scopes import Condition, FunctionScope, ModuleScope, Place, last_name
from app.extract.source import Source, clean
from app.extract.texts import Text

__all__ = ["Around", "Context"]

_MAX_CALLERS: Final = 6
_MAX_SETTINGS: Final = 8
_MAX_WALKED = 2_000  # nodes of one condition
_CALL = re.compile(r"(?<![\w.])(?:(self|cls|super\(\))\.)?(\w+)\s*\(")
_WORD = re.compile(r"[^\W\d]\w*")
_FLAG = re.compile(r"(?<![\w-])--[a-z][a-z0-9]*(?:[-_][a-z0-9]+)*(?![\w])")
_QUOTED_FLAG = re.compile(r"[\"']--([a-z][a-z0-9-]+)[\"']")
_VARIABLE = re.compile(r"(?<![\w.{])[A-Z][A-Z0-9]*(?:_[A-Z0-9]+)+(?![\w.(])")
_IN_ENVIRONMENT = re.compile(r"[\"']([A-Z][A-Z0-9_]{2,})[\"']|\benvs?\.([A-Z][A-Z0-9_]{2,})")
_CONFIGURED = re.compile(r"\bsettings\.([A-Z][A-Z0-9_]{2,})")
_ATTRIBUTE = re.compile(r"\.([a-z][a-z0-9]*(?:_[a-z0-9]+)+)\b")


@dataclass(frozen=True, slots=True)
class Around:
    """See `RaiseSite`, whose fields these are."""

    guards: tuple[Guard, ...]
    parameters: tuple[str, ...]
    raises_doc: str | None
    callers: tuple[str, ...]
    settings: tuple[str, ...]


class Context:
    """Reads what surrounds the sites of one file."""

    def __init__(self, source: Source, module: ModuleScope) -> None:
        self._source = source
        self._module = module
        self._flags = {name.replace("-", "_"): f"--{name}" for name in _QUOTED_FLAG.findall(source.text)}
        self._callers: dict[int, list[FunctionScope]] | None = None
        self._names: dict[tuple[int, ...], frozenset[str]] = {}
        self._docstrings: dict[int, str | None] = {}

    def of(
        self, place: Place, text: Text | None, error_class: str | None, asserted: ast.expr | None
    ) -> Around:
        """Return what surrounds a site with this text."""
        conditions = conditions_of(place)
        if asserted is not None:
            conditions.append(Condition("assert", (asserted,), asserted.lineno))
        guards = tuple(guard_of(condition, self._source) for condition in conditions)
        names: set[str] = set()
        for condition in conditions:
            names |= self._names_in(condition)
        for hole in text.holes if text else ():
            names.update(_WORD.findall(hole.expression))
        return Around(
            guards=guards,
            parameters=tuple(clean(name) for name in place.function.parameters if name in names),
            raises_doc=self._raises(place.function, error_class),
            callers=self._called_by(place.function),
            settings=self._settings(place, guards, names, text),
        )

    def _names_in(self, condition: Condition) -> frozenset[str]:
        key = tuple(map(id, condition.nodes))
        known = self._names.get(key)
        if known is None:
            found: set[str] = set()
            pending = deque(condition.nodes)
            for _ in range(_MAX_WALKED):
                if not pending:
                    break
                node = pending.popleft()
                if isinstance(node, ast.Name):
                    found.add(node.id)
                pending.extend(ast.iter_child_nodes(node))
            known = self._names[key] = frozenset(found)
        return known

    def _raises(self, function: FunctionScope, error_class: str | None) -> str | None:
        if function.node is None:
            return None
        key = id(function)
        if key not in self._docstrings:
            self._docstrings[key] = ast.get_docstring(function.node)
        said = raises_of(self._docstrings[key], error_class)
        return clean(said) if said else None

    # --- callers --------------------------------------------------------------------------------------

    def _called_by(self, function: FunctionScope) -> tuple[str, ...]:
        """Return the public functions of the file that call a function, through private ones where need be."""
        if self._callers is None:
            self._callers = self._read_callers()
        found: dict[str, None] = {}
        pending = deque([(function, 0)])
        seen = {id(function)}
        while pending and len(found) < _MAX_CALLERS:
            one, hops = pending.popleft()
            for caller in self._callers.get(id(one), ()):
                if id(caller) in seen:
                    continue
                seen.add(id(caller))
                if caller.qualname and _is_public(caller.qualname):
                    found.setdefault(clean(caller.qualname))
                elif hops < 2:
                    pending.append((caller, hops + 1))
        return tuple(found)[:_MAX_CALLERS]

    def _read_callers(self) -> dict[int, list[FunctionScope]]:
        """Find the calls of the file's own functions: by name, by `self`, and of a class for its `__init__`.

        The text says where to look, and the tree whether what stands there is a call.
        """
        module = self._module
        functions = sorted(module.functions, key=_start)
        starts = [_start(one) for one in functions]
        names: dict[int, frozenset[str]] = {}
        found: dict[int, dict[int, FunctionScope]] = {}
        for number, line in enumerate(self._source.lines, 1):
            if "(" not in line or line.lstrip().startswith(("#", "def ", "class ", "async def ", "@")):
                continue
            caller: FunctionScope | None = None
            for match in _CALL.finditer(line):
                bound, name = match.groups()
                if bound is None and name not in module.top_functions and name not in module.classes:
                    continue
                caller = caller or _enclosing(functions, starts, number)
                if caller is None or caller.node is None:
                    break
                called = self._called(bound, name, caller)
                if called is None or called is caller:
                    continue
                if id(caller) not in names:
                    names[id(caller)] = _called_names(caller.node)
                if name in names[id(caller)]:
                    found.setdefault(id(called), {}).setdefault(id(caller), caller)
        return {key: list(callers.values()) for key, callers in found.items()}

    def _called(self, bound: str | None, name: str, caller: FunctionScope) -> FunctionScope | None:
        if bound is not None:
            owner = caller.owner
            if owner is None:
                return None
            if bound == "super()":
                bases = (self._module.classes.get(base) for base in owner.bases)
                return next((base.methods[name] for base in bases if base and name in base.methods), None)
            return owner.methods.get(name)
        if name in self._module.classes:
            return self._module.classes[name].methods.get("__init__")
        return self._module.top_functions.get(name)

    # --- configuration --------------------------------------------------------------------------------

    def _settings(
        self, place: Place, guards: tuple[Guard, ...], names: set[str], text: Text | None
    ) -> tuple[str, ...]:
        found: dict[str, None] = {}
        literals = " ".join(part for part in text.parts if isinstance(part, str)) if text else ""
        found.update(dict.fromkeys(_FLAG.findall(literals)))
        for name in _VARIABLE.findall(literals):
            if name not in self._module.body.assignments and name not in self._module.imports:
                found.setdefault(name)
        for guard in guards:
            found.update(dict.fromkeys(_FLAG.findall(guard.text)))
            found.update(dict.fromkeys(_environment(guard.text)))
            found.update(dict.fromkeys(_CONFIGURED.findall(guard.text)))
            for attribute in _ATTRIBUTE.findall(guard.text):
                if attribute in self._flags:
                    found.setdefault(self._flags[attribute])
        for name in sorted(names):
            if name in self._flags and name in place.function.parameters:
                found.setdefault(self._flags[name])
            for one in self._values(name, place):
                found.update(dict.fromkeys(_environment(self._source.expression(one))))
        return tuple(clean(name) for name in found)[:_MAX_SETTINGS]

    def _values(self, name: str, place: Place) -> list[ast.expr]:
        """Return what a name was bound to, in the function or else in the module."""
        if name in place.function.assignments:
            bound, _ = reaching(name, place.function, place)
        else:
            bound = self._module.body.assignments.get(name, [])[-2:]
        return [one.value for one in bound[-2:] if one.value is not None]


def _environment(expression: str) -> list[str]:
    """Return the environment variables that an expression reads."""
    if "env" not in expression.lower():
        return []
    return [quoted or attribute for quoted, attribute in _IN_ENVIRONMENT.findall(expression)]


def _start(function: FunctionScope) -> int:
    return function.node.lineno if function.node else 0


def _enclosing(functions: list[FunctionScope], starts: list[int], line: int) -> FunctionScope | None:
    """Return the innermost function that holds a line."""
    at = bisect_right(starts, line) - 1
    one: FunctionScope | None = functions[at] if at >= 0 else None
    while one is not None and (one.node is None or one.end_line < line):
        one = one.parent
    return one


def _called_names(node: ast.AST) -> frozenset[str]:
    """Return the last names of everything that is called within a function."""
    names = (last_name(one.func) for one in ast.walk(node) if isinstance(one, ast.Call))
    return frozenset(name for name in names if name)


def _is_public(qualname: str) -> bool:
    return all(not part.startswith("_") or part.startswith("__") for part in qualname.split("."))
