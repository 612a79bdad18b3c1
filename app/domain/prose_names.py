"""Names in a fix that the source of its package does not know: flags, variables, functions, attributes, keywords, imports.

Only what must be the package's own is looked up. A name that a reader chose, one of the language, and one of another
package are let alone; so is code before the fix, which may well be wrong.
"""

from __future__ import annotations

import ast
import re
import sys
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Final, Literal

from app.domain.code_names import Scope, chain_of, fixed_part, names_made, parsed, trees_of
from app.domain.faults import Fault, shown
from app.domain.identity import module_path
from app.domain.reading import Unit
from app.domain.records import Envelope, Record
from app.domain.vocabulary import GENERAL, Vocabulary

__all__ = ["Unknown", "concerns", "name_findings", "unknown_names"]

Kind = Literal["flag", "variable", "name", "keyword", "import"]

_KINDS: Final[dict[Kind, str]] = {
    "flag": "a flag",
    "variable": "a variable",
    "name": "a function or attribute",
    "keyword": "a keyword",
    "import": "an import",
}
_CODE_FIELDS: Final = (
    ("exampleFix", "example_fix"),
    ("validationCode", "validation_code"),
    ("typeGuard", "type_guard"),
    ("tryCatchPattern", "try_catch_pattern"),
)
_MAX_CHARS = 20_000
_MAX_FOUND = 20
_SPAN = re.compile(r"(`{1,3})(?P<code>.+?)\1", re.DOTALL)
_FLAG = re.compile(r"(?<![\w/\"'=.-])--(?P<name>[A-Za-z][\w-]*)")
_CAPITALS = re.compile(r"(?<![\w.$/-])[A-Z][A-Z0-9]*(?:_[A-Z0-9]+)+\b(?!\()")
_DOTTED = re.compile(r"(?<![\w./@-])(?P<root>[a-z]\w*)(?P<rest>(?:\.[A-Za-z_]\w*)+)(?![\w/-])")
_CALLED = re.compile(r"(?<![\w./@-])(?P<name>(?:[A-Za-z_]\w*\.)*[A-Za-z_]\w*)\(")
_WORD = re.compile(r"[^\W\d]\w*")
_SENTENCE = re.compile(r"[.;]\s|\n")
# A file or a host, not a name in code.
_NO_NAME = frozenset(
    [
        "py",
        "pyi",
        "pyc",
        "io",
        "org",
        "com",
        "net",
        "dev",
        "ai",
        "toml",
        "txt",
        "json",
        "jsonl",
        "md",
        "rst",
        "yaml",
        "yml",
        "cfg",
        "ini",
        "log",
        "db",
        "sql",
        "html",
        "css",
        "js",
        "ts",
        "sh",
        "env",
        "lock",
        "whl",
        "zip",
        "gz",
    ]
)
_ASSIGNMENT = re.compile(r"\A[A-Za-z_]\w*=\S*\Z")
_RUNNERS = frozenset(
    {"sudo", "env", "exec", "nohup", "time", "run", "$", ">", "poetry", "uv", "uvx", "pipx", "hatch", "pdm"}
)
# Whose flags these are is clear from the sentence: "run pip with --upgrade". Python is a language as well.
_FOREIGN = re.compile(
    r"\b(?P<program>(?i:pip|pip3|pipx|uv|conda|mamba|poetry|npm|npx|yarn|apt|apt-get|brew|git|docker|podman|docker-compose|kubectl|helm|curl"
    r"|wget|cmake|pytest|torchrun|mpirun|srun|sbatch|gcc|nvcc|ruff|mypy|tox|nox|gunicorn|uvicorn|hypercorn|celery|flask|psql|pg_\w+"
    r"|nvidia-smi|ray)|python3?)\b"
)


@dataclass(frozen=True, slots=True)
class Unknown:
    """A name that does not occur in the source.

    Attributes:
        field: of the record, as on the wire: `solutions[0]`.
        name: as it is written: `--tp-sizes`, `Session.commit_all`.
        kind: what it is.
        nearest: the name of the source that is most like it; None where none is.
    """

    field: str
    name: str
    kind: Kind
    nearest: str | None = None


