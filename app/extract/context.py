"""What surrounds a site: guards, parameters that matter, the docstring's word, callers, configuration names."""

from __future__ import annotations

import ast
import re
from bisect import bisect_right
from collections import deque
from collections.abc import Container, Sequence
from dataclasses import dataclass, field
from itertools import islice
from typing import Final

from app.extract.docstrings import raises_of
from app.extract.flow import reaching
from app.extract.guards import conditions_of, guard_of
from app.extract.model import Guard
from app.extract.scopes import Condition, FunctionScope, ModuleScope, Place, last_name, nodes_of
from app.extract.source import Source, clean
from app.extract.texts import Text

__all__ = ["Around", "Context"]

_MAX_CALLERS: Final = 6
_MAX_SETTINGS: Final = 8
_MAX_WALKED = 2_000  # nodes of one condition
_CALL = re.compile(r"(?<![\w.])(?:(self|cls|super\(\))\.)?(\w+)\s*\(")
_NO_CALLS = ("#", "def ", "class ", "async def ", "@")
_WORD = re.compile(r"[^\W\d]\w*")
_FLAG = re.compile(r"(?<![\w-])--[a-z][a-z0-9]*(?:[-_][a-z0-9]+)*(?![\w])")
_QUOTED_FLAG = re.compile(r"[\"']--([a-z][a-z0-9-]+)[\"']")
_VARIABLE = re.compile(r"(?<![\w.{])[A-Z][A-Z0-9]*(?:_[A-Z0-9]+)+(?![\w.(])")
_IN_ENVIRONMENT = re.compile(r"[\"']([A-Z][A-Z0-9_]{2,})[\"']|\benvs?\.([A-Z][A-Z0-9_]{2,})")
_CONFIGURED = re.compile(r"\bsettings\.([A-Z][A-Z0-9_]{2,})")
# A message that tells a name in capitals to be a setting: a table or a constant may look the same.
_TOLD_SETTING = re.compile(
    r"(?i:environment|\benv\b|\bvariables?\b|\bsettings?\b|\bset\b|\bunset\b|\bexport\b|\benable|\bdisable)|[A-Z0-9]=|\$[A-Z{]"
)
_ATTRIBUTE = re.compile(r"\.([a-z][a-z0-9]*(?:_[a-z0-9]+)+)\b")


@dataclass(frozen=True, slots=True)
class Around:
    """See `RaiseSite`, whose fields these are."""

    guards: tuple[Guard, ...]
    parameters: tuple[str, ...]
    raises_doc: str | None
    callers: tuple[str, ...]
    settings: tuple[str, ...]


@dataclass(slots=True)
class _Calling:
    """A function that may call another one, with the lines and names where it seems to."""

    caller: FunctionScope
    places: list[tuple[int, str]] = field(default_factory=list)
    known: bool | None = None

    @property
    def calls(self) -> bool:
        """Whether one of them is a call; asked of the tree once."""
        if self.known is None:
            node = self.caller.node
            self.known = node is not None and any(_is_call_at(node, *place) for place in self.places)
        return self.known


class Context:
    """Reads what surrounds the sites of one file."""

    def __init__(self, source: Source, module: ModuleScope, defined: Container[str] = ()) -> None:
        """Take the file, and the keys of the settings that its target defines."""
        self._source = source
        self._module = module
        self._defined = defined
        self._variables = frozenset(
            name for found in _IN_ENVIRONMENT.findall(source.text) for name in found if name
        )
        self._flags = {name.replace("-", "_"): f"--{name}" for name in _QUOTED_FLAG.findall(source.text)}
        self._callers: dict[int, dict[int, _Calling]] | None = None
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
            settings=self._settings(place, conditions, text),
        )

    def _names_in(self, condition: Condition) -> frozenset[str]:
        key = tuple(map(id, condition.nodes))
        known = self._names.get(key)
        if known is None:
            walked = islice(nodes_of(*condition.nodes), _MAX_WALKED)
            known = self._names[key] = frozenset(node.id for node in walked if isinstance(node, ast.Name))
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
            for calling in self._callers.get(id(one), {}).values():
                caller = calling.caller
                if id(caller) in seen or not calling.calls:
                    continue
                seen.add(id(caller))
                if caller.qualname and _is_public(caller.qualname):
                    found.setdefault(clean(caller.qualname))
                elif hops < 2:
                    pending.append((caller, hops + 1))
        return tuple(found)[:_MAX_CALLERS]

    def _read_callers(self) -> dict[int, dict[int, _Calling]]:
        """Find what may be calls of the file's own functions: by name, by `self`, and of a class for its `__init__`.

        The text says where to look; whether what stands there is a call the tree is asked when that matters.
        """
        module = self._module
        functions = sorted(module.functions, key=_start)
        starts = [_start(one) for one in functions]
        own = module.top_functions.keys() | module.classes.keys()
        found: dict[int, dict[int, _Calling]] = {}
        for number, line in enumerate(self._source.lines, 1):
            if "(" not in line or line.lstrip().startswith(_NO_CALLS):
                continue
            caller: FunctionScope | None = None
            for bound, name in _CALL.findall(line):
                if not bound and name not in own:
                    continue
                caller = caller or _enclosing(functions, starts, number)
                if caller is None or caller.node is None:
                    break
                called = self._called(bound, name, caller)
                if called is not None and called is not caller:
                    callers = found.setdefault(id(called), {})
                    callers.setdefault(id(caller), _Calling(caller)).places.append((number, name))
        return found

    def _called(self, bound: str, name: str, caller: FunctionScope) -> FunctionScope | None:
        if bound:
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

    def _settings(self, place: Place, conditions: Sequence[Condition], text: Text | None) -> tuple[str, ...]:
        # What an early return tests decides only where nothing else does.
        deciding = [one for one in conditions if one.kind != "after-return"] or conditions
        guards = [guard_of(one, self._source) for one in deciding]
        names = {name for one in deciding for name in self._names_in(one)}
        names.update(word for hole in (text.holes if text else ()) for word in _WORD.findall(hole.expression))
        found: dict[str, None] = {}
        literals = " ".join(part for part in text.parts if isinstance(part, str)) if text else ""
        found.update(dict.fromkeys(_FLAG.findall(literals)))
        told = bool(_TOLD_SETTING.search(literals))
        for name in _VARIABLE.findall(literals):
            own = name in self._module.body.assignments or name in self._module.imports
            if not own and (told or name in self._defined or name in self._variables):
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


def _is_call_at(node: ast.AST, line: int, name: str) -> bool:
    """Tell whether something of this name is called on a line of a function, and not only named in a text there."""
    pending: list[ast.AST] = [node]
    while pending:
        one = pending.pop()
        if isinstance(one, ast.Call) and last_name(one.func) == name:
            return True
        for child in ast.iter_child_nodes(one):
            first = getattr(child, "lineno", None)
            if first is None or first <= line <= child.end_lineno:  # type: ignore[attr-defined]
                pending.append(child)
    return False


def _is_public(qualname: str) -> bool:
    return all(not part.startswith("_") or part.startswith("__") for part in qualname.split("."))
