"""What a `raise` throws: classes with their texts, through variables, conditionals and functions of the file."""

from __future__ import annotations

import ast
import builtins
import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Final

from app.extract.classes import (
    Arguments,
    ClassFacts,
    arguments_of,
    find_class,
    number_of,
    plain_message,
    printed,
    status_and_code,
)
from app.extract.defaults import default_of
from app.extract.evaluate import Evaluator
from app.extract.flow import reaching
from app.extract.scopes import FunctionScope, ModuleScope, Place, last_name
from app.extract.texts import MAX_ALTERNATIVES, Text, bind, distinct

if TYPE_CHECKING:
    from app.extract.index import ModuleIndex

__all__ = ["Thrower", "Thrown"]

_MAX_DEPTH: Final = 6
_BUILTIN = frozenset(
    name
    for name, value in vars(builtins).items()
    if isinstance(value, type) and issubclass(value, BaseException)
)
# As the traceback prints them.
_ALIASES = {"IOError": "OSError", "EnvironmentError": "OSError", "WindowsError": "OSError"}
_LOWER_CLASSES = frozenset({"error", "timeout", "herror", "gaierror"})
_OS_ERROR_MODULES = frozenset({"socket", "select", "os", "mmap"})
_EXCEPTION_NAME = re.compile(
    r"(?:Error|Exception|Warning|Exit|Interrupt|Failure|Fault|Iteration|Timeout|NotFound)\d*$"
)
# Classes that say with a number how the process ends, and print a text only where one is given.
_EXITS = frozenset({"SystemExit", "Exit", "GeneratorExit", "KeyboardInterrupt"})
_HTTP = re.compile(r"HTTP|Http")
_STATUS_NAME = re.compile(r"(?:HTTP|Http)_?([45]\d\d)(?!\d)")


@dataclass(frozen=True, slots=True)
class Thrown:
    """A class with the texts it may print; `name` None where the source does not say the class."""

    name: str | None
    texts: tuple[Text, ...] = ()
    status: int | None = None
    code: str | None = None

    def with_texts(self, texts: Iterable[Text]) -> Thrown:
        """Return the same with other texts."""
        return replace(self, texts=tuple(texts))