def unknown_names(
    record: Record, vocabulary: Vocabulary, standard: frozenset[str] = frozenset()
) -> list[Unknown]:
    """Return the names in the fixes of a record that the source does not have, each once in a field.

    Args:
        record: whose solutions, tips and code are looked at.
        vocabulary: of its package, or of several.
        standard: names of the standard library.
    """
    made = _made_by(record)
    brought = set(_WORD.findall(f"{record.error_message or ''} {record.source_code or ''}"))
    own = frozenset(made | brought | {record.error_class or ""})
    reader = _Reader(vocabulary, standard, own, frozenset(made), _package_of(record))
    found: dict[tuple[str, str], Unknown] = {}
    for place, kind, name in _named(record, reader):
        if len(found) < _MAX_FOUND and (place, name) not in found:
            found[place, name] = Unknown(place, name, kind, reader.nearest(kind, name))
    return list(found.values())


def name_findings(  # noqa: PLR0917 - as the other lints, with what is looked up between
    envelope: Envelope,
    vocabulary: Vocabulary,
    standard: frozenset[str],
    name: str,
    index: int | None,
    unit: Unit,
) -> Iterator[Fault]:
    """Yield a fault for each name in the fixes of a record that the source does not have.

    Args:
        envelope: of the record.
        vocabulary: of its package, or of several.
        standard: names of the standard library.
        name: of the file.
        index: as in `Fault`.
        unit: as in `Fault`.
    """
    for one in unknown_names(envelope.record, vocabulary, standard):
        problem = f"names {_KINDS[one.kind]} that does not occur in the source of {vocabulary.label}"
        advice = (
            f"Correct it: the nearest name there is {one.nearest}."
            if one.nearest
            else "Name one that is there, or leave it out."
        )
        yield Fault(name, index, envelope.record.id, one.field, shown(one.name), problem, advice, unit)


def concerns(envelope: Envelope, vocabulary: Vocabulary) -> bool:
    """Tell whether a record is of one of the packages whose names these are."""
    if _package_of(envelope.record) in vocabulary.packages:
        return True
    distribution = (envelope.errdex.source or "").partition(" ")[0].lower()
    return bool(distribution) and distribution in {one.lower() for one in vocabulary.programs}


def _package_of(record: Record) -> str:
    return module_path(record.file_path).partition("/")[0].removesuffix(".py")


def _named(record: Record, reader: _Reader) -> Iterator[tuple[str, Kind, str]]:
    texts = [(f"solutions[{at}]", text) for at, text in enumerate(record.solutions)]
    texts += [(f"preventionTips[{at}]", text) for at, text in enumerate(record.prevention_tips or ())]
    for place, text in texts:
        for kind, name in reader.prose(text[:_MAX_CHARS]):
            yield place, kind, name
    for place, attribute in _CODE_FIELDS:
        code = getattr(record, attribute)
        if code is not None:
            for kind, name in reader.code(code[:_MAX_CHARS]):
                yield place, kind, name


def _made_by(record: Record) -> set[str]:
    """Return the names that the code of a record defines, which are its reader's."""
    return {
        name
        for _, attribute in _CODE_FIELDS
        for tree in trees_of((getattr(record, attribute) or "")[:_MAX_CHARS])
        for name in names_made(tree)
    }


