"""What a target's files say for one another: exception classes, names that stand for texts, settings.

Built in a first pass that parses only files which seem to define such; it holds no trees, and is handed to
other processes.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

from app.domain.identity import module_path
from app.extract.classes import ClassFacts, class_facts
from app.extract.definitions import Definitions, SettingsIndex
from app.extract.evaluate import Evaluator
from app.extract.model import SourceFile
from app.extract.names import NAMED, Names, NamesIndex, names_of
from app.extract.scopes import ModuleScope, read_module
from app.extract.settings import definitions_of
from app.extract.source import Source, UnreadableSourceError, read_source
from app.extract.thrown import Thrower

__all__ = ["ModuleIndex", "Survey", "dotted", "facts_of_module", "survey", "survey_of"]

# A class whose own name or base says that it is raised, or answers for an HTTP status.
_RAISED = re.compile(
    rb"^[ \t]*class[ \t]+\w*(?:Error|Exception|Warning|Exit|Interrupt|Failure|Fault|Http\d+|NotFound)\w*\s*[(:]"
    rb"|^[ \t]*class[ \t]+\w+\s*\([^)]*(?:Error|Exception|Warning|Exit|Failure|Fault|Http\d+|NotFound)\b",
    re.MULTILINE,
)
_MAX_CLASSES = 50_000


@dataclass(frozen=True)
class ModuleIndex:
    """Exception classes of a target by name, its settings, and its names that stand for texts."""

    classes: Mapping[str, tuple[ClassFacts, ...]] = field(default_factory=dict)
    settings: SettingsIndex = field(default_factory=SettingsIndex)
    names: NamesIndex = field(default_factory=NamesIndex)

    @classmethod
    def of(cls, files: Iterable[SourceFile]) -> ModuleIndex:
        """Read all files; what cannot be read is left out here, and noted by `read_sites`."""
        return cls.joined(survey(file) for file in files)

    @classmethod
    def joined(cls, surveys: Iterable[Survey]) -> ModuleIndex:
        """Put together what the files say, in their order."""
        found: dict[str, list[ClassFacts]] = {}
        definitions: list[Definitions] = []
        names: list[Names] = []
        count = 0
        for one in surveys:
            definitions.append(one.definitions)
            names.append(one.names)
            for facts in one.classes:
                count += 1
                if count > _MAX_CLASSES:
                    break
                found.setdefault(facts.name, []).append(facts)
        classes = {name: tuple(some) for name, some in found.items()}
        return cls(classes, SettingsIndex.of(definitions), NamesIndex.of(names))


@dataclass(frozen=True)
class Survey:
    """What one file says for the others."""

    classes: tuple[ClassFacts, ...] = ()
    definitions: Definitions = field(default_factory=Definitions)
    names: Names = field(default_factory=Names)


def survey(file: SourceFile) -> Survey:
    """Read what a file says for the others of its target; nothing where errdex fails on it."""
    try:
        return survey_of(file)
    except Exception:  # noqa: BLE001 - one file of thousands, by anybody: a fault here must not cost the others
        return Survey()


def survey_of(file: SourceFile) -> Survey:
    """Read the same, and let a fault of errdex be seen."""
    classes, names = _read(file)
    return Survey(classes, definitions_of(file.path, file.data), names)


def _read(file: SourceFile) -> tuple[tuple[ClassFacts, ...], Names]:
    """Parse a file that seems to define exceptions or texts for others; any other one is not looked at."""
    raised, named = _RAISED.search(file.data), NAMED.search(file.data)
    if not raised and not named:
        return (), Names()
    try:
        source = read_source(file.data)
        module = read_module(source.tree)
        classes = facts_of_module(source, module, file.path)
        names = Names()
        if named:
            here = dotted(file.path)
            late = Evaluator(source, module, late=True, here=here)
            names = names_of(module, here, late, Thrower(late, module, classes, ModuleIndex()))
    except (UnreadableSourceError, RecursionError):
        return (), Names()
    return tuple(classes.values()) if raised else (), names


def facts_of_module(source: Source, module: ModuleScope, path: str) -> dict[str, ClassFacts]:
    """Return the facts of each class of a file, by name."""
    evaluator = Evaluator(source, module, late=True)
    name = dotted(path)
    found = {}
    for scope in module.classes.values():
        if scope.bases:
            evaluator.start()
            found[scope.name] = class_facts(scope, name, evaluator)
    return found


def dotted(path: str) -> str:
    """Return the dotted name of a file's module: `sglang.srt.x` for `python/sglang/srt/x.py`."""
    return module_path(path).removesuffix(".py").removesuffix("/__init__").replace("/", ".")