class Thrower:
    """Reads what one file's expressions throw."""

    def __init__(
        self, evaluator: Evaluator, module: ModuleScope, facts: Mapping[str, ClassFacts], index: ModuleIndex
    ) -> None:
        self._evaluator = evaluator
        self._module = module
        self._facts = facts
        self._index = index
        self.used_factories: set[int] = set()  # functions whose exceptions a `raise` of this file throws

    def thrown(self, node: ast.expr, place: Place, depth: int = 0) -> list[Thrown]:
        """Return what an expression throws; nothing for an exception that was caught or came as an argument."""
        if depth > _MAX_DEPTH:
            return []
        if isinstance(node, ast.Call):
            return self._call(node, place, depth)
        if isinstance(node, ast.IfExp):
            return [*self.thrown(node.body, place, depth + 1), *self.thrown(node.orelse, place, depth + 1)]
        if isinstance(node, ast.BoolOp):
            return [one for value in node.values[:4] for one in self.thrown(value, place, depth + 1)]
        if isinstance(node, ast.Await):
            return self.thrown(node.value, place, depth + 1)
        if isinstance(node, ast.Name):
            return self._name(node, place, depth)
        if isinstance(node, ast.Attribute):
            name = self.class_name(node, place)
            return [self._instance(name, Arguments(), node)] if name else []
        return []

    # --- names ----------------------------------------------------------------------------------------

    def _name(self, node: ast.Name, place: Place, depth: int) -> list[Thrown]:
        function: FunctionScope | None = place.function
        while function is not None:
            if node.id in function.assignments:
                bound, _ = (
                    reaching(node.id, function, place)
                    if function is place.function
                    else (function.assignments[node.id][-MAX_ALTERNATIVES:], True)
                )
                if all(one.kind == "import" for one in bound) and bound:
                    break
                return [
                    thrown
                    for one in bound
                    if one.kind == "set" and one.value is not None
                    for thrown in self._assigned(one.value, one.place, depth)
                ]
            if function.node is not None and node.id in function.parameters:
                return []
            function = function.parent
        name = self.class_name(node, place)
        return [self._instance(name, Arguments(), node)] if name else []

    def _assigned(self, value: ast.expr, place: Place, depth: int) -> list[Thrown]:
        """Read what a variable was given; another call than that of an exception gives something unknown."""
        return [one for one in self.thrown(value, place, depth + 1) if one.name is not None]

    def class_name(self, node: ast.expr, place: Place) -> str | None:
        """Return the name a class prints with, None where the expression is not sure to be a class."""
        if isinstance(node, ast.Attribute):
            base = last_name(node.value)
            if base in {"self", "cls"} and place.owner is not None:
                bound = self._evaluator.class_attribute(place.owner, node.attr)
                if bound is not None and isinstance(bound[0], (ast.Name, ast.Attribute)):
                    return self.class_name(bound[0], bound[1])
            if base in _OS_ERROR_MODULES and node.attr == "error":
                return "OSError"
            if base == "socket" and node.attr == "timeout":
                return "TimeoutError"
            name = node.attr
            if base and not self._is_known(name) and (self._is_known(base) or _EXCEPTION_NAME.search(base)):
                return None  # a class method of an exception, whatever its name looks like
        elif isinstance(node, ast.Name):
            name = node.id
            if name == "cls" and place.owner is not None:
                return place.owner.name
            default = default_of(place.function, name) if name in place.function.parameters else None
            if isinstance(default, (ast.Name, ast.Attribute)) and place.function.place is not None:
                return self.class_name(default, place.function.place)
            imported = self._module.imports.get(name)
            if imported is not None and imported[1]:
                name = imported[1]
                if imported[0] in _OS_ERROR_MODULES and name == "error":
                    return "OSError"
            elif imported is None and name in place.function.assignments and name not in self._facts:
                bound_here, _ = reaching(name, place.function, place)
                names = {
                    self.class_name(one.value, one.place)
                    for one in bound_here
                    if isinstance(one.value, (ast.Name, ast.Attribute)) and last_name(one.value) != name
                }
                return names.pop() if len(names) == 1 else None
        elif isinstance(node, ast.Subscript) and isinstance(node.value, (ast.Name, ast.Attribute)):
            return self.class_name(node.value, place)  # a generic class
        else:
            return None
        name = _ALIASES.get(name, name)
        if self._is_class(name):
            return name
        return None

    def _is_known(self, name: str) -> bool:
        return name in self._facts or name in _BUILTIN or name in self._index.classes

    def _is_class(self, name: str) -> bool:
        if self._is_known(name) or name in _LOWER_CLASSES:
            return True
        if name.isupper() and len(name) > 1 and "_" in name:
            return False  # a constant
        return name.lstrip("_")[:1].isupper()

    def is_exception(self, name: str, func: ast.expr) -> bool:
        """Tell whether a class is sure to be an exception: what is known of it decides, else its name."""
        pending: list[tuple[str, str | None]] = [(name, self._hint(func))]
        seen = set[str]()
        while pending:
            one, hint = pending.pop()
            if one in _BUILTIN:
                return True
            if one in seen:
                continue
            seen.add(one)
            facts = self._lookup(one, hint)
            if facts is not None:
                pending += [(base, facts.module) for base in facts.bases]
            elif _EXCEPTION_NAME.search(one):
                return True
        return False

    # --- calls ------------------------------------------------------------------------------------------

    def _call(self, node: ast.Call, place: Place, depth: int) -> list[Thrown]:
        func = node.func
        if isinstance(func, ast.Attribute) and func.attr in {"with_traceback", "add_note"}:
            return self.thrown(func.value, place, depth + 1)
        if isinstance(func, ast.IfExp):
            return [
                one
                for choice in (func.body, func.orelse)
                for one in self._call(ast.Call(choice, node.args, node.keywords), place, depth + 1)
            ]
        factory = self._evaluator.function_called(func, place)
        if factory is not None and not _is_property(factory):
            made = self._made(factory, node, place, depth)
            if made:
                return made
        foreign = self._evaluator.imports.function(func, place) if factory is None else None
        if foreign is not None and foreign.made:
            values = self._evaluator.values(node, foreign.parameters, foreign.defaults, place)
            return [
                one.with_texts(distinct(bound for text in one.texts for bound in bind(text, values)))
                for one in foreign.made
            ]
        arguments = arguments_of(node.args, node.keywords, place, self._evaluator)
        name = self.class_name(func, place)
        if (
            name is None
            and isinstance(func, ast.Attribute)
            and isinstance(func.value, (ast.Name, ast.Attribute))
        ):
            name = self.class_name(func.value, place)  # a class method that builds an instance
            if name is not None:
                texts = tuple(text for text in plain_message(arguments) if text.words)
                return [Thrown(name, texts, *status_and_code(node))]
        if name is None:
            # The class of a caught exception; a variable class, or a function of another file, whose text is known.
            texts = tuple(text for text in plain_message(arguments) if text.words)
            names = self._caught(func, place) or ([None] if texts and last_name(func) != "type" else [])
            return [Thrown(name, texts, *status_and_code(node)) for name in names]
        return [self._instance(name, arguments, func, node)]

    def _caught(self, func: ast.expr, place: Place) -> list[str | None]:
        """Return the classes of `type(error)` and `error.__class__`, where `error` is what an `except` caught."""
        if isinstance(func, ast.Call) and last_name(func.func) == "type" and len(func.args) == 1:
            value = func.args[0]
        elif isinstance(func, ast.Attribute) and func.attr == "__class__":
            value = func.value
        else:
            return []
        if not isinstance(value, ast.Name):
            return []
        if value.id == "self" and place.owner is not None:
            return [place.owner.name]
        bound, _ = reaching(value.id, place.function, place)
        kinds = [one.value for one in bound if one.kind == "caught" and one.value is not None]
        classes = [each for kind in kinds for each in (kind.elts if isinstance(kind, ast.Tuple) else [kind])]
        names = [self.class_name(each, place) for each in classes[:MAX_ALTERNATIVES]]
        return [name for name in dict.fromkeys(names) if name]

    def _instance(
        self, name: str, arguments: Arguments, func: ast.expr, call: ast.Call | None = None
    ) -> Thrown:
        facts = self._lookup(name, self._hint(func))
        status, code = status_and_code(call) if call else (None, None)
        if call and _HTTP.search(name) and status is None:
            numbers = [number for arg in call.args[:2] if (number := number_of(arg)) is not None]
            if numbers:
                status = numbers[0]
                positional = tuple(
                    texts
                    for texts, arg in zip(arguments.positional, call.args, strict=False)
                    if number_of(arg) is None
                )
                arguments = replace(arguments, positional=positional)
        if facts is not None:
            found = printed(facts, arguments, self._lookup)
            texts = found.texts
            status = status if status is not None else found.status
            code = code or found.code
        else:
            texts = tuple(plain_message(arguments, name))
        if status is None and (numbered := _STATUS_NAME.match(name)):
            status = int(numbered[1])
        if name not in _BUILTIN and len(arguments.positional) + len(arguments.keywords) > 1:
            texts = tuple(text.completed() for text in texts)
        if name in _EXITS or (name in _BUILTIN and name.startswith("Stop")):
            texts = tuple(text for text in texts if text.words)
        return Thrown(name, texts, status, code)

    def _made(self, factory: FunctionScope, node: ast.Call, place: Place, depth: int) -> list[Thrown]:
        """Return what a function of this file returns to be raised, the call's texts put in."""
        self.used_factories.add(id(factory))
        values = self._evaluator.arguments(node, factory, place)
        found: list[Thrown] = []
        for value, there in factory.returns[:MAX_ALTERNATIVES]:
            for one in self.thrown(value, there, depth + 2):
                texts = [bound for text in one.texts for bound in bind(text, values)]
                found.append(replace(one, texts=tuple(distinct(texts))))
        return found

    def _hint(self, func: ast.expr) -> str | None:
        if isinstance(func, ast.Name):
            imported = self._module.imports.get(func.id)
            return imported[0] if imported else None
        base = func.value if isinstance(func, ast.Attribute) else None
        if isinstance(base, ast.Name) and base.id in self._module.imports:
            module, name = self._module.imports[base.id]
            return f"{module}.{name}" if name else module
        return None

    def _lookup(self, name: str, hint: str | None) -> ClassFacts | None:
        return self._facts.get(name) or find_class(self._index.classes, name, hint)


def _is_property(function: FunctionScope) -> bool:
    """Tell whether a method stands for a value: calling it calls what it returns."""
    decorators = function.node.decorator_list if function.node else []
    return any((last_name(one) or "").endswith("property") for one in decorators)