@dataclass
class _Reader:
    """Looks names up.

    Attributes:
        vocabulary: of the package.
        standard: names of the standard library.
        own: names that the record brings: of its message, its source, and its code.
        made: of them, those that its code defines.
        package: of the record.
    """

    vocabulary: Vocabulary
    standard: frozenset[str]
    own: frozenset[str]
    made: frozenset[str]
    package: str

    def _is_ours_by_name(self, name: str) -> bool:
        """Tell whether a class or function that is not imported is the package's: of others, readers may have the like."""
        return name not in self.made and (
            self.package in self.vocabulary.homes.get(name, ())
            or (self.package not in self.vocabulary.packages and name in self.vocabulary.homes)
        )

    def nearest(self, kind: Kind, name: str) -> str | None:
        """Return the name of the source that may be meant."""
        if kind == "flag":
            return self.vocabulary.nearest(name, self.vocabulary.flags)
        last = name.rpartition(".")[2]
        return self.vocabulary.nearest(last, (word for word in self.vocabulary.words if word[:1] == last[:1]))

    # --- prose ------------------------------------------------------------------------------------------

    def prose(self, text: str) -> Iterator[tuple[Kind, str]]:
        """Yield what sentences name and the source does not have; code in them is marked by backticks, or is not."""
        plain = []
        at = 0
        for span in _SPAN.finditer(text):
            yield from self._span(span["code"].strip(), text[: span.start()])
            plain.append(text[at : span.start()])
            at = span.end()
        plain.append(text[at:])
        for part in plain:
            yield from self._sentences(part)

    def _span(self, code: str, before: str) -> Iterator[tuple[Kind, str]]:
        tree = parsed(code)
        if tree is not None and not code.startswith("--"):
            yield from self._python(tree, prose=True)
        else:
            said = _SENTENCE.split(before)[-1]
            alone = code.startswith("-")
            if not (alone and (self._is_foreign(said) or not _is_particular(code))):
                yield from self._command(code)
        yield from self._capitals(code)

    def _sentences(self, text: str) -> Iterator[tuple[Kind, str]]:
        for found in _FLAG.finditer(text):
            said = _SENTENCE.split(text[: found.start()])[-1]
            if not self._is_foreign(said) and _is_particular(found[0]) and self._unknown_flag(found[0]):
                yield "flag", found[0]
        for found in _DOTTED.finditer(text):
            parts = found["rest"].strip(".").split(".")
            if found["root"] in self.vocabulary.packages and parts[-1] not in _NO_NAME:
                yield from self._path(found["root"], parts)
        for found in _CALLED.finditer(text):
            tree = parsed(f"{found['name']}()")
            if tree is not None and not text[found.end() :].startswith("s)"):  # option(s)
                yield from self._python(tree, prose=True)
        yield from self._capitals(text)

    def _capitals(self, text: str) -> Iterator[tuple[Kind, str]]:
        for found in _CAPITALS.finditer(text):
            name = found[0]
            if (
                any(name.startswith(family) for family in self.vocabulary.families)
                and name not in self.own
                and not self._has_capitals(name)
            ):
                yield "variable", name

    def _has_capitals(self, name: str) -> bool:
        """Tell whether a name in capitals is in the source, or made there of a prefix and a field: `RAY_` + `tune_mode`."""
        words = self.vocabulary.words
        rests = [name.removeprefix(family) for family in self.vocabulary.families if name.startswith(family)]
        return name in words or any(rest in words or rest.lower() in words for rest in rests)

    # --- command lines ----------------------------------------------------------------------------------

    def _command(self, text: str) -> Iterator[tuple[Kind, str]]:
        for line in text.replace("\\\n", " ").split("\n"):
            if self._is_ours(line):
                for found in _FLAG.finditer(line):
                    if self._unknown_flag(found[0]):
                        yield "flag", found[0]

    def _is_ours(self, line: str) -> bool:
        """Tell whether the flags of a line are the package's: its program runs, or none is named."""
        words = line.split()
        while words and (words[0] in _RUNNERS or _ASSIGNMENT.match(words[0])):
            words.pop(0)
        if not words or words[0].startswith("--"):
            return bool(words)
        program = words[0].rpartition("/")[2]
        if re.fullmatch(r"python[\d.]*", program):
            if "-m" not in words[:-1]:
                return False
            program = words[words.index("-m") + 1]
        first = program.partition(".")[0].replace("-", "_")
        return any(first == one or first.startswith(f"{one}_") for one in self.vocabulary.programs)

    def _is_foreign(self, sentence: str) -> bool:
        """Tell whether the beginning of a sentence names another program."""
        return any(
            found["program"].lower() not in self.vocabulary.programs for found in _FOREIGN.finditer(sentence)
        )

    def _unknown_flag(self, flag: str) -> bool:
        return bool(self.vocabulary.declared) and not self.vocabulary.has_flag(flag)

    # --- code -------------------------------------------------------------------------------------------

    def code(self, whole: str) -> Iterator[tuple[Kind, str]]:
        """Yield what code names after the fix and the source does not have; its imports may stand before."""
        text = fixed_part(whole)
        tree = parsed(text)
        if tree is None:
            yield from self._command(text)
        else:
            yield from self._python(tree, prose=False, beside=trees_of(whole))
        for found in re.finditer(
            r"(?:environ(?:\.\w+\(|\[)|getenv\(|export |^)\s*[\"']?([A-Z][A-Z0-9_]+)", text, re.MULTILINE
        ):
            yield from self._capitals(found[1])

    def _python(
        self, tree: ast.Module, *, prose: bool, beside: Iterable[ast.Module] = ()
    ) -> Iterator[tuple[Kind, str]]:
        scope = Scope(tree, self.vocabulary.packages, beside)
        for node in ast.walk(tree):
            if isinstance(node, ast.Import):
                for one in node.names:
                    root, *parts = one.name.split(".")
                    if root in self.vocabulary.packages:
                        yield from self._path(root, parts)
            elif isinstance(node, ast.ImportFrom) and node.module and not node.level:
                root, *parts = node.module.split(".")
                if root in self.vocabulary.packages:
                    for one in node.names:
                        yield from self._path(
                            root, [*parts, *([one.name] if one.name != "*" else [])], "import"
                        )
            elif isinstance(node, ast.Attribute):
                yield from self._attribute(node, scope)
            elif isinstance(node, ast.Call):
                yield from self._keywords(node, scope)
                yield from self._called(node, scope, prose=prose)

    def _path(self, root: str, parts: list[str], kind: Kind = "name") -> Iterator[tuple[Kind, str]]:
        """Look up a dotted name of the package, part by part; what follows an open class is not known."""
        for at, part in enumerate(parts):
            if part not in self.vocabulary.words and part not in GENERAL:
                yield kind, ".".join([root, *parts[: at + 1]])
                return
            if part[:1].isupper() and part not in self.vocabulary.closed:
                return

    def _attribute(self, node: ast.Attribute, scope: Scope) -> Iterator[tuple[Kind, str]]:
        chain = chain_of(node)
        if chain is None:
            return
        first, *rest = chain
        if (origin := scope.imported.get(first)) is not None:
            root, *parts = origin.split(".")
            yield from self._path(root, [*parts, *rest])
        elif first in scope.made or first[:1].isupper():
            owner = scope.made.get(first, first)
            known = owner in scope.imported or (owner[:1].isupper() and self._is_ours_by_name(owner))
            attribute = rest[0]
            if (
                known
                and owner in self.vocabulary.closed
                and attribute not in self.vocabulary.words
                and attribute not in GENERAL
                and attribute not in self.own
            ):
                yield "name", f"{owner}.{attribute}"

    def _keywords(self, node: ast.Call, scope: Scope) -> Iterator[tuple[Kind, str]]:
        chain = chain_of(node.func)
        if chain is None:
            return
        origin = scope.imported.get(chain[0])
        if origin is None and (
            len(chain) > 1 or not chain[0][:1].isupper() or not self._is_ours_by_name(chain[0])
        ):
            return
        name = chain[-1] if origin is None or len(chain) > 1 else origin.rpartition(".")[2]
        if name not in self.vocabulary.strict:
            return
        for keyword in node.keywords:
            if keyword.arg is not None and keyword.arg not in self.vocabulary.words:
                yield "keyword", f"{name}({keyword.arg}=)"

    def _called(self, node: ast.Call, scope: Scope, *, prose: bool) -> Iterator[tuple[Kind, str]]:
        """Look up a function or method of several words that is called, where it reads like one of the package's."""
        chain = chain_of(node.func)
        name = node.func.attr if isinstance(node.func, ast.Attribute) else chain[-1] if chain else ""
        # One word may be the method of anything.
        if (
            "_" not in name.strip("_")
            or self._is_known(name)
            or (chain is not None and chain[0] in scope.imported)
        ):
            return
        if isinstance(node.func, ast.Name):
            # A function by itself may be the reader's or another package's, unless the package has one called nearly so.
            doubtful = not prose or self.vocabulary.nearest(name, self.vocabulary.functions) is None
        else:
            root = scope.root(node.func)
            if chain is not None and scope.made.get(chain[0], chain[0]) in self.vocabulary.closed:
                return  # looked up as an attribute of the class
            foreign = (
                root in scope.foreign
                or root in self.vocabulary.imported
                or (
                    root is not None
                    and root[:1].isupper()
                    and not (root in self.vocabulary.closed and self._is_ours_by_name(root))
                )
            )
            stranger = root is None or (prose and root not in self.vocabulary.words and root not in self.own)
            doubtful = foreign or stranger or root in sys.stdlib_module_names
        if not doubtful:
            yield "name", ".".join(chain or ["…", name])

    def _is_known(self, name: str) -> bool:
        known = (self.vocabulary.words, self.own, self.standard, GENERAL)
        return not name or any(name in names for names in known)


def _is_particular(flag: str) -> bool:
    """Tell whether a flag has several words: one by itself, such as `--host`, may be any program's."""
    return "-" in flag.split(maxsplit=1)[0].strip("-")
