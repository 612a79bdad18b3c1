"""One neutral reply to a paste, for people who read it in a chat, a terminal or a page of Markdown.

`reply_of` picks what matters of an `Answer` and puts it in words, `reply_markdown` renders it. Every chat front draws the
same `Reply`, so all of them say the same. Nothing here is escaped for a place: the renderers do that.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal, TypeAlias

from pydantic import Field

from app.domain.answer import (
    Answer,
    Confidence,
    EventAnswer,
    Match,
    NearMiss,
    NoteBrief,
    Shape,
    Status,
    Tier,
    Truncated,
    shown_score,
)
from app.domain.unknown import LocalRecord, local_record, template_of
from app.services.visible import shortened, shortened_code

__all__ = ["Candidate", "Reply", "ReplyStatus", "reply_of"]

ReplyStatus: TypeAlias = Status | Literal["no-error"]

MAX_STEPS = 3
MAX_DERIVED_STEPS = 2
MAX_CANDIDATES = 5
MAX_MESSAGE_CHARS = 1_000
MAX_PROSE_CHARS = 2_000
MAX_CODE_CHARS = 3_000
MAX_CAPTURES = 10
MAX_CAPTURE_CHARS = 200
MAX_REASONS = 6

_HOW = {
    Tier.EXACT: "the whole message agrees",
    Tier.CONTAINED: "the message is part of a longer text",
    Tier.TRUNCATED: "the text ends early, and what there is agrees",
    Tier.FUZZY: "the wording is similar, not the same",
    Tier.SITE: "raised at the same place",
}
_PROVENANCE = {
    "generated": "Explanation and fix are an AI-assisted analysis; check them against the source.",
}


class Candidate(Shape):
    """A record beside the main one: as likely as it, or merely near."""

    id: str
    title: str
    error_class: str | None = None
    repo: str
    where: str = Field(description="file:line in the repository")
    link: str
    how: str = Field(description="How it matched, in words.")
    differs: list[str] = Field(default_factory=list, description="What keeps it from being the answer.")
    next_step: str | None = Field(None, description="Its first solution, else its first derived step.")


class Reply(Shape):
    """What a chat front shows; texts are short enough to show, but neither escaped nor split."""

    status: ReplyStatus
    headline: str
    error_class: str | None = Field(None, description="Of the event that is answered, as pasted.")
    message: str | None = Field(None, description="Of the event that is answered, as pasted, shortened.")
    count: int = Field(1, description="How often the event stands in the paste.")
    record_id: str | None = None
    repo: str | None = None
    where: str | None = Field(None, description="file:line of the record's raise site")
    link: str | None = Field(
        None, description="Page of the record; absolute where the public address is known."
    )
    tier: Tier | None = None
    confidence: Confidence | None = None
    score: float | None = None
    how: str | None = Field(None, description="Tier and confidence in words.")
    why: list[str] = Field(default_factory=list, description="The evidence, in words.")
    meaning: str | None = None
    next_steps: list[str] = Field(default_factory=list, description="Solutions, best first, at most three.")
    lifted: str | None = Field(None, description="What a newer release made of the check; it leads.")
    derived_steps: list[str] = Field(
        default_factory=list, description="Steps that follow from source and paste, the surest two."
    )
    fix: str | None = Field(None, description="Code.")
    captures: dict[str, str] = Field(default_factory=dict)
    when: str | None = Field(
        None,
        description="When it happens, of a record that nobody has explained: it leads, with values and code.",
    )
    code: str | None = Field(
        None, description="Numbered lines round its raise site, of a record that nobody has explained."
    )
    candidates: list[Candidate] = Field(
        default_factory=list, description="With `ambiguous`: as likely as the record; else: near misses."
    )
    people: list[NoteBrief] = Field(
        default_factory=list,
        exclude_if=lambda value: not value,
        description="What people say of the record, those that solved it most often first.",
    )
    unknown: LocalRecord | None = Field(
        None,
        exclude_if=lambda value: value is None,
        description="The record that an error without one becomes when somebody adds a note: class and template alone.",
    )
    more_matches: int = Field(0, description="Matches of the same event that are not shown.")
    more_events: int = Field(0, description="Other errors in the paste.")
    hint: str | None = None
    notes: list[str] = Field(
        default_factory=list, description="Provenance, and which limit cut the work short."
    )


def reply_of(answer: Answer, *, public_url: str | None) -> Reply:
    """Put an answer in words.

    Args:
        answer: of the match service; pasted text in it is redacted already.
        public_url: address of this server; makes links absolute.
    """
    notes = [_cut_note(answer.truncated)] if answer.truncated else []
    event = _main_event(answer)
    if event is None:
        return Reply(
            status="no-error",
            headline="No error found in this text",
            hint="Paste the whole output of the program, with the traceback and the last line of the error.",
            notes=notes,
        )
    best = answer.best_match()
    shown = best if best in event.matches else None
    cluster, beside = _beside(event, shown)
    candidates = [_candidate(match, public_url) for match in beside[:MAX_CANDIDATES]]
    reply = Reply(
        status=event.status,
        headline=_headline(event, shown, len(cluster)),
        error_class=event.error_class,
        message=shortened(event.message, MAX_MESSAGE_CHARS) if event.message else None,
        count=event.count,
        candidates=candidates,
        more_matches=max(0, len(event.matches) - (shown is not None) - _shown_matches(event, candidates)),
        more_events=len(answer.events) - 1,
        hint=event.hint,
        notes=notes,
    )
    if shown is None:
        unknown = local_record(event.error_class, template_of(event.message), None)
        return reply.model_copy(update={"unknown": unknown})
    provenance = shown.unexplained_words or _PROVENANCE.get(shown.provenance)
    lines = shown.code()
    return reply.model_copy(
        update={
            "record_id": shown.id,
            "repo": shown.repo,
            "where": f"{shown.file_path}:{shown.line_number}",
            "link": _link(shown, public_url),
            "tier": shown.tier,
            "confidence": shown.confidence,
            "score": shown.score,
            "how": _how(shown),
            "why": [("" if one.agrees else "but: ") + one.detail for one in shown.evidence[:MAX_REASONS]],
            "meaning": _prose(shown.documentation),
            "next_steps": _steps(shown)[:MAX_STEPS],
            "lifted": shown.lifted.text if shown.lifted else None,
            "derived_steps": _derived(shown)[:MAX_DERIVED_STEPS],
            "fix": shortened_code(shown.example_fix, MAX_CODE_CHARS) if shown.example_fix else None,
            "people": shown.notes,
            "captures": {
                name: shortened(value, MAX_CAPTURE_CHARS)
                for name, value in list(shown.captures.items())[:MAX_CAPTURES]
            },
            "when": None if shown.explained else _prose(shown.trigger_scenarios),
            "code": shortened_code(lines.numbered(), MAX_CODE_CHARS) if lines else None,
            "notes": [provenance, *notes] if provenance else notes,
        }
    )


def _main_event(answer: Answer) -> EventAnswer | None:
    """Return the event of `best`; without one the first that has something to show."""
    if answer.best is not None:
        return answer.events[answer.best.event]
    events = answer.events
    return (
        next((event for event in events if event.matches), None)
        or next((event for event in events if event.near_misses), None)
        or (events[0] if events else None)
    )


def _beside(event: EventAnswer, shown: Match | None) -> tuple[list[Match], Sequence[Match]]:
    """Return the cluster that nothing tells apart, and what is listed beside the main record."""
    if shown is None:
        return [], event.matches or event.near_misses
    if event.status != "ambiguous":
        return [shown], []
    others = [match for match in event.matches if match.id != shown.id and match.score == shown.score]
    return [shown, *others], others


def _shown_matches(event: EventAnswer, candidates: Sequence[Candidate]) -> int:
    shown = {candidate.id for candidate in candidates}
    return sum(match.id in shown for match in event.matches)


def _headline(event: EventAnswer, shown: Match | None, origins: int) -> str:
    if shown is not None:
        title = f"{shown.error_class}: {shown.title}" if shown.error_class else shown.title
        if event.status == "ambiguous":
            return f"Known message with {origins} possible origins: {title}"
        return f"Similar to a known error: {title}" if event.status == "similar" else f"Known error: {title}"
    if event.status == "package-not-in-base" and event.package:
        return f"No records of {event.package}"
    return (
        "Not a known error, but near to some" if event.matches or event.near_misses else "Not in the records"
    )


def _how(match: Match) -> str:
    bare_place = match.tier is Tier.SITE and match.error_message is None
    how = "raised at the same place, a record without a message" if bare_place else _HOW[match.tier]
    return f"{how}; {match.confidence} confidence ({shown_score(match.score)})"


def _candidate(match: Match, public_url: str | None) -> Candidate:
    differs = match.differs if isinstance(match, NearMiss) else []
    return Candidate(
        id=match.id,
        title=match.title,
        error_class=match.error_class,
        repo=match.repo,
        where=f"{match.file_path}:{match.line_number}",
        link=_link(match, public_url),
        how=_how(match),
        differs=[
            f"{one.kind}: expected {shortened(one.expected, 200)}, found {shortened(one.found, 200)}"
            for one in differs[:MAX_STEPS]
        ],
        next_step=next(iter([*_steps(match), *_derived(match)]), None),
    )


def _steps(match: Match) -> list[str]:
    return [shortened(step.strip(), MAX_PROSE_CHARS) for step in match.solutions if step.strip()]


def _derived(match: Match) -> list[str]:
    return [shortened(step.text, MAX_PROSE_CHARS) for step in match.own_steps]


def _prose(text: str | None) -> str | None:
    return shortened(text.strip(), MAX_PROSE_CHARS) if text and text.strip() else None


def _link(match: Match, public_url: str | None) -> str:
    """Return the address of a record's page; of one that was only read just now it stays a path, there is no page."""
    just_read = match.installed is not None and not match.installed.in_base
    if public_url is None or just_read or "://" in match.url:
        return match.url
    return public_url.rstrip("/") + match.url


def _cut_note(truncated: Truncated) -> str:
    return f"The answer is not complete: {truncated.words}."
