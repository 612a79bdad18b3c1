"""Lints files of records without a database: what ingest would refuse, and what is odd but would be stored."""

from __future__ import annotations

import difflib
import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass

from app.domain.crossfire import MAX_FIRES, cross_fires
from app.domain.faults import Fault, shown
from app.domain.identity import naming_text, slug_of
from app.domain.lint import limit_faults, pattern_findings
from app.domain.merge import merge_partial, version_of
from app.domain.patterns import MIN_SPECIFIC_WORDS, PatternFacts, analyse, compile_pattern
from app.domain.prose_lint import prose_findings
from app.domain.prose_names import concerns, name_findings
from app.domain.reading import Draft, Limits, complete, pinned, read_envelopes, shas_of
from app.domain.records import Envelope, Record
from app.domain.specificity import ordinary_example
from app.domain.vocabulary import Vocabulary
from app.extract.vocabulary import standard_words

__all__ = ["CheckReport", "check_inputs"]

_EXTRAS_COMPARED = 100
_RAISES = re.compile(r"\b(?:raise|assert)\b")
_KNOWN_FIELDS = tuple(field.alias or name for name, field in Record.model_fields.items())


@dataclass(frozen=True, slots=True)
class CheckReport:
    """What was found.

    Attributes:
        files: how many files were read.
        records: how many records in them could be read, good or odd.
        faults: what ingest would refuse, and contradictions between files.
        warnings: what is odd, and would be stored and served all the same.
        pattern_problems: how many records have a pattern that cannot be used, so that they are found by
            their place and by similarity only.
        looked_up: of how many records the names in fixes were looked up in a source.
    """

    files: int = 0
    records: int = 0
    faults: tuple[Fault, ...] = ()
    warnings: tuple[Fault, ...] = ()
    pattern_problems: int = 0
    looked_up: int = 0


@dataclass(frozen=True, slots=True)
class _Read:
    """A draft and the file it came from."""

    file: str
    draft: Draft

    def fault(self, field: str, value: object, problem: str, advice: str) -> Fault:
        text = "" if value is None else shown(value)
        draft = self.draft
        return Fault(self.file, draft.index, draft.record_id, field, text, problem, advice, draft.unit)

    @property
    def place(self) -> str:
        index = self.draft.index
        return self.file if index is None else f"{self.file}, {self.draft.unit} {index}"


def check_inputs(
    inputs: Iterable[tuple[str, bytes]],
    *,
    limits: Limits | None = None,
    strict: bool = False,
    against: Vocabulary | None = None,
) -> CheckReport:
    """Check files of records in every form that ingest takes.

    Args:
        inputs: name and bytes of each file; read one after the other.
        limits: sizes over which a file or a record is refused.
        strict: take warnings as faults.
        against: the names in the source of packages; those in the fixes of their records are looked up in it.
    """
    faults: list[Fault] = []
    reads: list[_Read] = []
    files = 0
    for name, data in inputs:
        files += 1
        reading = read_envelopes(data, name, limits=limits)
        faults.extend(reading.faults)
        reads.extend(_Read(name, draft) for draft in reading.envelopes)
    records = (read.draft.envelope.record for read in reads if read.draft.envelope is not None)
    shas = shas_of((record.repo, record.analyzed_sha) for record in records)
    reads = [_Read(read.file, pinned(read.draft, shas)) for read in reads]
    warnings: list[Fault] = []
    pattern_problems = 0
    whole: dict[str, _Read] = {}
    fires = _fires(reads)
    looked_up = 0
    for read in reads:
        envelope = read.draft.envelope
        if envelope is None:
            continue
        looked_up += against is not None and concerns(envelope, against)
        before = whole.setdefault(envelope.record.id, read)
        if before is not read:
            clash = _clash(before, read)
            (faults if _contradicts(before.draft, read.draft) else warnings).append(clash)
        found = _lint(read, envelope, fires, against)
        faults.extend(found.faults)
        warnings.extend(found.warnings)
        pattern_problems += found.pattern_problem
    for read in reads:
        if read.draft.envelope is None:
            found = _lint_partial(read, whole.get(read.draft.record_id), against)
            faults.extend(found.faults)
            warnings.extend(found.warnings)
            pattern_problems += found.pattern_problem
    if strict:
        faults, warnings = [*faults, *warnings], []
    return CheckReport(files, len(reads), tuple(faults), tuple(warnings), pattern_problems, looked_up)


@dataclass(frozen=True, slots=True)
class _Findings:
    """What is wrong with one record, and what is odd."""

    faults: list[Fault]
    warnings: list[Fault]
    pattern_problem: bool = False


def _fires(reads: Iterable[_Read]) -> Mapping[str, int]:
    """Count for each pattern in how many other messages of these files it stands."""
    records = (read.draft.envelope.record for read in reads if read.draft.envelope is not None)
    return cross_fires(record.message_pattern for record in records if record.message_pattern)


