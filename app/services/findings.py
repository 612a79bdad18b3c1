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
from app.domain.events import Event, Paste, ending_at
from app.domain.fuzzy import similar
from app.domain.heads import settled, spanned
from app.domain.matching import Candidate, Hit, find_all, find_in_any_case, find_truncated
from app.domain.paragraphs import across
from app.domain.quotations import quotations
from app.domain.readings import in_message, other_readings
from app.domain.text import Passage, Source
from app.domain.tracebacks import Block
from app.services.candidates import Candidates

__all__ = ["Finding", "Work", "find_in_blocks", "find_in_events"]

_BATCH = 1000
_MAX_PROSE_CHARS = 400
# A short paste is looked at in more ways than a log.
_FEW_BLOCKS, _MAX_BLOCK_CHARS, _FEW_LINES = 20, 1500, 3
_FEW_EVENTS = 20
_MANY_BLOCKS, _FEW_QUOTATIONS, _WORDS_QUOTED = 200, 3, 4
_MUCH_CHARS = 200
_LEAST_PART = {Tier.EXACT: 0.5, Tier.CONTAINED: 0.4, Tier.TRUNCATED: 0.7, Tier.FUZZY: 1.0}


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


def find_in_events(paste: Paste, candidates: Candidates, work: Work) -> list[Finding]:
    """Find the patterns of parsed errors."""
    texts = [(event.beyond or event.message).text if event.message else "" for event in paste.events]
    findings = []
    for event, text, found in zip(paste.events, texts, candidates.containing(texts), strict=True):
        work.verified += len(found)
        own = len(event.message.text) if event.message else None
        hits, chars = settled(text, event.head, found, in_traceback=event.in_traceback, own=own)
        findings.append(Finding(ending_at(event, chars, paste.source), hits))
    open_ones = [finding for finding in findings if not _settled(finding) and finding.event.message]
    _read_otherwise(open_ones, paste.source, candidates, work)
    _retyped([finding for finding in open_ones if not finding.hits], candidates, work)
    open_ones = [finding for finding in open_ones if not _settled(finding)]
    for finding, found in zip(
        open_ones, candidates.beginning([_text(one) for one in open_ones]), strict=True
    ):
        if not work.may_go_on():
            break
        work.verified += len(found)
        finding.hits += find_truncated(_text(finding), found)
        if not _settled(finding):
            finding.hits += _truncated_otherwise(finding, candidates, work)
        if not _settled(finding):
            finding.hits += _similar(_text(finding), candidates, work)
    for finding in open_ones:
        finding.hits[:] = _surest(finding.hits)
    return findings


def _surest(hits: Sequence[Hit]) -> list[Hit]:
    """Drop what a later look found of a pattern that an earlier one found: a whole message was not cut."""
    first: dict[int, int] = {}
    for hit in hits:
        known = first.setdefault(hit.candidate.pattern_id, _look(hit))
        first[hit.candidate.pattern_id] = min(known, _look(hit))
    return [hit for hit in hits if _look(hit) == first[hit.candidate.pattern_id]]


def _look(hit: Hit) -> int:
    """Return in which look a hit was found; what nothing shows to be cut is as good as what is alike."""
    if hit.tier in {Tier.EXACT, Tier.CONTAINED}:
        return 0
    return 1 if hit.tier is Tier.TRUNCATED and not hit.open_end else 2


def _settled(finding: Finding) -> bool:
    """Tell whether a pattern that says something agrees with the message, so that no other reading is tried."""
    return _say_enough(finding.hits, _text(finding))


def _say_enough(hits: Sequence[Hit], text: str) -> bool:
    """Tell whether one of the hits is a good part of a text: three words of a long one, or round a wildcard, may be chance."""
    length = min(len(text), _MUCH_CHARS)
    return any(
        not (hit.candidate.generic or hit.open_end or (hit.any_case and hit.start))
        and min(len(hit.candidate.template), hit.end - hit.start) >= length * _LEAST_PART[hit.tier]
        for hit in hits
    )


