"""Raise sites of a Python file: what is raised, asserted, logged as an error or warned of, and with which text.

`read_sites` takes foreign bytes: it never fails, imports nothing and runs nothing. What it cannot read is
skipped with a note.
"""

from __future__ import annotations

import ast
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Final, Literal

from app.extract.calls import Calls, calls_in
from app.extract.context import Context
from app.extract.evaluate import Evaluator
from app.extract.facts import FactReader
from app.extract.index import ModuleIndex, dotted, facts_of_module
from app.extract.model import RaiseSite, SiteKind, SourceFile, SourceSites
from app.extract.names import Raiser, raiser_of
from app.extract.scopes import FunctionScope, ModuleScope, Place, read_module
from app.extract.source import Source, UnreadableSourceError, clean, read_source
from app.extract.texts import Text, bind, distinct
from app.extract.thrown import Thrower, Thrown
from app.extract.warners import category_of, warner_of

__all__ = ["MAX_SITES", "ModuleIndex", "read_sites"]

MAX_SITES: Final = 20_000  # of one file
_MIN_GIVEN_WORDS = 2


def read_sites(file: SourceFile, *, module: ModuleIndex | None = None) -> SourceSites:
    """Return the sites of a file in the order of their lines, and notes of what was skipped and why.

    Args:
        file: any bytes.
        module: the classes of the other files of its target.
    """
    try:
        source = read_source(file.data)
    except UnreadableSourceError as error:
        return SourceSites(file.path, (), (f"skipped: {error}",))
    try:
        reading = _Reading(source, file.path, module or ModuleIndex())
        sites = reading.sites()
    except RecursionError:
        return SourceSites(file.path, (), ("skipped: nested too deeply",))
    except Exception as error:  # noqa: BLE001 - one file of thousands, by anybody: a fault here must not cost the others
        note = f"skipped: errdex failed on it ({type(error).__name__}), which is a fault of errdex: please report the file"
        return SourceSites(file.path, (), (note,))
    return SourceSites(file.path, sites, tuple(reading.notes))


@dataclass(frozen=True, slots=True)
class _Found:
    """A site before its surroundings are read."""

    kind: SiteKind
    line: int
    place: Place
    name: str | None
    text: Text | None
    status: int | None
    code: str | None
    severity: Literal["error", "warning", "critical"] = "error"
    asserted: ast.expr | None = None


