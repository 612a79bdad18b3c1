"""Reads the names that stand in a target's files. Nothing is parsed as a whole, imported or run.

A name counts wherever it stands, in texts and comments too: the question is whether a fix names something that the source
knows, and to say no wrongly is worse than to miss a slip.
"""

from __future__ import annotations

import functools
import re
import sysconfig
from collections import Counter
from collections.abc import Iterable, Iterator
from pathlib import Path

from app.domain.vocabulary import Vocabulary
from app.extract.index import dotted
from app.extract.model import Origin, SourceFile
from app.extract.settings import definitions_of

__all__ = ["standard_words", "vocabulary_of"]

_WORD = re.compile(r"[^\W\d]\w*")
_FLAG = re.compile(r"(?<![\w-])--[A-Za-z][\w-]*")
_CLASS = re.compile(
    r"^[ \t]*class[ \t]+(\w+)[ \t]*(?:\(([^()]*(?:\([^()]*\)[^()]*)*)\))?[ \t]*:", re.MULTILINE
)
_DEF = re.compile(
    r"^(?P<indent>[ \t]*)(?:async[ \t]+)?def[ \t]+(?P<name>\w+)\s*\((?P<takes>[^()]*(?:\([^()]*(?:\([^()]*\)[^()]*)*\)[^()]*)*)\)",
    re.MULTILINE,
)
_DOCSTRING = re.compile(r"""(\"{3}|'{3}).*?(?:\1|\Z)""", re.DOTALL)
_IMPORT = re.compile(
    r"^[ \t]*(?:from|import)[ \t]+([A-Za-z_]\w*)(?:[\w.]*[ \t]+as[ \t]+(\w+))?", re.MULTILINE
)
_ALIAS = re.compile(
    r"^[ \t]*(?:from[ \t][^\n]*import[ \t]+\(?|import[ \t]+)?(?:[\w.]*\.)?(\w+)[ \t]+as[ \t]+(\w+)",
    re.MULTILINE,
)
_STAR = re.compile(r"(?:^|[,(\s])\*\*\s*\w")
_BASE = re.compile(r"(?:\w+\.)*(\w+)\s*(?:\[.*)?\Z", re.DOTALL)
# Names of one beginning that are read from the environment by so large a part of all, or so many settings, are the package's own.
_SHARE, _FEWEST = 0.3, 3
_SHORTEST_OWN = 3
_SKIPPED_FOLDERS = frozenset(
    {"test", "tests", "idlelib", "lib2to3", "site-packages", "dist-packages", "ensurepip", "turtledemo"}
)


class _Found:
    """What the files said so far."""

    def __init__(self) -> None:
        self.words: set[str] = set()
        self.flags: set[str] = set()
        self.declared: set[str] = set()
        self.imported: set[str] = set()
        self.packages: set[str] = set()
        self.variables: Counter[str] = Counter()
        self.settings: Counter[str] = Counter()
        self.bases: dict[str, list[str]] = {}
        self.dynamic: set[str] = set()
        self.open: set[str] = set()
        self.functions: set[str] = set()

    def read(self, file: SourceFile) -> None:
        text = file.data.decode("utf-8", "replace")
        module = dotted(file.path)
        parts = module.split(".")
        self.packages.add(parts[0])
        self.words.update(parts)
        self.words.update(_WORD.findall(text))
        if "--" in text:
            self.flags.update(_FLAG.findall(text))
        for name, alias in _IMPORT.findall(text):
            self.imported.update((name, alias or name))
        self._callables(_DOCSTRING.sub('""', text))
        for one in definitions_of(file.path, file.data).settings:
            if one.kind == "flag":
                self.declared.add(one.name)
            elif one.kind == "field" and one.owner and one.owner.endswith(("Args", "Arguments", "Settings")):
                self.flags.add(f"--{one.name.replace('_', '-')}")
            elif one.kind in {"variable", "setting"}:
                family = one.name.partition("_")[0]
                counted = self.variables if one.kind == "variable" else self.settings
                counted[family] += 1

    def _callables(self, text: str) -> None:
        classes: list[tuple[int, str]] = []
        aliases = {alias: name for name, alias in _ALIAS.findall(text)}
        for found in _CLASS.finditer(text):
            classes.append((found.start(), found[1]))
            self.bases.setdefault(found[1], []).extend(
                aliases.get(base, base) for base in _bases(found[2] or "")
            )
        at = 0
        for found in _DEF.finditer(text):
            name, takes = found["name"], found["takes"]
            while at < len(classes) and classes[at][0] < found.start():
                at += 1
            if not found["indent"]:
                self.functions.add(name)
                if _STAR.search(takes):
                    self.open.add(name)
            elif at and name in {"__getattr__", "__getattribute__"}:
                self.dynamic.add(classes[at - 1][1])
            elif at and name in {"__init__", "__new__"} and _STAR.search(takes):
                self.open.add(classes[at - 1][1])


