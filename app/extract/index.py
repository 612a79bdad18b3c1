"""What a target's files say of its exception classes, for the files that raise classes of another file.

Built in a first pass that parses only files which define such classes; it holds no trees, and is handed to
other processes.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

from app.domain.identity import module_path
from app.extract.classes import ClassFacts, class_facts
from app.extract.evaluate import Evaluator
from app.extract.model import SourceFile
from app.extract.scopes import ModuleScope, read_module
from app.extract.source import Source, UnreadableSourceError, read_source

__all__ = ["ModuleIndex", "dotted", "facts_of_module", "find_class"]

# A class whose own name or base says that it is raised, or answers for an HTTP status.
_RAISED = re.compile(
    rb"^[ \t]*class[ \t]+\w*(?:Error|Exception|Warning|Exit|Interrupt|Failure|Fault|Http\d+|NotFound)\w*\s*[(:]"
    rb"|^[ \t]*class[ \t]+\w+\s*\([^)]*(?:Error|Exception|Warning|Exit|Failure|Fault|Http\d+|NotFound)\b",
    re.MULTILINE,
)
_MAX_CLASSES = 50_000


@dataclass(frozen=True)
class ModuleIndex:
    """Exception classes of a target by name."""

    classes: Mapping[str, tuple[ClassFacts, ...]] = field(default_factory=dict)

    @classmethod
    def of(cls, files: Iterable[SourceFile]) -> ModuleIndex:
        """Read the classes of all files; what cannot be read is left out here, and noted by `read_sites`."""
        found: dict[str, list[ClassFacts]] = {}
        count = 0
        for file in files:
            for facts in classes_of(file):
                count += 1
                if count > _MAX_CLASSES:
                    break
                found.setdefault(facts.name, []).append(facts)
        return cls({name: tuple(classes) for name, classes in found.items()})


def classes_of(file: SourceFile) -> tuple[ClassFacts, ...]:
    """Return the classes of a file that defines exceptions; those of another file are not looked at."""
    if not _RAISED.search(file.data):
        return ()
    try:
        source = read_source(file.data)
    except UnreadableSourceError:
        return ()
    return tuple(facts_of_module(source, read_module(source.tree), file.path).values())


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


def find_class(index: ModuleIndex, name: str, hint: str | None) -> ClassFacts | None:
    """Return the class of a name.

    Args:
        index: of the target.
        name: of the class.
        hint: the module that it was imported from or is used in, dots of a relative import included; of
            several classes of the name, the one there or below is meant, and none where that is not sure.
    """
    known = index.classes.get(name, ())
    if hint and not hint.startswith("."):
        # Imported from another distribution, whose class of the same name is not this one.
        package = hint.partition(".")[0]
        known = tuple(facts for facts in known if facts.module.partition(".")[0] == package)
    if len(known) < 2:
        return known[0] if known else None
    module = (hint or "").lstrip(".")
    if hint is None or not module:
        return None
    for facts in known:
        if facts.module == module or (hint != module and facts.module.endswith(f".{module}")):
            return facts
    below = [facts for facts in known if facts.module.startswith(f"{module}.")]
    return below[0] if len(below) == 1 else None
