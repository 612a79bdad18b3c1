"""The facts of a site, from which the next step is put together when its record is the answer.

Bounded: a site has a few hundred bytes of them, and 3,000 at the most.
"""

from __future__ import annotations

import ast
import json
import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Final

from app.domain.identity import module_path
from app.extract.accepting import Accepting
from app.extract.arguments import Arguments
from app.extract.captured import CapturedValues
from app.extract.conditions import read_condition, shorten
from app.extract.context import Around
from app.extract.deciding import Decider, Deciding, needs_of
from app.extract.definitions import Definition, SettingsIndex, nearness
from app.extract.evaluate import Evaluator
from app.extract.flow import reaching
from app.extract.guards import conditions_of
from app.extract.scopes import Condition, ModuleScope, Place, last_name
from app.extract.source import Source, clean
from app.extract.surroundings import Surroundings
from app.extract.texts import Text

__all__ = ["MAX_BYTES", "FactReader"]

MAX_BYTES: Final = 3_000
MAX_SETTINGS: Final = 3
_MAX_CHOICES = 12
_DOC_CHARS = 300
_SAME_PART = 2  # folders that two files of one part of a package share
# Dropped one after the other where the facts are too long.
_LEAST_IMPORTANT = ("doc", "setBy", "arguments", "conditions", "settings", "accepted", "values")
_HOLDER = re.compile(
    r"(?:args|arguments|config|configuration|cfg|conf|settings|options|opts|params|envs?)\Z", re.IGNORECASE
)
_SETTINGS_OBJECT = frozenset({"settings", "envs", "env", "conf"})
_VARIABLE = re.compile(r"[A-Z][A-Z0-9]*(?:_[A-Z0-9]+)+\Z")


class FactReader:
    """Reads the facts of the sites of one file."""

    def __init__(
        self, source: Source, module: ModuleScope, evaluator: Evaluator, index: SettingsIndex, path: str
    ) -> None:
        self._source = source
        self._index = index
        self._path = path
        self._decider = Decider(source)
        self._accepting = Accepting(module, evaluator, index, path)
        self._around = Surroundings(source, module)
        self._arguments = Arguments(source, module)
        self._captured = CapturedValues(source, module)

    def of(
        self,
        place: Place,
        text: Text | None,
        error_class: str | None,
        asserted: ast.expr | None,
        around: Around,
    ) -> dict[str, Any]:
        """Return the facts of a site, with the wire's names; empty where the source says nothing.

        Args:
            place: of the statement.
            text: of the message.
            error_class: as it prints.
            asserted: the test of an assert.
            around: what surrounds it; its settings are those that condition and message name.
        """
        try:
            return self._of(place, text, error_class, asserted, around)
        except (RecursionError, ValueError):  # nested too deeply, or a number of thousands of digits
            return {}

    def _of(
        self,
        place: Place,
        text: Text | None,
        error_class: str | None,
        asserted: ast.expr | None,
        around: Around,
    ) -> dict[str, Any]:
        found = conditions_of(place)
        if asserted is not None:
            found.append(Condition("assert", (asserted,), asserted.lineno))
        found = self._decider.alternatives(found)
        deciding = self._decider.decide(found, place)
        facts: dict[str, Any] = {"conditions": self._decider.conditions(found)}
        values = self._captured.of(place, text)
        set_by: list[dict[str, str]] = []
        if deciding is not None:
            facts["guard"] = deciding.fact
            facts["accepted"] = self._accepting.accepted(deciding, place)
            set_by = self._around.set_by(deciding.nodes, place)
            facts["module"] = self._around.missing_module(deciding.nodes)
        handlers = [one for one in found if one.kind == "except"]
        if handlers:
            attempt = self._around.attempt(
                handlers[-1].nodes[0] if handlers[-1].nodes else None, handlers[-1].line
            )
            facts["attempt"] = attempt
            if attempt:
                set_by = set_by or self._around.filled_container(attempt, place)
                facts["module"] = facts.get("module") or attempt.get("module")
        facts["setBy"] = set_by
        facts["settings"] = self._settings(found, deciding, around.settings, place)
        names = [*(deciding.fact.get("names", ()) if deciding else ()), *values.values(), *_shown(text)]
        facts["arguments"] = self._arguments.of(names, place)
        facts["abstract"] = self._around.abstract(place, error_class, guarded=bool(found))
        facts["values"] = values
        facts["doc"] = shorten(around.raises_doc, _DOC_CHARS) if around.raises_doc else None
        return _bounded(facts)

    # --- settings -------------------------------------------------------------------------------------

    def _settings(
        self, found: Sequence[Condition], deciding: Deciding | None, named: Sequence[str], place: Place
    ) -> list[dict[str, Any]]:
        """Return the settings that the conditions read, those of the deciding one first, then those named."""
        chosen: dict[str, dict[str, Any]] = {}
        own = {id(node) for node in deciding.nodes} if deciding is not None else set()
        ordered = sorted(
            (
                one
                for one in found
                if one.nodes and one.kind not in {"except", "match"}
                if one.kind in {"if", "else", "while", "assert"} or id(one.nodes[0]) in own
            ),
            key=lambda one: id(one.nodes[0]) not in own,
        )
        for one in ordered:
            holds = one.kind not in {"else", "after-return", "assert"}
            for definition in self._read_in(one.nodes[0], place):
                fact = _setting(definition)
                fact["condition"] = needs_of(
                    [read_condition(self._source.expression(one.nodes[0]), holds=holds)]  # type: ignore[arg-type]
                )
                chosen.setdefault(fact["name"], fact)
        for name in named:
            key = name.lstrip("-").replace("-", "_") if name.startswith("--") else name
            known = self._best(key, None)
            fact = _setting(known) if known is not None else {"name": name, "kind": _kind(name)}
            if all(key not in other for other in chosen):
                chosen.setdefault(fact["name"], fact)
        return list(chosen.values())[:MAX_SETTINGS]

    def _read_in(self, node: ast.AST, place: Place) -> Iterator[Definition]:
        for one in ast.walk(node):
            if isinstance(one, ast.Attribute):
                holder = one.value
                if isinstance(holder, ast.Call):  # resolved_view(server_args).enable_dp_attention
                    names = [last_name(holder.func) or "", *(last_name(arg) or "" for arg in holder.args)]
                else:
                    names = [last_name(holder) or ""]
                if not any(_HOLDER.search(name) for name in names):
                    continue
                holder_name = next(name for name in names if _HOLDER.search(name))
                definition = self._best(one.attr, self._kind_of(holder_name, place))
            elif isinstance(one, ast.Constant) and isinstance(one.value, str) and _VARIABLE.match(one.value):
                definition = self._best(one.value, None)
            else:
                continue
            if definition is not None:
                yield definition

    def _kind_of(self, name: str, place: Place) -> str:
        """Return what says most of a configuration's class: its annotation, or what a local name was made of."""
        node = place.function.node
        for argument in (
            (*node.args.posonlyargs, *node.args.args, *node.args.kwonlyargs) if node is not None else ()
        ):
            if argument.arg == name and argument.annotation is not None:
                return _class_in(argument.annotation) or name
        assigned, _ = (
            reaching(name, place.function, place) if name in place.function.assignments else ([], False)
        )
        if len(assigned) == 1 and isinstance(value := assigned[0].value, ast.Call | ast.Attribute):
            parts = [value.func, *value.args] if isinstance(value, ast.Call) else [value]
            for part in parts[::-1]:
                inner = last_name(part) or ""
                if inner != name and _HOLDER.search(inner):
                    return inner
        return name

    def _best(self, key: str, holder: str | None) -> Definition | None:
        """Return the definition of a name: of several the one nearest to the file whose class is like the holder."""
        known = self._index.settings.get(key, ())
        if holder is not None and holder.lower() not in _SETTINGS_OBJECT:
            known = tuple(one for one in known if one.kind in {"flag", "field"})
        if not known:
            return None
        wanted = (holder or "").replace("_", "").lower()

        def fit(one: Definition) -> tuple[bool, bool, int, bool, str]:
            owner = (one.owner or "").lower()
            like = bool(wanted) and wanted in {owner, "args" if one.kind == "flag" else owner}
            central = one.path.endswith(("global_settings.py", "environ.py", "envs.py"))
            return like, central, nearness(one.path, self._path), one.kind == "flag", one.path

        best = max(known, key=fit)
        # What an unlike class or another part of the package defines says nothing.
        far = nearness(best.path, self._path) < min(_SAME_PART, module_path(best.path).count("/"))
        return (
            None
            if holder is not None and best.kind in {"flag", "field"} and far and not fit(best)[0]
            else best
        )