def vocabulary_of(files: Iterable[SourceFile], origin: Origin) -> Vocabulary:
    """Return the names in the files of a target.

    Args:
        files: of the target.
        origin: of the target.
    """
    found = _Found()
    for file in files:
        found.read(file)
    name = re.sub(r"[-.]+", "_", origin.name)
    return Vocabulary(
        labels=(f"{origin.name} {origin.version}" if origin.version else origin.name,),
        packages=frozenset(found.packages),
        programs=frozenset({origin.name, name, *found.packages}),
        words=frozenset(found.words),
        flags=frozenset(found.flags | found.declared),
        declared=frozenset(found.declared),
        families=frozenset(_families(found, name)),
        bases={name: frozenset(bases) for name, bases in found.bases.items()},
        functions=frozenset(found.functions),
        homes={name: frozenset(found.packages) for name in (*found.bases, *found.functions)},
        dynamic=frozenset(found.dynamic),
        open=frozenset(found.open),
        imported=frozenset(found.imported - found.packages),
    )


@functools.cache
def standard_words() -> frozenset[str]:
    """Return the names that stand in the standard library of this interpreter; its tests are not read."""
    root = Path(sysconfig.get_path("stdlib"))
    words: set[str] = set()
    for path in _standard_files(root):
        try:
            words.update(_WORD.findall(path.read_bytes().decode("utf-8", "replace")))
        except OSError:
            continue
    return frozenset(words)


def _standard_files(root: Path) -> Iterator[Path]:
    try:
        entries = sorted(root.iterdir())
    except OSError:
        return
    for entry in entries:
        if entry.is_dir():
            if entry.name not in _SKIPPED_FOLDERS and not entry.name.startswith(("_", "config-")):
                yield from _standard_files(entry)
        elif entry.suffix == ".py":
            yield entry


def _bases(text: str) -> Iterator[str]:
    """Yield the last names of the bases in the head of a class; "?" for one that is no plain name."""
    depth, part = 0, ""
    for char in f"{text},":
        depth += char in "([{"
        depth -= char in ")]}"
        if char == "," and not depth:
            bare = part.strip()
            part = ""
            if not bare or re.match(r"\w+\s*=[^=]", bare):
                if bare.startswith("metaclass") and "ABCMeta" not in bare:
                    yield "?"
                continue
            named = _BASE.match(bare)
            yield named[1] if named else "?"
        else:
            part += char


def _families(found: _Found, name: str) -> Iterator[str]:
    own = {one.upper() for one in (name, *found.packages) if len(one) >= _SHORTEST_OWN}
    total = sum(found.variables.values())
    for family, count in found.variables.items():
        alike = len(family) >= _SHORTEST_OWN and any(one.startswith(family) for one in own)
        if alike or (count >= _FEWEST and count >= _SHARE * total):
            yield f"{family}_"
    for family, count in found.settings.items():
        if count >= _FEWEST:
            yield f"{family}_"
    for one in own:
        yield f"{one}_"
