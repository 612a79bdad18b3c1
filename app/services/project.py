"""A project's own errors: a Markdown file for each raise site, kept beside its source.

Which file is about which site is decided by the rules that ingest and learn have: the id, then the site key, then the
class and text standing at one place. What people wrote is never touched; of a file that is there, only the place in
its head is set anew.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

from app.domain.decoding import Limits
from app.domain.faults import Fault
from app.domain.front_matter import edit_front_matter
from app.domain.identity import ID_DIGITS, module_path, page_path, site_key
from app.domain.markdown_reader import is_written, read_markdown
from app.domain.markdown_writer import write_markdown
from app.domain.merge import Site, match_sites, template_key
from app.domain.reading import read_envelopes
from app.domain.records import Envelope
from app.errors import BadInput, BadRecords
from app.extract.model import Origin, SiteKind
from app.extract.numbering import with_ids
from app.extract.pool import Extraction
from app.extract.targets.folders import folder
from app.extract.targets.model import Options
from app.services.inputs import is_record_markdown

__all__ = [
    "ERRORS",
    "Documented",
    "ErrorFile",
    "Pairing",
    "Project",
    "RaisedError",
    "documents_of",
    "has_moved",
    "new_file",
    "pair",
    "placed",
    "read_documents",
    "read_project",
    "same_sites",
]

ERRORS = "errors"

# What a caller of the project can meet: no log lines, no warnings, no assertions of the authors'.
_KINDS: frozenset[SiteKind] = frozenset({"raise", "exit"})
# Without a text these end something as planned.
_QUIET = frozenset(
    {
        "Abort",
        "Exit",
        "GeneratorExit",
        "KeyboardInterrupt",
        "StopAsyncIteration",
        "StopIteration",
        "SystemExit",
    }
)
_MOST_BYTES = Limits().max_record_bytes


@dataclass(frozen=True, slots=True)
class RaisedError:
    """A raise site of the project."""

    id: str
    file: str
    line: int
    function: str | None
    error_class: str | None
    template: str | None
    draft: Mapping[str, Any] = field(repr=False, default_factory=dict)

    @property
    def name(self) -> str:
        """Class and text, for people."""
        parts = [part for part in (self.error_class, self.template) if part]
        return ": ".join(parts)


@dataclass(frozen=True, slots=True)
class Project:
    """The raise sites of a project, in the order of files and lines, and what could not be read."""

    origin: Origin
    errors: tuple[RaisedError, ...]
    notes: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class ErrorFile:
    """A Markdown file about an error.

    Attributes:
        written: it says what the error means or how to get past it.
    """

    path: Path
    text: str = field(repr=False)
    error: RaisedError
    repo: str | None
    written: bool


@dataclass(frozen=True, slots=True)
class Documented:
    """A site and the file about it."""

    error: RaisedError
    file: ErrorFile


@dataclass(frozen=True, slots=True)
class Pairing:
    """Which file is about which site.

    Attributes:
        documented: sites with a file.
        new: sites without one.
        gone: files without a site.
        reworded: position in `gone` to the unexplained site that stands where the other one stood, with another text.
    """

    documented: tuple[Documented, ...]
    new: tuple[RaisedError, ...]
    gone: tuple[ErrorFile, ...]
    reworded: Mapping[int, RaisedError]


def read_project(place: Path, options: Options, workers: int | None = None) -> Project:
    """Read the raise sites of a project; tests, examples and copies of other software are left out.

    Raises:
        BadInput: the folder is none, or cannot be read.
    """
    if not place.is_dir():
        raise BadInput(f"There is no folder {str(place)!r}. Name the folder of the project.", path=str(place))
    target = folder(str(place), place, options)
    drafts: list[dict[str, Any]] = []
    kinds: list[SiteKind] = []
    notes: list[str] = []
    with Extraction(workers) as extraction:
        for one in extraction.read(target.files(), target.origin):
            notes.extend(one.notes)
            drafts.extend(one.drafts)
            kinds.extend(one.kinds)
    # All have their numbers before any is left out, so that ids are those that learn gives.
    errors = tuple(
        _raised(envelope)
        for envelope, kind in zip(with_ids(drafts), kinds, strict=True)
        if kind in _KINDS and _is_error(envelope)
    )
    return Project(target.origin, errors, (*target.tally.notes, *notes))


def _is_error(envelope: Mapping[str, Any]) -> bool:
    """Tell whether a site is for somebody to read: no method for subclasses to replace, no quiet end of a program."""
    record, facts = envelope["record"], envelope["errdex"].get("facts") or {}
    return not facts.get("abstract") and not (
        record["errorMessage"] is None and record["errorClass"] in _QUIET
    )


def _raised(envelope: Mapping[str, Any]) -> RaisedError:
    record, errdex = envelope["record"], envelope["errdex"]
    return RaisedError(
        record["id"],
        record["filePath"],
        record["lineNumber"],
        errdex["function"],
        record["errorClass"],
        record["errorMessage"],
        envelope,
    )


def documents_of(errors: Path) -> list[Path]:
    """Return the Markdown files about errors in a folder and those below it, sorted; none where it is not there."""
    if not errors.is_dir():
        return []
    return sorted(path for path in errors.rglob("*.md") if path.is_file() and is_record_markdown(path))


def read_documents(errors: Path) -> list[ErrorFile]:
    """Read the Markdown files about errors in a folder.

    Raises:
        BadRecords: with all faults of all files.
        BadInput: a file cannot be read.
    """
    files: list[ErrorFile] = []
    faults: list[Fault] = []
    for path in documents_of(errors):
        try:
            data = path.read_bytes()
        except OSError as error:
            raise BadInput(f"{path} cannot be read: {error.strerror}.", path=str(path)) from None
        try:
            text = data.decode("utf-8")
        except UnicodeDecodeError:
            faults.extend(read_envelopes(data, str(path)).faults)
            continue
        found, problems = read_markdown(text.removeprefix("\ufeff"))
        if problems or len(data) > _MOST_BYTES:
            faults.extend(read_envelopes(data, str(path)).faults)
            continue
        files.append(_document(path, text, found))
    files = _numbered(files)
    faults.extend(_twice(files))
    if faults:
        raise BadRecords(f"{errors} holds files with faults. Correct them first.", faults)
    return files


def _document(path: Path, text: str, found: Mapping[str, Any]) -> ErrorFile:
    record = found["record"]
    error = RaisedError(
        record.get("id", ""),
        record.get("filePath", ""),
        record.get("lineNumber", 0),
        found["errdex"].get("function"),
        record.get("errorClass"),
        record.get("errorMessage"),
    )
    return ErrorFile(path, text, error, record.get("repo"), is_written(record))


def _numbered(files: Sequence[ErrorFile]) -> list[ErrorFile]:
    """Give files that name no id the one of their site; equal sites of a function are told apart by their order."""
    seen: Counter[tuple[str | None, ...]] = Counter()
    ids: dict[Path, str] = {}
    for file in sorted(files, key=lambda one: (one.error.line, one.path)):
        error = file.error
        if not error.id:
            key = (module_path(error.file), error.function, error.error_class, error.template)
            ids[file.path] = site_key(file.repo or "", *key, seen[key])[:ID_DIGITS]
            seen[key] += 1
    return [
        replace(file, error=replace(file.error, id=ids[file.path])) if file.path in ids else file
        for file in files
    ]


def _twice(files: Sequence[ErrorFile]) -> Iterator[Fault]:
    """Yield a fault for each file about an error that another file is about."""
    first: dict[str, Path] = {}
    for file in files:
        other = first.setdefault(file.error.id, file.path)
        if other != file.path:
            problem = f"is the id of {other} too"
            advice = "Keep one file for an error: move what people wrote into one of the two."
            yield Fault(str(file.path), None, file.error.id, "id", f'"{file.error.id}"', problem, advice)


def pair(errors: Sequence[RaisedError], files: Sequence[ErrorFile]) -> Pairing:
    """Find which file is about which site."""
    by_id = {file.error.id: file for file in files}
    matched = same_sites([file.error for file in by_id.values()], errors)
    documented: list[Documented] = []
    new: list[RaisedError] = []
    for error in errors:
        known = matched.get(error.id)
        if known is None:
            new.append(error)
        else:
            documented.append(Documented(error, by_id[known]))
    taken = {id(one.file) for one in documented}
    gone = tuple(file for file in files if id(file) not in taken)
    unexplained = [*new, *(one.error for one in documented if not one.file.written)]
    return Pairing(tuple(documented), tuple(new), gone, _reworded(gone, unexplained))


def same_sites(known: Sequence[RaisedError], errors: Sequence[RaisedError]) -> dict[str, str]:
    """Return, by the id of a site, the id under which it is known."""
    known_ids, ids = {one.id for one in known}, {one.id for one in errors}
    found = {one: one for one in known_ids & ids}
    groups: dict[str, tuple[list[Site], list[Site]]] = {}
    for side, (these, others) in enumerate(((known, ids), (errors, known_ids))):
        for one in these:
            if one.id not in others:
                key = template_key("", one.error_class, one.template)
                groups.setdefault(key, ([], []))[side].append(_site(one, older=side == 0))
    for before, now in groups.values():
        if before and now:
            found.update(match_sites(before, now))
    return found


def _site(error: RaisedError, *, older: bool) -> Site:
    # Two versions of one project: what stands at one place in each has moved.
    version = "1970-01-01" if older else "1970-01-02"
    module = module_path(error.file)
    place = (module, error.function, error.error_class, error.template, error.line)
    return Site(error.id, "", *place, id_given=False, version=version)


def _reworded(gone: Sequence[ErrorFile], unexplained: Sequence[RaisedError]) -> dict[int, RaisedError]:
    """Find the files whose function raises the same class with one other text that nobody has explained yet."""
    found: dict[int, RaisedError] = {}
    for at, file in enumerate(gone):
        here = [error for error in unexplained if _place(error) == _place(file.error)]
        others = [other for other in gone if _place(other.error) == _place(file.error)]
        if len(here) == len(others) == 1:
            found[at] = here[0]
    return found


def _place(error: RaisedError) -> tuple[str, str | None, str | None]:
    return module_path(error.file), error.function, error.error_class


def new_file(errors: Path, error: RaisedError) -> tuple[Path, str]:
    """Return path and text of the file that a site begins with."""
    envelope = Envelope.model_validate(_skeleton(error.draft))
    record = envelope.record
    name = page_path("", record.slug, record.id).rpartition("/")[2]
    return errors / f"{name}.md", write_markdown(envelope, prompts=True)


def _skeleton(draft: Mapping[str, Any]) -> dict[str, Any]:
    """Return what a file says of a site before anybody has written anything: no prose, derived or otherwise."""
    record = {**draft["record"], "triggerScenarios": None}
    if record["githubUrl"] is None:
        record["analyzedSha"] = None  # a commit that nothing links to is of no use
    return {
        "record": record,
        "errdex": {"function": draft["errdex"]["function"], "provenance": {"kind": "derived"}},
    }


def placed(one: Documented) -> str | None:
    """Return the text of a file with the place that its site has now; None where it says so already."""
    before, now = one.file.error, one.error
    whole = one.file.repo is not None and before.line
    if whole and (before.file, before.line, before.function) == (now.file, now.line, now.function):
        return None
    record = _skeleton(now.draft)["record"]
    values: dict[str, str | int | None] = {
        "id": before.id,
        "repo": one.file.repo or record["repo"],
        "file": now.file,
        "function": now.function,
        "line": now.line,
        "commit": record["analyzedSha"],
    }
    return edit_front_matter(one.file.text, values)


def has_moved(one: Documented) -> bool:
    """Tell whether a site stands in another file or function than its file says."""
    return _place(one.error) != _place(one.file.error)
