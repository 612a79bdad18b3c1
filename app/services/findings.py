"""Hits for each event of a paste: what to try, in which order, and when to stop.

Exact and contained come first; only where they find nothing the text is tried as cut, then by similarity,
and the place of the raising frame speaks for itself. Text that is no parsed error is matched line by line,
and becomes an event only where a pattern stands in it.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from time import monotonic

from app.domain.answer import Tier
from app.domain.beheaded import find_beheaded
from app.domain.events import Event, Paste
from app.domain.fuzzy import similar
from app.domain.heads import settled
from app.domain.matching import Hit, find_all, find_truncated
from app.domain.readings import in_message, other_readings
from app.domain.text import Passage
from app.domain.tracebacks import Block
from app.services.candidates import Candidates

__all__ = ["Finding", "Work", "find_in_blocks", "find_in_events"]

_BATCH = 1000
_MAX_PROSE_CHARS = 400
# A short paste is looked at in more ways than a log.
_FEW_BLOCKS, _MAX_BLOCK_CHARS = 20, 1500
_MUCH_CHARS = 200
_LEAST_PART = {Tier.EXACT: 0.25, Tier.CONTAINED: 0.4, Tier.TRUNCATED: 0.4, Tier.FUZZY: 1.0}


@dataclass(slots=True)
class Finding:
    """An event with its hits; `code` tells that the text is source, which is never matched as a message."""

    event: Event
    hits: list[Hit]
    code: bool = False


@dataclass(slots=True)
class Work:
    """How much was done, and how much may be; `deadline` is in seconds of the monotonic clock."""

    max_fuzzy: int
    deadline: float
    out_of_time: bool = False
    verified: int = 0
    fuzzy_scored: int = 0
    fuzzy_runs: int = 0

    def may_go_on(self) -> bool:
        """Tell whether there is time left; once there is none, it stays so."""
        self.out_of_time = self.out_of_time or monotonic() > self.deadline
        return not self.out_of_time


def find_in_events(events: Sequence[Event], candidates: Candidates, work: Work) -> list[Finding]:
    """Find the patterns of parsed errors."""
    texts = [event.message.text if event.message else "" for event in events]
    findings = []
    for event, text, found in zip(events, texts, candidates.containing(texts), strict=True):
        work.verified += len(found)
        hits, chars = settled(text, event.head, found, in_traceback=event.in_traceback)
        message = event.message.cut(0, chars) if event.message else None
        findings.append(Finding(replace(event, message=message), hits))
    open_ones = [finding for finding in findings if not _settled(finding) and finding.event.message]
    _read_otherwise(open_ones, candidates, work)
    open_ones = [finding for finding in open_ones if not _settled(finding)]
    for finding, found in zip(
        open_ones, candidates.beginning([_text(one) for one in open_ones]), strict=True
    ):
        work.verified += len(found)
        finding.hits += find_truncated(_text(finding), found)
        if not _settled(finding):
            finding.hits += _truncated_otherwise(finding, candidates, work)
        if not _settled(finding):
            finding.hits += _similar(_text(finding), candidates, work)
    return findings


def _settled(finding: Finding) -> bool:
    """Tell whether a pattern that says something agrees with the message, so that no other reading is tried.

    It has to be a good part of the message: three words of a long one, or round a wildcard, may be chance.
    """
    length = min(len(_text(finding)), _MUCH_CHARS)
    return any(
        not hit.candidate.generic
        and min(len(hit.candidate.template), hit.end - hit.start) >= length * _LEAST_PART[hit.tier]
        for hit in finding.hits
    )


def _read_otherwise(findings: Sequence[Finding], candidates: Candidates, work: Work) -> None:
    """Find the patterns in other readings of messages that the copy may have changed: those of the first thousand."""
    if not work.may_go_on():
        return
    tries = [
        (finding, reading) for finding in findings[:_BATCH] for reading in other_readings(_text(finding))
    ]
    found = candidates.containing([reading.text for _, reading in tries])
    for (finding, reading), pool in zip(tries, found, strict=True):
        if not _settled(finding):
            work.verified += len(pool)
            finding.hits += [in_message(hit, reading) for hit in find_all(reading.text, pool)]


def _truncated_otherwise(finding: Finding, candidates: Candidates, work: Work) -> list[Hit]:
    """Try the other readings of a message as cut, for as many events as similarity is tried for."""
    if work.fuzzy_runs >= work.max_fuzzy:
        return []
    for reading in other_readings(_text(finding)):
        if hits := find_truncated(reading.text, candidates.beginning([reading.text])[0]):
            return [in_message(hit, reading) for hit in hits]
    return []


def _cut_or_alike(text: str, candidates: Candidates, work: Work) -> list[Hit]:
    """Try a text as cut, then its other readings whole and as cut, then by similarity."""
    if hits := find_truncated(text, candidates.beginning([text])[0]):
        return hits
    for reading in other_readings(text):
        hits = find_all(reading.text, candidates.containing([reading.text])[0]) or find_truncated(
            reading.text, candidates.beginning([reading.text])[0]
        )
        if hits:
            return [in_message(hit, reading) for hit in hits]
    return _similar(text, candidates, work)


def _text(finding: Finding) -> str:
    return finding.event.message.text if finding.event.message else ""


def _similar(text: str, candidates: Candidates, work: Work) -> list[Hit]:
    if work.fuzzy_runs >= work.max_fuzzy or not work.may_go_on():
        return []
    work.fuzzy_runs += 1
    pool = candidates.alike(text)
    work.fuzzy_scored += len(pool)
    return [*find_beheaded(text, pool), *similar(text, pool)]


def find_in_blocks(paste: Paste, candidates: Candidates, work: Work) -> Iterator[Finding]:
    """Find the patterns in text that is no parsed error; source code gives findings marked as such."""
    blocks = paste.blocks
    for start in range(0, len(blocks), _BATCH):
        if not work.may_go_on():
            return
        batch = blocks[start : start + _BATCH]
        passages = [block.passage for block in batch]
        for block, passage, found in zip(
            batch,
            passages,
            candidates.containing([passage.text for passage in passages], lines=True),
            strict=True,
        ):
            work.verified += len(found)
            hits = find_all(passage.text, found, repeats=True) if found else []
            if hits:
                yield from _line_findings(block, passage, hits)
            elif len(blocks) <= _FEW_BLOCKS and not block.code:
                yield from _block_otherwise(block, passage, candidates, work)
    yield from _last_words(paste, candidates, work)


def _block_otherwise(block: Block, passage: Passage, candidates: Candidates, work: Work) -> Iterator[Finding]:
    """Find the patterns in other readings of a block, as of a message that was wrapped or marked up."""
    if len(passage.text) > _MAX_BLOCK_CHARS or not work.may_go_on():
        return
    for reading in other_readings(passage.text):
        pool = [one for one in candidates.containing([reading.text], lines=True)[0] if not one.generic]
        work.verified += len(pool)
        if hits := find_all(reading.text, pool):
            yield Finding(
                _line_event(block, passage, 0, len(passage.text), passage),
                [in_message(hit, reading) for hit in hits],
            )
            return


def _line_findings(block: Block, passage: Passage, hits: list[Hit]) -> Iterator[Finding]:
    """Group hits by the lines they stand in; hits whose lines overlap are one event."""
    extents = sorted(((*_line_extent(passage.text, hit), hit) for hit in hits), key=lambda item: item[:2])
    groups: list[tuple[int, int, list[Hit]]] = []
    for start, end, hit in extents:
        if groups and start < groups[-1][1]:
            first, last, members = groups[-1]
            groups[-1] = (first, max(last, end), [*members, hit])
        else:
            groups.append((start, end, [hit]))
    for start, end, members in groups:
        text = passage.cut(start, end)
        shifted = [_shift(hit, start) for hit in members]
        yield Finding(_line_event(block, passage, start, end, text), shifted, code=block.code)


def _line_extent(text: str, hit: Hit) -> tuple[int, int]:
    start = text.rfind("\n", 0, hit.start) + 1
    end = text.find("\n", max(hit.end, start))
    return start, len(text) if end < 0 else end


def _shift(hit: Hit, offset: int) -> Hit:
    groups = tuple(
        (start - offset, end - offset) if start >= 0 else (start, end) for start, end in hit.groups
    )
    return replace(hit, start=hit.start - offset, end=hit.end - offset, groups=groups)


def _line_event(block: Block, passage: Passage, start: int, end: int, text: Passage) -> Event:
    first = passage.text.count("\n", 0, start)
    last = passage.text.count("\n", 0, end)
    return Event(
        error_class=None,
        message=text,
        frames=(),
        places=((block.lines[first].number, block.lines[last].number + 1),),
        role="only",
        chain=0,
        in_traceback=False,
        complete=True,
    )


def _last_words(paste: Paste, candidates: Candidates, work: Work) -> Iterator[Finding]:
    """Try what may be a cut or retyped message: records of an error's level, and a paste of one line."""
    lone = not paste.events and len(paste.blocks) == 1 and len(paste.blocks[0].lines) <= 3
    for block in paste.blocks:
        if block.code or not (lone or block.lines[0].error_level):
            continue
        if not work.may_go_on():
            return
        passage = block.passage
        text = passage.text
        if len(text) > _MAX_PROSE_CHARS or find_all(
            text, candidates.containing([text], lines=True)[0], repeats=True
        ):
            continue
        if hits := _cut_or_alike(text, candidates, work):
            yield Finding(_line_event(block, passage, 0, len(text), passage), hits)