def _lint(
    read: _Read, envelope: Envelope, fires: Mapping[str, int], against: Vocabulary | None = None
) -> _Findings:
    record = envelope.record
    place = (read.file, read.draft.index, read.draft.unit)
    facts = analyse(record.message_pattern)
    warnings = list(pattern_findings(envelope, facts, *place))
    if record.message_pattern is not None and (reason := _generic(record.message_pattern, facts, fires)):
        warnings.append(
            read.fault(
                "messagePattern",
                record.message_pattern,
                f"{reason}; it is matched only as a whole message",
                "Add the words that stand round it in the message, where there are any.",
            )
        )
    warnings.extend(_oddities(read, envelope))
    warnings.extend(prose_findings(envelope, *place))
    if against is not None and concerns(envelope, against):
        warnings.extend(name_findings(envelope, against, standard_words(), *place))
    return _Findings(list(limit_faults(envelope, *place)), warnings, facts.problem is not None)


def _lint_partial(read: _Read, whole: _Read | None, against: Vocabulary | None) -> _Findings:
    """Lint a partial record: put on the whole one of its id, and only as to the fields that it brings."""
    if whole is None:
        missing = "is missing, and no other of these files has the whole record"
        advice = "Add it; or check this file together with the one that has the whole record."
        return _Findings([read.fault(name, None, missing, advice) for name in read.draft.lacking], [])
    brought = read.draft.raw["record"]
    merged = {**whole.draft.raw, "record": merge_partial(whole.draft.raw["record"], brought)}
    result = complete(merged, name=read.file, index=read.draft.index, unit=read.draft.unit)
    if isinstance(result, list):
        return _Findings(result, [])
    found = _lint(read, result, {}, against)
    return _Findings(
        [fault for fault in found.faults if fault.field in brought],
        [warning for warning in found.warnings if warning.field.partition("[")[0] in brought],
        found.pattern_problem and "messagePattern" in brought,
    )


def _contradicts(one: Draft, other: Draft) -> bool:
    """Tell whether two records of one id differ though neither replaces the other by its datasetVersion."""
    assert one.envelope is not None
    assert other.envelope is not None
    if one.envelope.wire() == other.envelope.wire():
        return False
    return version_of(one.envelope.dataset_version) == version_of(other.envelope.dataset_version)


def _clash(before: _Read, read: _Read) -> Fault:
    if _contradicts(before.draft, read.draft):
        return read.fault(
            "id",
            read.draft.record_id,
            f"also stands in {before.place}, with other content and the same datasetVersion",
            "Give one of the two another id, remove it, or give the newer one a later datasetVersion.",
        )
    return read.fault(
        "id", read.draft.record_id, f"also stands in {before.place}", "Remove the one that is not needed."
    )


def _generic(pattern: str, facts: PatternFacts, fires: Mapping[str, int]) -> str | None:
    """Say why a pattern says too little to be found inside a text, or None."""
    if facts.problem is not None:
        return None
    if facts.words < MIN_SPECIFIC_WORDS:
        return "says so little that it would fire on ordinary lines"
    if (example := ordinary_example(compile_pattern(pattern))) is not None:
        return f"stands in what anybody's program prints, {shown(example)}"
    if fires.get(pattern, 0) > MAX_FIRES:
        return f"stands in {fires[pattern]:,} other messages of these files"
    return None


def _oddities(read: _Read, envelope: Envelope) -> Iterator[Fault]:
    """Yield what the model allows and yet does not fit together."""
    record = envelope.record
    name = naming_text(record.error_message, record.error_class, envelope.errdex.function, record.file_path)
    if record.slug != slug_of(name):
        yield read.fault(
            "slug",
            record.slug,
            f"is not the slug of the message, {shown(slug_of(name))}",
            "Leave slug out to derive it.",
        )
    yield from _window_oddities(read, record)
    if record.github_url is not None and (
        record.analyzed_sha is None or record.analyzed_sha not in record.github_url
    ):
        pinned = (
            "no analyzedSha says to which commit"
            if record.analyzed_sha is None
            else "is not pinned to analyzedSha"
        )
        yield read.fault(
            "githubUrl", record.github_url, pinned, "Link the commit that was analysed; a branch moves on."
        )
    for extra in list(record.model_extra or {})[:_EXTRAS_COMPARED]:
        close = difflib.get_close_matches(extra, _KNOWN_FIELDS, 1, 0.8)
        if close:
            yield read.fault(
                extra, None, f"is not a known field; {close[0]} is", f"Call it {close[0]} if that is meant."
            )


def _window_oddities(read: _Read, record: Record) -> Iterator[Fault]:
    start, end, line = record.source_code_start, record.source_code_end, record.line_number
    if start is None or end is None:
        return
    if not start <= line <= end:
        yield read.fault(
            "lineNumber",
            line,
            f"is outside the source window, {start} to {end}",
            "Correct the line or the window.",
        )
    if record.source_code is None:
        return
    code = record.source_code.split("\n")
    if len(code) != end - start + 1 and not code[-1]:
        code.pop()  # it is the end of the last line; else the last line is an empty one
    if len(code) != end - start + 1:
        yield read.fault(
            "sourceCode",
            None,
            f"has {len(code)} lines, and sourceCodeStart {start} to sourceCodeEnd {end} are {end - start + 1}",
            "Correct the window, or give all of its lines.",
        )
    elif (
        start <= line <= end
        and record.error_class is not None
        and record.file_path.endswith((".py", ".pyi", ".pyx"))
        and not _RAISES.search(code[line - start])
    ):
        yield read.fault(
            "lineNumber",
            line,
            f"is no line that raises: it reads {shown(code[line - start].strip())}",
            "Write the line of the raise keyword.",
        )