def _read_otherwise(findings: Sequence[Finding], source: Source, candidates: Candidates, work: Work) -> None:
    """Find the patterns in other readings of messages that the copy may have changed: those of the first thousand."""
    if not work.may_go_on():
        return
    tries = [
        (finding, reading, beyond)
        for finding in findings[:_BATCH]
        for text, beyond in ((_text(finding), False), (_wrapped(finding), True))
        for reading in other_readings(text)
    ]
    found = candidates.containing([reading.text for _, reading, _ in tries])
    for (finding, reading, beyond), pool in zip(tries, found, strict=True):
        if _settled(finding):
            continue
        work.verified += len(pool)
        hits = [in_message(hit, reading) for hit in find_all(reading.text, pool)]
        if not beyond:
            finding.hits += hits
        elif end := spanned(_wrapped(finding), len(_text(finding)), hits):
            finding.hits += [hit for hit in hits if hit.end <= end]
            finding.event = ending_at(finding.event, end, source)


def _wrapped(finding: Finding) -> str:
    """Return a message with the rest that a terminal may have wrapped off it; nothing where none stands right below."""
    beyond = finding.event.beyond
    below = beyond.text[len(_text(finding)) :] if beyond else ""
    return beyond.text if beyond and below[:1] == "\n" and not below[1:2].isspace() else ""


def _truncated_otherwise(finding: Finding, candidates: Candidates, work: Work) -> list[Hit]:
    """Try the other readings of a message as cut, for as many events as similarity is tried for."""
    if work.fuzzy_runs >= work.max_fuzzy:
        return []
    for reading in other_readings(_text(finding)):
        if hits := find_truncated(reading.text, candidates.beginning([reading.text])[0]):
            return [in_message(hit, reading) for hit in hits]
    return []


def _retyped(findings: Sequence[Finding], candidates: Candidates, work: Work) -> None:
    """Find the patterns of messages that somebody retyped, where there are few: nobody retypes a log."""
    tries = [finding for finding in findings if len(_text(finding)) <= _MAX_BLOCK_CHARS]
    if len(findings) > _FEW_EVENTS or not work.may_go_on():
        return
    found = candidates.containing([_text(finding) for finding in tries])
    for finding, pool in zip(tries, found, strict=True):
        finding.hits += _of_any_case(_text(finding), pool, work)


def _in_any_case(text: str, candidates: Candidates, work: Work) -> list[Hit]:
    """Find the patterns of a text that somebody retyped: `VALUEERROR: NO SHARD IS LEFT`."""
    if len(text) > _MAX_BLOCK_CHARS or not work.may_go_on():
        return []
    return _of_any_case(text, candidates.containing([text])[0], work)


def _of_any_case(text: str, found: Sequence[Candidate], work: Work) -> list[Hit]:
    pool = [one for one in found if not one.generic]
    work.verified += len(pool)
    least = min(len(text), _MUCH_CHARS) * _LEAST_PART[Tier.CONTAINED]
    return [hit for hit in find_in_any_case(text, pool) if hit.end - hit.start >= least]


def _cut_or_alike(text: str, candidates: Candidates, work: Work) -> list[Hit]:
    """Try a text in another case, as cut, then its other readings whole and as cut, then by similarity."""
    retyped = _in_any_case(text, candidates, work)
    if _say_enough(retyped, text):
        return retyped
    return [*retyped, *_cut_or_similar(text, candidates, work)]


