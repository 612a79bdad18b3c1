"""The one use case behind every front: a paste comes in, an answer goes out.

    bytes or text -> domain.events.read -> services.findings (keys, candidates, hits)
                  -> services.answering (records, ranking) -> Answer

Pasted text is held for the length of the call, and neither stored nor logged.
"""

from __future__ import annotations

import zlib
from collections.abc import Iterable
from dataclasses import replace
from gzip import BadGzipFile, GzipFile
from io import BytesIO
from time import monotonic, perf_counter

from app.config import Settings
from app.db import lookup
from app.db.engine import Database
from app.domain.answer import Answer, MatchOptions, MatchStats, Truncated
from app.domain.events import Paste, read
from app.domain.text import clip as clipped
from app.domain.text import decode
from app.errors import BadInput, PasteTooLarge
from app.services.answering import Answering
from app.services.bulk import uncollected
from app.services.candidates import Candidates
from app.services.catalog import Catalog
from app.services.findings import Finding, Work, find_in_blocks, find_in_events
from app.services.notes import with_notes
from app.services.rankings import Ranking, best_of

__all__ = ["MatchService"]

_GZIP = b"\x1f\x8b"


class MatchService:
    """Answers pastes from one database; safe to share between threads.

    Args:
        database: where the records are.
        settings: every limit of a match, and `public_url` for links.
        catalog: gives the records related to the best one.
    """

    def __init__(self, database: Database, settings: Settings, catalog: Catalog) -> None:
        self._database = database
        self._settings = settings
        self._catalog = catalog

    def match(self, paste: str | bytes, options: MatchOptions | None = None, *, clip: bool = False) -> Answer:
        """Answer a paste.

        Args:
            paste: text or bytes of any kind; bytes are decoded leniently, gzip is unpacked.
            options: limit, repo, versions, explain.
            clip: above `max_paste_bytes` keep head and tail and say so in `truncated` (CLI, page), rather
                than raise (API, bots).

        Raises:
            PasteTooLarge: over the limit, and not `clip`.
            BadInput: gzip that is broken.
            StorageError: the database cannot answer.
        """
        with uncollected():
            return self._answered(paste, options or MatchOptions(), clip=clip)

    def _answered(self, paste: str | bytes, wanted: MatchOptions, *, clip: bool) -> Answer:
        started = perf_counter()
        raw, truncated = self._text(paste, clip=clip)
        parsed = read(raw)
        work = Work(
            max_fuzzy=self._settings.max_fuzzy_events,
            deadline=monotonic() + self._settings.match_timeout_seconds,
        )
        with self._database.read() as session:
            state = lookup.state(session)
            revision = int(state.get("revision") or 0)
            candidates = Candidates(session)
            findings = _merged(self._findings(parsed, candidates, work))
            kept = findings[: self._settings.max_events]
            if len(kept) < len(findings):
                truncated = truncated or Truncated(reason="events", limit=self._settings.max_events)
            answering = Answering(session, self._bounded(wanted), parsed.source, self._settings.public_url)
            rankings = [one for one in answering.rank(kept) if _tells(one)]
            events = with_notes(session, answering.render(rankings), [one.stubs for one in rankings])
            best = best_of(rankings)
            if best is not None:
                related = self._catalog.related_in(session, best.id)
                best = best.model_copy(update={"related": related})
        if work.out_of_time:
            truncated = truncated or Truncated(
                reason="seconds", limit=round(self._settings.match_timeout_seconds)
            )
        return Answer(
            revision=revision,
            dataset_version=state.get("dataset_version") or None,
            events=events,
            best=best,
            truncated=truncated,
            stats=MatchStats(
                lines=parsed.source.line_count,
                candidates=candidates.seen,
                verified=work.verified,
                fuzzy_scored=work.fuzzy_scored,
                elapsed_ms=round((perf_counter() - started) * 1000, 3),
            ),
        )

    def _bounded(self, options: MatchOptions) -> MatchOptions:
        return options.model_copy(update={"limit": min(options.limit, self._settings.max_matches_per_event)})

    def _text(self, paste: str | bytes, *, clip: bool) -> tuple[str, Truncated | None]:
        """Decode a paste within the limit, which counts bytes after decompression."""
        limit = self._settings.max_paste_bytes
        data = paste.encode("utf-8", "surrogatepass") if isinstance(paste, str) else paste
        if isinstance(paste, bytes) and data.startswith(_GZIP):
            # Head and tail of a bomb cannot be had without inflating it whole: a few limits' worth is read.
            data = inflate(data, limit * 8 if clip else limit)
        if len(data) <= limit:
            return (paste if isinstance(paste, str) else decode(data)), None
        if not clip:
            raise PasteTooLarge(limit)
        short = clipped(data, limit) or data
        return decode(short), Truncated(reason="bytes", limit=limit)

    @staticmethod
    def _findings(paste: Paste, candidates: Candidates, work: Work) -> Iterable[Finding]:
        yield from find_in_events(paste, candidates, work)
        yield from find_in_blocks(paste, candidates, work)


def inflate(data: bytes, limit: int) -> bytes:
    """Unpack gzip, all its members, up to one byte over the limit.

    Raises:
        BadInput: the data is no whole gzip stream.
    """
    try:
        with GzipFile(fileobj=BytesIO(data)) as unpacked:
            return unpacked.read(limit + 1)
    except EOFError:
        raise BadInput("The gzip stream ends early; send it again, or as text.") from None
    except (BadGzipFile, zlib.error):
        raise BadInput(
            "The paste looks like gzip and cannot be unpacked; send it again, or as text."
        ) from None


def _merged(findings: Iterable[Finding]) -> list[Finding]:
    """Put findings in text order; a line that repeats an error counts as a copy of it."""
    merged: list[Finding] = []
    by_text: dict[str, int] = {}
    places: dict[int, set[tuple[int, int]]] = {}
    for finding in findings:
        text = _matched_text(finding)
        index = (
            by_text.get(text)
            if text and not finding.event.in_traceback and not finding.event.error_class
            else None
        )
        if index is not None and merged[index].code == finding.code:
            places.setdefault(index, set(merged[index].event.places)).update(finding.event.places)
            continue
        if text:
            by_text.setdefault(text, len(merged))
        merged.append(finding)
    for index, own in places.items():
        known = merged[index]
        merged[index] = replace(known, event=replace(known.event, places=tuple(sorted(own))))
    return sorted(merged, key=lambda finding: finding.event.places[0])


def _matched_text(finding: Finding) -> str:
    if not finding.hits or finding.event.message is None:
        return ""
    first = max(finding.hits, key=lambda hit: (hit.words, -hit.start))
    return " ".join(finding.event.message.text[first.start : first.end].split())


def _tells(ranking: Ranking) -> bool:
    """Keep parsed errors, and other text only where a record is near."""
    event = ranking.event
    return bool(ranking.matches or ranking.near or event.in_traceback or event.error_class)