def _class_in(annotation: ast.expr) -> str | None:
    """Return the class that an annotation names: `ServerArgs` of `Optional["ServerArgs"]`."""
    names = [
        last_name(one) or "" if isinstance(one, ast.Name | ast.Attribute) else str(one.value)
        for one in ast.walk(annotation)
        if isinstance(one, ast.Name | ast.Attribute)
        or (isinstance(one, ast.Constant) and isinstance(one.value, str))
    ]
    return next((name.rpartition(".")[2] for name in names if _HOLDER.search(name)), None)


def _shown(text: Text | None) -> list[str]:
    return [hole.expression for hole in text.holes if hole.expression] if text is not None else []


def _kind(name: str) -> str:
    return "flag" if name.startswith("--") else "variable" if _VARIABLE.match(name) else "setting"


def _setting(one: Definition) -> dict[str, Any]:
    fact = {
        "name": f"{one.owner}.{one.name}" if one.owner else one.name,
        "kind": one.kind,
        "default": one.default,
        "choices": list(one.choices[:_MAX_CHOICES]),
        "help": one.help,
        "filePath": one.path,
        "lineNumber": one.line,
    }
    return {name: value for name, value in fact.items() if value}


def _bounded(facts: Mapping[str, Any]) -> dict[str, Any]:
    kept: dict[str, Any] = _cleaned({name: value for name, value in facts.items() if value})
    for name in _LEAST_IMPORTANT:
        if len(json.dumps(kept, ensure_ascii=False).encode("utf-8", "replace")) <= MAX_BYTES:
            break
        kept.pop(name, None)
    return kept


def _cleaned(value: Any) -> Any:
    if isinstance(value, str):
        return clean(value)
    if isinstance(value, Mapping):
        return {clean(str(name)): _cleaned(one) for name, one in value.items()}
    return [_cleaned(one) for one in value] if isinstance(value, list) else value
