"""A reply about a record alone: what a person shares with others, with nothing of the paste in it."""

from __future__ import annotations

from app.domain.identity import record_url, title_of
from app.domain.records import Envelope
from app.services.replies import MAX_CODE_CHARS, MAX_PROSE_CHARS, MAX_STEPS, Reply
from app.services.visible import shortened, shortened_code

__all__ = ["record_reply"]


def record_reply(envelope: Envelope, *, public_url: str | None) -> Reply:
    """Put a record in words.

    Args:
        envelope: of the record.
        public_url: address of this server; makes the link absolute.
    """
    record = envelope.record
    title = title_of(record, envelope.errdex.function)
    steps = [shortened(step.strip(), MAX_PROSE_CHARS) for step in record.solutions if step.strip()]
    return Reply(
        status="known",
        headline=f"{record.error_class}: {title}" if record.error_class else title,
        record_id=record.id,
        repo=record.repo,
        where=f"{record.file_path}:{record.line_number}",
        link=record_url(record, public_url),
        meaning=_prose(record.documentation),
        when=None if record.documentation else _prose(record.trigger_scenarios),
        next_steps=steps[:MAX_STEPS],
        fix=shortened_code(record.example_fix, MAX_CODE_CHARS) if record.example_fix else None,
    )


def _prose(text: str | None) -> str | None:
    return shortened(text.strip(), MAX_PROSE_CHARS) if text and text.strip() else None
