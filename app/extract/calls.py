"""Calls that end the program, log an error or warn, and calls of functions that raise what they are given."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Literal

from app.extract.evaluate import Evaluator
from app.extract.model import SiteKind
from app.extract.scopes import ModuleScope, Place, last_name
from app.extract.texts import Text
from app.extract.thrown import Thrower, Thrown

__all__ = ["Called", "Calls", "calls_in"]

_LOGGED: dict[str, Literal["error", "critical"]] = {
    "error": "error",
    "exception": "error",
    "critical": "critical",
    "fatal": "critical",
}
_LEVELS: dict[str, Literal["error", "critical"]] = {
    "ERROR": "error",
    "CRITICAL": "critical",
    "FATAL": "critical",
}
_EXITS = frozenset({"exit", "quit"})


@dataclass(frozen=True, slots=True)
class Called:
    """What a call says."""

    kind: SiteKind
    thrown: Thrown
    severity: Literal["error", "warning", "critical"] = "error"


def calls_in(node: ast.expr) -> Iterator[ast.Call]:
    """Yield the calls that a statement's expression may make itself: `call`, `x or call`, `call if x else call`."""
    pending = [node]
    while pending:
        one = pending.pop()
        if isinstance(one, ast.Call):
            yield one
        elif isinstance(one, ast.Await):
            pending.append(one.value)
        elif isinstance(one, ast.BoolOp):
            pending.extend(reversed(one.values))
        elif isinstance(one, ast.IfExp):
            pending.extend((one.orelse, one.body))


class Calls:
    """Reads the calls of one file."""

    def __init__(self, evaluator: Evaluator, thrower: Thrower, module: ModuleScope) -> None:
        self._evaluator = evaluator
        self._thrower = thrower
        self._imports = module.imports
        self._body = module.body

    def read(self, call: ast.Call, place: Place) -> Called | None:
        """Return what a call prints; None for one of another kind, and for one without words."""
        func = call.func
        name = last_name(func)
        found: Called | None = None
        if isinstance(func, ast.Attribute):
            receiver = self._receiver(func.value)
            if name in _LOGGED and _is_logger(receiver):
                found = self._logged(call.args, call, _LOGGED[name], place)
            elif name == "log" and _is_logger(receiver) and call.args:
                level = _LEVELS.get(last_name(call.args[0]) or "")
                found = self._logged(call.args[1:], call, level, place) if level else None
            elif name in {"warn", "warn_explicit"} and receiver in {"warnings", "_warnings"}:
                return self._warning(call, place)
            elif (name == "exit" and receiver == "sys") or (name == "error" and "parser" in receiver.lower()):
                found = self._exit(call, "SystemExit", place)
            elif name == "fail" and receiver in {"ctx", "context"}:
                found = self._exit(call, "UsageError", place)
        elif name in _EXITS and name not in place.function.assignments:
            if self._imports.get(name, ("sys", "exit")) == ("sys", "exit"):
                found = self._exit(call, "SystemExit", place)
        elif name == "warn" and self._imports.get(name) == ("warnings", "warn"):
            return self._warning(call, place)
        elif name is not None and (severity := self._bound_logger(name, place)):
            found = self._logged(call.args, call, severity, place)
        return found if found and any(text.words for text in found.thrown.texts) else None

    def _bound_logger(self, name: str, place: Place) -> Literal["error", "critical"] | None:
        """Return the severity of a name of the file that stands for a logger's method: `error = logger.error`."""
        if name in place.function.assignments and place.function is not self._body:
            return None
        bound = self._body.assignments.get(name)
        value = bound[-1].value if bound and bound[-1].kind == "set" else None
        if not isinstance(value, ast.Attribute) or not _is_logger(self._receiver(value.value)):
            return None
        return _LOGGED.get(value.attr)

    def _receiver(self, node: ast.expr) -> str:
        if isinstance(node, ast.Call):
            return last_name(node.func) or ""
        name = last_name(node) or ""
        imported = self._imports.get(name)
        return imported[0] if imported and not imported[1] else name

    def _logged(
        self, args: list[ast.expr], call: ast.Call, severity: Literal["error", "critical"], place: Place
    ) -> Called | None:
        message = (
            args[0]
            if args
            else next((one.value for one in call.keywords if one.arg in {"msg", "event"}), None)
        )
        if message is None:
            return None
        texts = self._evaluator.texts(message, place)
        if len(args) > 1:
            texts = [_logged_text(text) for text in texts]
        return Called("log", Thrown(None, tuple(text for text in texts if text.words)), severity)

    def _exit(self, call: ast.Call, name: str, place: Place) -> Called | None:
        message = (
            call.args[0]
            if call.args
            else next((one.value for one in call.keywords if one.arg == "message"), None)
        )
        if message is None:
            return None
        texts = self._evaluator.texts(message, place)
        return Called("exit", Thrown(name, tuple(text for text in texts if text.words)))

    def _warning(self, call: ast.Call, place: Place) -> Called | None:
        named = {one.arg: one.value for one in call.keywords}
        message = call.args[0] if call.args else named.get("message")
        category = call.args[1] if len(call.args) > 1 else named.get("category")
        if message is None:
            return None
        if isinstance(message, ast.Call):
            for one in self._thrower.thrown(message, place):
                if one.name and one.name.endswith("Warning"):
                    return Called("warning", one, "warning")
        name: str | None = "UserWarning"
        if category is not None and not (isinstance(category, ast.Constant) and category.value is None):
            name = self._thrower.class_name(category, place)
        return Called("warning", Thrown(name, tuple(self._evaluator.texts(message, place))), "warning")


def _is_logger(receiver: str) -> bool:
    """Tell a logger by its name: `logger`, `LOG`, `_log`, `logging`, `getLogger(…)`, `access_logger`."""
    lowered = receiver.lower().strip("_")
    return lowered in {"log", "logging", "logger"} or lowered.endswith(("logger", "_log", "log_"))


def _logged_text(text: Text) -> Text:
    """Put the holes of a log call's arguments in: `%s`, or `{}` where the message has only those."""
    expanded = text.percent()
    return expanded if expanded.holes or "{" not in text.printed else text.format()
