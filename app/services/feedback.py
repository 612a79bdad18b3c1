"""Feedback from any front: that an answer or a note solved it, or was wrong. Nothing of what was pasted."""

from __future__ import annotations

import hashlib
from collections.abc import Callable
from datetime import UTC, datetime

from sqlmodel import Session

from app.config import Settings
from app.db import notes
from app.db.engine import Database
from app.db.tables import FeedbackRow
from app.domain.answer import Tier
from app.domain.listing import is_storable
from app.domain.people import Caller, Deed, FeedbackStats, People, TierFeedback, Verdict
from app.domain.unknown import LOCAL_REPO
from app.errors import NoteNotFound
from app.services.notes import holder, now_text
from app.services.permissions import check, count
from app.services.rates import HourlyRate

__all__ = ["FeedbackService", "feedback_stats"]


def _now() -> datetime:
    return datetime.now(UTC)


class FeedbackService:
    """Takes feedback and counts it; safe to share between threads.

    Args:
        database: where it is.
        settings: who may give it, and how often.
        clock: gives its time.
    """

    def __init__(self, database: Database, settings: Settings, clock: Callable[[], datetime] = _now) -> None:
        self._database = database
        self._settings = settings
        self._clock = clock
        self._rate = HourlyRate("answers to feedback", settings.max_feedback_per_hour)

    def give(
        self,
        caller: Caller,
        record_id: str,
        verdict: Verdict,
        *,
        tier: Tier | None = None,
        score: float | None = None,
        note_id: str | None = None,
    ) -> People:
        """Take feedback on an answer with a record, or on a note of it.

        Args:
            caller: who gives it; a second word of the same one on the same thing takes the place of the first.
            record_id: id or alias of the record.
            verdict: what came of it.
            tier: of the match that was shown.
            score: of that match.
            note_id: the note that it is about; None: the record.

        Returns:
            What people say of the record by now.

        Raises:
            NeedsToken, NotYours: the caller may not.
            NoteNotFound: the record has no such note that is shown.
            RecordNotFound: no record and no alias has the id.
            StorageError: the database cannot be written.
            TooMany: the caller's limit of an hour.
        """
        check(self._settings, caller, Deed.FEEDBACK)
        with self._database.write() as session:
            own_id = holder(session, record_id)
            about = own_id
            if note_id is not None:
                found = notes.note(session, note_id) if is_storable(note_id) else None
                if found is None or found.state != "public":
                    raise NoteNotFound(note_id)
                # A real record's answer shows the notes of the local record that stood for it before.
                about = found.record_id
                if about != own_id and notes.repo_of(session, about) != LOCAL_REPO:
                    raise NoteNotFound(note_id)
            count(self._rate, caller)
            row = FeedbackRow(
                record_id=about,
                note_id=note_id,
                verdict=verdict,
                tier=tier.value if tier else None,
                score=score,
                front=caller.front,
                at=now_text(self._clock),
                voter=_voter(caller, note_id or own_id),
            )
            notes.vote(session, row)
            people = _people(notes.feedback_of(session, own_id), notes.count_of(session, own_id, "public"))
            session.commit()
        return people

    def of_record(self, record_id: str) -> People:
        """Return what people say of a record, in numbers.

        Raises:
            RecordNotFound: no record and no alias has the id.
            StorageError: the database cannot be read.
        """
        with self._database.read() as session:
            return people_of(session, record_id)


def people_of(session: Session, record_id: str) -> People:
    """Return what people say of a record, in numbers; `FeedbackService.of_record` out of what a session sees."""
    own_id = holder(session, record_id)
    return _people(notes.feedback_of(session, own_id), notes.count_of(session, own_id, "public"))


def feedback_stats(session: Session) -> FeedbackStats:
    """Return feedback on all answers."""
    rows = notes.feedback_by_tier(session)
    tiers: dict[Tier, TierFeedback] = {}
    for tier, verdict, number in rows:
        if tier is not None:
            known = tiers.get(Tier(tier), TierFeedback())
            tiers[Tier(tier)] = known.model_copy(update={verdict: number})
    sums = {verdict: sum(row[2] for row in rows if row[1] == verdict) for verdict in ("solved", "wrong")}
    return FeedbackStats(solved=sums["solved"], wrong=sums["wrong"], tiers=tiers)


def _people(verdicts: dict[str, int], total: int) -> People:
    return People(notes=total, solved=verdicts.get("solved", 0), wrong=verdicts.get("wrong", 0))


def _voter(caller: Caller, what: str) -> str | None:
    """Return a digest by which a second press is known; None for an anonymous caller, whose address is not kept."""
    if caller.key is None:
        return None
    return hashlib.sha256(f"{caller.key}\n{what}".encode("utf-8", "surrogatepass")).hexdigest()[:32]