def _cut_or_similar(text: str, candidates: Candidates, work: Work) -> list[Hit]:
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
    lone = not paste.events and len(blocks) == 1 and len(blocks[0].lines) <= _FEW_LINES
    told = any(event.complete and event.in_traceback for event in paste.events)
    quoting = _quotes_little(blocks)
    open_ones: list[tuple[Block, list[Hit]]] = []
    for start in range(0, len(blocks), _BATCH):
        if not work.may_go_on():
            return
        batch = blocks[start : start + _BATCH]
        passages = [block.passage for block in batch]
        for at, (block, passage, found) in enumerate(
            zip(
                batch,
                passages,
                candidates.containing([passage.text for passage in passages], lines=True),
                strict=True,
            ),
            start,
        ):
            work.verified += len(found)
            if found and (joined := across(blocks, at, found)):
                yield from _line_findings(joined[0], joined[0].passage, joined[1])
                continue
            hits = find_all(passage.text, found, repeats=True) if found else []
            if not hits and len(blocks) <= _FEW_BLOCKS:
                begun = candidates.beginning([passage.text])[0]
                if begun and (joined := across(blocks, at, begun)):
                    yield from _line_findings(joined[0], joined[0].passage, joined[1])
                    continue
            speaks = _may_be_last_words(
                block, passage, lone=lone or (not at and not told and _is_title(passage))
            )
            if speaks and not (hits and _say_enough(hits, passage.text)):
                open_ones.append((block, hits))
            elif hits:
                yield from _line_findings(block, passage, hits)
            elif len(blocks) <= _FEW_BLOCKS and not block.code:
                otherwise = [*_block_otherwise(block, passage, candidates, work, framed=bool(paste.events))]
                yield from otherwise or (
                    _quoted(block, passage, candidates, work) if quoting and not told else []
                )
    yield from _last_words(open_ones, candidates, work, quoting=quoting)


def _block_otherwise(
    block: Block, passage: Passage, candidates: Candidates, work: Work, *, framed: bool
) -> Iterator[Finding]:
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
    # What is retyped comes without a traceback.
    if not framed and (hits := _in_any_case(passage.text, candidates, work)):
        yield Finding(_line_event(block, passage, 0, len(passage.text), passage), hits)


def _is_title(passage: Passage) -> bool:
    """Tell whether a text is the heading that a report begins with."""
    return passage.text.startswith("# ") and "\n" not in passage.text


def _quotes_little(blocks: Sequence[Block]) -> bool:
    """Tell whether a paste quotes what it asks about: a guide or a style sheet is full of examples."""
    if len(blocks) > _MANY_BLOCKS:
        return False
    return len({text.text for block in blocks for _, text in quotations(block.passage)}) <= _FEW_QUOTATIONS


def _quoted(block: Block, passage: Passage, candidates: Candidates, work: Work) -> Iterator[Finding]:
    """Find the patterns that begin like what a sentence quotes, or read like it."""
    if len(passage.text) > _MAX_BLOCK_CHARS:
        return
    for start, quoted in quotations(passage):
        if not work.may_go_on():
            return
        text = quoted.text
        if len(text.split()) < _WORDS_QUOTED:
            continue
        hits = find_truncated(text, candidates.beginning([text])[0]) or _similar(text, candidates, work)
        if hits:
            yield Finding(_line_event(block, passage, start, start + len(text), quoted), hits)


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


def _may_be_last_words(block: Block, passage: Passage, *, lone: bool) -> bool:
    """Tell whether a block may be a cut or retyped message: a record of an error's level, or a paste of one line."""
    return not block.code and (lone or block.lines[0].error_level) and len(passage.text) <= _MAX_PROSE_CHARS


def _last_words(
    blocks: Sequence[tuple[Block, list[Hit]]], candidates: Candidates, work: Work, *, quoting: bool
) -> Iterator[Finding]:
    """Try blocks in every way, those too in which little was found."""
    for block, little in blocks:
        passage = block.passage
        text = passage.text
        hits = _cut_or_alike(text, candidates, work) if work.may_go_on() else []
        if hits:
            yield Finding(_line_event(block, passage, 0, len(text), passage), [*little, *hits])
        elif little:
            yield from _line_findings(block, passage, little)
        elif quoting:
            yield from _quoted(block, passage, candidates, work)
