"""Checks some lines of a large file of records, and makes ready what is written of them; what a worker process does.

Pure: what it needs to know of the base or of the rest of the file is left to the caller.
"""

from __future__ import annotations

import pickle
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from app.domain.decoding import Limits
from app.domain.faults import Fault
from app.domain.identity import module_path
from app.domain.lines import LineText
from app.domain.lint import limit_faults, pattern_findings
from app.domain.merge import Site, merge_partial
from app.domain.patterns import PatternFacts, analyse
from app.domain.reading import Draft, read_lines
from app.domain.records import Envelope
from app.services.drafting import new_form
from app.services.forms import Form

__all__ = [
    "Entry",
    "PatternFactsCache",
    "Rules",
    "Seen",
    "Unit",
    "check_lines",
    "draft_faults",
    "lost",
    "site_of",
]

_PATTERNS_KEPT = 50_000


class Rules(NamedTuple):
    """How a file is checked.

    Attributes:
        name: of the file.
        limits: its sizes.
        strict: findings about patterns are faults.
        forms: records are made ready to be written.
    """

    name: str
    limits: Limits
    strict: bool
    forms: bool


class Seen(NamedTuple):
    """A record that could be read: `start` and `end` are where its line stands in the text of its unit."""

    record_id: str
    line: int
    whole: bool
    good: bool
    start: int
    end: int


class Entry(NamedTuple):
    """A good record on its way into the base.

    Attributes:
        record_id: given or derived.
        line: its number, where it has to be read again to have the draft; 0 where the draft is there.
        form: what is written where no record stands, if that is known already.
        draft: what the file says.
    """

    record_id: str
    line: int
    form: Form | None
    draft: Draft | None


@dataclass(frozen=True, slots=True)
class Unit:
    """What some lines gave.

    Attributes:
        items: values that could be decoded.
        faults: of these lines; that a partial record has nothing to change is not known here.
        warnings: what is odd.
        seen: the records that could be read, in their order.
        sites: those of good whole records, where they are not made ready.
        packed: the entries of good records, see `entries`.
    """

    items: int
    faults: tuple[Fault, ...]
    warnings: tuple[Fault, ...]
    seen: tuple[Seen, ...]
    sites: tuple[Site, ...]
    packed: bytes

    def entries(self) -> list[Entry]:
        """Return the good records, in their order; of partial ones all, whether there is a record to change or not."""
        found: list[Entry] = pickle.loads(self.packed)  # noqa: S301 - made by this program a moment ago
        return found


class PatternFactsCache:
    """Analyses each pattern once, as long as there are not too many."""

    def __init__(self) -> None:
        self._known: dict[str, PatternFacts] = {}

    def __call__(self, envelope: Envelope) -> PatternFacts:
        """Return the facts of the record's pattern."""
        pattern = envelope.record.message_pattern
        if pattern is None:
            return analyse(None)
        facts = self._known.get(pattern)
        if facts is None:
            if len(self._known) >= _PATTERNS_KEPT:
                self._known.clear()
            facts = self._known[pattern] = analyse(pattern)
        return facts


def check_lines(pieces: Sequence[LineText], rules: Rules) -> list[Unit | None]:
    """Check pieces of a file of JSON Lines; this is what a worker does, so its arguments and results can be pickled.

    Returns:
        A unit for each; None where a record has no id, so that only the whole file tells what it is.
    """
    return [_check(lines, rules) for lines in pieces]


def lost(lines: LineText, rules: Rules) -> Unit:
    """Return the unit of lines whose reading ended the process that did."""
    last = lines.first + lines.text.rstrip().count("\n")
    fault = Fault(
        rules.name,
        lines.first,
        "",
        "",
        "",
        f"or one of the lines up to {last} ended the process that read it",
        "Ingest these lines by themselves to see which it is, and report it.",
        "line",
    )
    return Unit(1, (fault,), (), (), (), pickle.dumps([]))


def draft_faults(
    draft: Draft, name: str, facts: Callable[[Envelope], PatternFacts]
) -> tuple[list[Fault], list[Fault]]:
    """Return what is wrong with a draft beyond the schema, and what is odd about its pattern."""
    envelope = draft.envelope or _as_if_whole(draft)
    found = list(limit_faults(envelope, name, draft.index, draft.unit))
    odd = list(pattern_findings(envelope, facts(envelope), name, draft.index, draft.unit))
    return found, odd


def site_of(draft: Draft, envelope: Envelope) -> Site:
    """Return where the record of a whole draft stands."""
    record = envelope.record
    return Site(
        record.id,
        record.repo,
        module_path(record.file_path),
        envelope.errdex.function,
        record.error_class,
        record.error_message,
        record.line_number,
        "id" not in draft.derived,
        record.analyzed_sha,
        envelope.dataset_version,
    )


def _check(lines: LineText, rules: Rules) -> Unit | None:
    reading = read_lines(lines, rules.name, rules.limits)
    if reading is None:
        return None
    facts = PatternFactsCache()
    places = lines.places()
    faults = list(reading.faults)
    warnings: list[Fault] = []
    seen: list[Seen] = []
    good: list[Draft] = []
    for draft in reading.envelopes:
        assert draft.index is not None
        found, odd = draft_faults(draft, rules.name, facts)
        (found if rules.strict else warnings).extend(odd)
        faults.extend(found)
        seen.append(
            Seen(draft.record_id, draft.index, draft.envelope is not None, not found, *places[draft.index])
        )
        if not found:
            good.append(draft)
    entries: list[Entry] = []
    sites: list[Site] = []
    if rules.forms:
        entries.extend(_entries(good, rules, facts))
    else:
        sites.extend(site_of(one, one.envelope) for one in good if one.envelope is not None)
    return Unit(
        reading.items,
        tuple(faults),
        tuple(warnings),
        tuple(seen),
        tuple(sites),
        pickle.dumps(entries, pickle.HIGHEST_PROTOCOL),
    )


def _entries(drafts: Sequence[Draft], rules: Rules, facts: PatternFactsCache) -> Iterator[Entry]:
    for draft in drafts:
        form = None
        if draft.envelope is not None:
            form = new_form(rules.name, draft, facts(draft.envelope))
        yield Entry(draft.record_id, draft.index or 0, form, None)


def _as_if_whole(draft: Draft) -> Envelope:
    """Return a partial record with stand-ins for what it lacks, so that what it brings can be checked."""
    stand_ins = {"repo": "a/a", "slug": "", "filePath": "a", "lineNumber": 1}
    return Envelope.model_validate(
        {**draft.raw, "record": merge_partial(stand_ins, draft.raw["record"]) | {"id": draft.record_id}}
    )