class _Reading:
    """Reads one file."""

    def __init__(self, source: Source, path: str, index: ModuleIndex) -> None:
        self.notes: list[str] = []
        self._source = source
        self._index = index
        self._module: ModuleScope = read_module(source.tree)
        facts = facts_of_module(source, self._module, path)
        here = dotted(path)
        self._evaluator = Evaluator(source, self._module, names=index.names, here=here)
        self._thrower = Thrower(self._evaluator, self._module, facts, index)
        late = Evaluator(source, self._module, late=True, names=index.names, here=here)
        self._late = Thrower(late, self._module, facts, index)
        self._late_evaluator = late
        self._calls = Calls(self._evaluator, self._thrower, self._module)
        self._facts = FactReader(source, self._module, self._evaluator, index.settings, path)

    def sites(self) -> tuple[RaiseSite, ...]:
        """Return all sites, numbered."""
        helpers = {
            id(function): raiser
            for function in self._module.functions
            if (raiser := raiser_of(function, self._late_evaluator, self._late))
        }
        found: dict[tuple[object, ...], _Found] = {}
        for node, place in self._module.statements:
            self._evaluator.start()
            self._collect(found, self._statement(node, place, helpers))
        for function in self._module.functions:
            if function.returns and id(function) not in self._thrower.used_factories:
                self._evaluator.start()
                self._collect(found, self._returned(function))
        ordered = sorted(found.values(), key=lambda one: one.line)
        if len(ordered) > MAX_SITES:
            self.notes.append(f"{len(ordered):,} sites, and the first {MAX_SITES:,} are read")
        context = Context(self._source, self._module, self._index.settings.settings)
        ordinals: dict[tuple[object, ...], int] = {}
        return tuple(self._site(one, context, ordinals) for one in ordered[:MAX_SITES])

    @staticmethod
    def _collect(found: dict[tuple[object, ...], _Found], sites: Iterable[_Found]) -> None:
        for one in sites:
            found.setdefault((one.line, one.kind, one.name, one.text), one)

    # --- statements -----------------------------------------------------------------------------------

    def _statement(self, node: ast.stmt, place: Place, helpers: dict[int, Raiser]) -> Iterator[_Found]:
        if isinstance(node, ast.Raise):
            if node.exc is not None:
                for one in self._thrower.thrown(node.exc, place):
                    yield from _each("raise", node.lineno, place, one)
        elif isinstance(node, ast.Assert):
            texts = tuple(self._evaluator.texts(node.msg, place)) if node.msg is not None else ()
            for found in _each("assert", node.lineno, place, Thrown("AssertionError", texts)):
                yield _with_test(found, node.test)
        elif isinstance(node, (ast.Expr, ast.Return)) and node.value is not None:
            for call in calls_in(node.value):
                called = self._calls.read(call, place)
                if called is not None:
                    yield from _each(called.kind, call.lineno, place, called.thrown, called.severity)
                else:
                    yield from self._helped(call, place, helpers)
                    yield from self._warned(call, place)

    def _returned(self, function: FunctionScope) -> Iterator[_Found]:
        """Yield the exceptions that a function makes and that this file raises nowhere: its callers do."""
        for value, place in function.returns:
            if (
                not isinstance(value, ast.Call)
                or self._evaluator.function_called(value.func, place) is not None
            ):
                continue
            name = self._thrower.class_name(value.func, place)
            if name is not None and self._thrower.is_exception(name, value.func):
                for one in self._thrower.thrown(value, place):
                    if any(text.words for text in one.texts):
                        yield from _each("raise", value.lineno, place, one)

    # --- helpers --------------------------------------------------------------------------------------

    def _helped(self, call: ast.Call, place: Place, helpers: dict[int, Raiser]) -> Iterator[_Found]:
        """Yield what a helper of this file or of another one raises for this call, at the call."""
        function = self._evaluator.function_called(call.func, place)
        foreign = self._evaluator.imports.function(call.func, place) if function is None else None
        if function is not None and function is not place.function:
            helper, parameters = helpers.get(id(function)), function.parameters
        elif foreign is not None:
            helper, parameters = foreign.raiser, list(foreign.parameters)
        else:
            return
        if helper is None:
            return
        if helper.parameter is not None:
            position = parameters.index(helper.parameter)
            named = {keyword.arg: keyword.value for keyword in call.keywords}
            given = call.args[position] if position < len(call.args) else named.get(helper.parameter)
            for one in self._thrower.thrown(given, place) if given is not None else ():
                yield from _each("raise", call.lineno, place, one)
            return
        if function is not None:
            values = self._evaluator.arguments(call, function, place)
        else:
            assert foreign is not None
            values = self._evaluator.values(call, parameters, foreign.defaults, place)
        for one in helper.bound:
            texts = [
                new
                for text in one.texts
                for new in bind(text, values)
                if new.words >= text.words + _MIN_GIVEN_WORDS
            ]
            if texts:
                yield from _each(
                    "raise",
                    call.lineno,
                    place,
                    Thrown(one.name, tuple(distinct(texts)), one.status, one.code),
                )

    def _warned(self, call: ast.Call, place: Place) -> Iterator[_Found]:
        """Yield what a function of this file or of another one warns of for this call, at the call."""
        function = self._evaluator.function_called(call.func, place)
        if function is not None and function is not place.function:
            warner = warner_of(function, self._late_evaluator, self._late)
            values = self._evaluator.arguments(call, function, place) if warner else {}
            parameters = function.parameters
        elif function is None and (foreign := self._evaluator.imports.function(call.func, place)) is not None:
            warner, parameters = foreign.warner, list(foreign.parameters)
            values = self._evaluator.values(call, parameters, foreign.defaults, place)
        else:
            return
        if warner is None:
            return
        texts = [
            one for one in bind(warner.text, values) if one.words >= warner.text.words + _MIN_GIVEN_WORDS
        ]
        name = category_of(warner, call, parameters, place, self._thrower) if texts else None
        if name is not None:
            yield from _each("warning", call.lineno, place, Thrown(name, tuple(distinct(texts))), "warning")

    # --- the whole site -------------------------------------------------------------------------------

    def _site(self, found: _Found, context: Context, ordinals: dict[tuple[object, ...], int]) -> RaiseSite:
        function = found.place.function
        text = found.text if found.text is not None and not found.text.blank else None
        template = text.template if text else None
        qualname = clean(function.qualname) if function.qualname else None
        name = clean(found.name) if found.name else None
        key = (qualname, name, template)
        ordinal = ordinals.get(key, 0)
        ordinals[key] = ordinal + 1
        code, start, end = self._source.window(found.line)
        around = context.of(found.place, text, name, found.asserted)
        facts = self._facts.of(found.place, text, name, found.asserted, around)
        return RaiseSite(
            kind=found.kind,
            error_class=name,
            template=template,
            pattern=text.pattern if text else None,
            line=found.line,
            function=qualname,
            ordinal=ordinal,
            source_code=code,
            source_start=start,
            source_end=end,
            severity=found.severity,
            http_status=found.status,
            error_code=clean(found.code) if found.code else None,
            guards=around.guards,
            parameters=around.parameters,
            raises_doc=around.raises_doc,
            callers=around.callers,
            settings=around.settings,
            facts=facts,
        )


def _each(
    kind: SiteKind,
    line: int,
    place: Place,
    thrown: Thrown,
    severity: Literal["error", "warning", "critical"] = "error",
) -> Iterator[_Found]:
    """Yield a site for each text."""
    for text in thrown.texts or (None,):
        yield _Found(kind, line, place, thrown.name, text, thrown.status, thrown.code, severity)


def _with_test(found: _Found, test: ast.expr) -> _Found:
    return _Found(
        found.kind,
        found.line,
        found.place,
        found.name,
        found.text,
        found.status,
        found.code,
        found.severity,
        test,
    )
