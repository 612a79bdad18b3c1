"""An answer in the order and the words of the page; all that is shown of the paste is redacted already."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from markupsafe import Markup

from app.domain.answer import Answer, Confidence, EventAnswer, Frame, Match, NextStep, Status, Tier
from app.web.agreement import agreement, message_html
from app.web.markup import mark_interpolations, visible

__all__ = ["WORDS", "EventView", "MatchView", "summary", "tier_words", "views"]

_MAX_MESSAGE_CHARS = 2_000
_MAX_COMPARED_CHARS = 600

STATUS_WORDS: Mapping[Status, str] = {
    "known": "Known error",
    "ambiguous": "Known message, more than one origin",
    "similar": "Similar, not the same",
    "unknown": "Not in the base",
    "package-not-in-base": "Package not in the base",
}
TIER_WORDS: Mapping[Tier, str] = {
    Tier.EXACT: "whole message matches",
    Tier.CONTAINED: "part of the text matches",
    Tier.TRUNCATED: "text ends early, what there is matches",
    Tier.FUZZY: "similar wording",
    Tier.SITE: "same place in the code, other message",
}
CONFIDENCE_WORDS: Mapping[Confidence, str] = {
    "high": "high confidence",
    "medium": "medium confidence",
    "low": "low confidence",
}
EVIDENCE_WORDS: Mapping[str, str] = {
    "message": "Message",
    "class": "Class",
    "frame": "Frame",
    "line": "Line",
    "version": "Version",
    "words": "Words",
}
PROVENANCE_WORDS: Mapping[str, str] = {
    "generated": "The explanation is an AI-assisted analysis of the source; check it before you rely on it.",
    "written": "The explanation was written by a person.",
    "derived": "Derived from the source code.",
    "unknown": "Who wrote the explanation is not known; check it before you rely on it.",
}
WORDS: Mapping[str, Mapping[str, str]] = {
    "confidence": dict(CONFIDENCE_WORDS.items()),
    "evidence": EVIDENCE_WORDS,
    "provenance": PROVENANCE_WORDS,
}
# The heading, by the status of the event that the answer is about.
_FIRST_WORDS: Mapping[Status, str] = {
    "known": "A known error",
    "ambiguous": "A known error, from more than one possible place",
    "similar": "Close to a known error",
    "unknown": "An error that may be known",
    "package-not-in-base": "An error that may be known",
}
_ROLE_WORDS = {"root": "root cause", "wrapper": "wrapper round the root cause"}
_TONES = {"known": "good", "ambiguous": "good", "similar": "near"}
# Packages, the standard library, and what the interpreter calls by no file.
_INSTALLED = re.compile(
    r"(?:site|dist)-packages/|/lib(?:64)?/python\d|/python\d[\d.]*/|^<|node_modules/", re.IGNORECASE
)
# What can set the members of a cluster apart beside their places, as it is said and as it is called.
_APART = (("raises", "error_class"),)


@dataclass(frozen=True)
class MatchView:
    """A match with what leads: the step to take first, and the two messages side by side.

    Attributes:
        match: what the match service found.
        tier: how it was made, in words.
        next_step: what to do first; None where nothing is known.
        is_derived: whether that step follows from the source and nobody has written it.
        other_solutions: the solutions after the first.
        other_steps: the derived steps that are not `next_step`.
        pasted: the message as pasted, with the words marked that the record's has too; empty without a message.
        recorded: the record's message with its values marked; empty where its site has none.
    """

    match: Match
    tier: str
    next_step: str | None
    is_derived: bool
    other_solutions: Sequence[str]
    other_steps: Sequence[NextStep]
    pasted: Markup
    recorded: Markup


@dataclass(frozen=True)
class EventView:
    """An event with its words.

    Attributes:
        event: what the match service found.
        number: its place in the page, from 1; the marks in the paste name it.
        best: whether the answer is about this one.
        anchor: its id in the page.
        place: its lines in the paste, in words.
        line: the line of the paste where its message stands.
        role: its place in a chain, in words; None outside one.
        status: in words.
        tone: `good`, `near` or none, for the colour.
        message: as pasted, values set off, cut where it is very long.
        cut_chars: how many characters that left out.
        first: the match that leads; None without one, and where several are alike.
        choice: the records that nothing tells apart, each with what differs; empty unless there are several.
        further: the other matches.
        same_as: the number of an earlier error that the same record leads; None where there is none.
        own_frame: of an error that no record explains, the last frame that is in no installed package.
    """

    event: EventAnswer
    number: int
    best: bool
    anchor: str
    place: str
    line: int
    role: str | None
    status: str
    tone: str
    message: Markup
    cut_chars: int
    first: MatchView | None
    choice: Sequence[tuple[MatchView, Sequence[str]]]
    further: Sequence[Match]
    same_as: int | None
    own_frame: Frame | None


def views(found: Answer) -> list[EventView]:
    """Put the event of `best` first, then the others as they stand in the text, where a root stands before its wrapper."""
    best = found.best.event if found.best else None
    ordered = sorted(found.events, key=lambda event: (event.index != best, event.index))
    leads: dict[str, int] = {}
    shown: list[EventView] = []
    for number, event in enumerate(ordered, start=1):
        record_id = event.matches[0].id if event.matches else ""
        view = _view(event, number, leads.get(record_id), best=event.index == best)
        if view.first is not None:
            leads.setdefault(record_id, number)
        shown.append(view)
    return shown


def summary(found: Answer) -> str:
    """The heading of the page: what was found, in a few words."""
    if not found.events:
        return "No error found in this text"
    if found.best is None:
        if len(found.events) == 1:
            return "No known error in this text"
        return f"{len(found.events)} errors, none of them known for sure"
    first = _FIRST_WORDS[found.events[found.best.event].status]
    others = len(found.events) - 1
    if others == 0:
        return first
    return f"{first}, and {'another one' if others == 1 else f'{others} others'} in this text"


def tier_words(match: Match) -> str:
    """Say how a match was made."""
    bare = match.tier is Tier.SITE and match.error_message is None
    return "same place in the code, a record without a message" if bare else TIER_WORDS[match.tier]


def _view(event: EventAnswer, number: int, same_as: int | None, *, best: bool) -> EventView:
    message = event.message or ""
    choice = _choice(event) if event.status == "ambiguous" else []
    several = len(choice) > 1
    return EventView(
        event=event,
        number=number,
        best=best,
        anchor=f"event-{event.index + 1}",
        place=_place(event),
        line=event.matches[0].span.start_line
        if event.matches and event.matches[0].span
        else max(event.start_line, event.end_line - 1),
        role=_ROLE_WORDS.get(event.role),
        status=STATUS_WORDS[event.status],
        tone=_TONES.get(event.status, ""),
        message=_headline(event, message[:_MAX_MESSAGE_CHARS]),
        cut_chars=max(0, len(message) - _MAX_MESSAGE_CHARS),
        first=_match_view(event.matches[0], message) if event.matches and not several else None,
        choice=choice if several else [],
        further=event.matches[len(choice) if several else 1 :],
        same_as=same_as,
        own_frame=next((frame for frame in reversed(event.frames) if _is_own(frame)), None)
        if not event.matches
        else None,
    )


def _is_own(frame: Frame) -> bool:
    return not _INSTALLED.search(frame.file.replace("\\", "/"))


def _headline(event: EventAnswer, message: str) -> Markup:
    if event.status not in {"known", "ambiguous"} or not event.matches:
        return visible(message)
    first = event.matches[0]
    return message_html(agreement(first.error_message, message, first.captures), marks=False)


def _match_view(match: Match, message: str) -> MatchView:
    written = match.solutions[:1]
    derived = match.own_steps[:1] if not written else []
    pieces = agreement(match.error_message, message[:_MAX_COMPARED_CHARS], match.captures)
    return MatchView(
        match=match,
        tier=tier_words(match),
        next_step=written[0] if written else derived[0].text if derived else None,
        is_derived=bool(derived),
        other_solutions=match.solutions[1:],
        other_steps=match.own_steps[len(derived) :],
        pasted=message_html(pieces),
        recorded=mark_interpolations(match.error_message[:_MAX_COMPARED_CHARS])
        if match.error_message
        else Markup(""),
    )


def _place(event: EventAnswer) -> str:
    last = max(event.start_line, event.end_line - 1)
    return f"line {event.start_line}" if last == event.start_line else f"lines {event.start_line}–{last}"


def _choice(event: EventAnswer) -> list[tuple[MatchView, list[str]]]:
    cluster = [match for match in event.matches if match.score == event.matches[0].score]
    differing = [
        (words, name) for words, name in _APART if len({getattr(match, name) for match in cluster}) > 1
    ]
    return [
        (
            _match_view(match, event.message or ""),
            [f"{words} {value}" for words, name in differing if (value := getattr(match, name)) is not None],
        )
        for match in cluster
    ]
