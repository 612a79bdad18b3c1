"""An answer in the order and the words of the page; all that is shown of the paste is redacted already."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from markupsafe import Markup

from app.domain.answer import Answer, Confidence, EventAnswer, Match, Status, Tier
from app.web.markup import visible
from app.web.paste_echo import PasteEcho
from app.web.snippets import SourceLine

__all__ = ["WORDS", "EventView", "summary", "views"]

_MAX_MESSAGE_CHARS = 4_000
_MAX_EXCERPT_LINES = 60
_MAX_EXCERPT_LINE_CHARS = 1_000

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
    "tier": {
        **{str(tier): words for tier, words in TIER_WORDS.items()},
        "bare-site": "same place in the code, a record without a message",
    },
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
# What can set the members of a cluster apart, as it is said and as it is called.
_APART = (("raises", "error_class"), ("in", "repo"), ("at", "file_path"), ("line", "line_number"))


@dataclass(frozen=True)
class EventView:
    """An event with its words.

    Attributes:
        event: what the match service found.
        best: whether the answer is about this one.
        anchor: its id in the page.
        place: its lines in the paste, in words.
        role: its place in a chain, in words; None outside one.
        status: in words.
        tone: `good`, `near` or `none`, for the colour.
        message: as pasted, cut where it is very long.
        cut_chars: how many characters that left out.
        excerpt: the lines of the paste that it stands on; empty where they are not at hand.
        choice: the records that nothing tells apart, each with what differs; empty unless there are several.
        further: the other matches.
    """

    event: EventAnswer
    best: bool
    anchor: str
    place: str
    role: str | None
    status: str
    tone: str
    message: str
    cut_chars: int
    excerpt: Sequence[SourceLine]
    choice: Sequence[tuple[Match, Sequence[str]]]
    further: Sequence[Match]


def views(found: Answer, paste: PasteEcho | None = None) -> list[EventView]:
    """The events of an answer in the order of the page: the best one first, then as they stand in the text.

    Args:
        found: the answer.
        paste: where excerpts come from; None where there is nothing to show.
    """
    best = found.best.event if found.best else None
    ordered = sorted(found.events, key=lambda event: (event.index != best, event.index))
    return [_view(event, event.index == best, paste) for event in ordered]


def summary(found: Answer) -> str:
    """The heading of an answer."""
    count = len(found.events)
    if not count:
        return "No error found in this text"
    if found.best is not None:
        first = _FIRST_WORDS[found.events[found.best.event].status]
        others = "another one" if count == 2 else f"{count - 1} others"
        return first if count == 1 else f"{first}, and {others} in this text"
    return "No known error in this text" if count == 1 else f"{count} errors, none of them known for sure"


def _view(event: EventAnswer, best: bool, paste: PasteEcho | None) -> EventView:
    message = event.message or ""
    choice = _choice(event) if event.status == "ambiguous" else []
    return EventView(
        event=event,
        best=best,
        anchor=f"event-{event.index + 1}",
        place=_place(event),
        role=_ROLE_WORDS.get(event.role),
        status=STATUS_WORDS[event.status],
        tone=_TONES.get(event.status, "none"),
        message=message[:_MAX_MESSAGE_CHARS],
        cut_chars=max(0, len(message) - _MAX_MESSAGE_CHARS),
        excerpt=_excerpt(event, paste) if paste is not None else (),
        choice=choice if len(choice) > 1 else [],
        further=event.matches[max(1, len(choice)) :],
    )


def _place(event: EventAnswer) -> str:
    last = max(event.start_line, event.end_line - 1)
    return f"line {event.start_line}" if last == event.start_line else f"lines {event.start_line}–{last}"


def _choice(event: EventAnswer) -> list[tuple[Match, list[str]]]:
    cluster = [match for match in event.matches if match.score == event.matches[0].score]
    differing = [
        (words, name) for words, name in _APART if len({getattr(match, name) for match in cluster}) > 1
    ]
    return [
        (
            match,
            [f"{words} {value}" for words, name in differing if (value := getattr(match, name)) is not None],
        )
        for match in cluster
    ]


def _excerpt(event: EventAnswer, paste: PasteEcho) -> list[SourceLine]:
    """The last lines of the event, where its class and message stand; those that matched are marked."""
    end = max(event.end_line, event.start_line + 1)
    first = max(event.start_line, end - _MAX_EXCERPT_LINES)
    span = event.matches[0].span if event.matches else None
    marked = range(span.start_line, span.end_line + 1) if span else range(0)
    return [
        SourceLine(number, _line(text), number in marked)
        for number, text in enumerate(paste.lines(first, end), start=first)
    ]


def _line(text: str) -> Markup:
    cut = text if len(text) <= _MAX_EXCERPT_LINE_CHARS else text[:_MAX_EXCERPT_LINE_CHARS] + " …"
    return visible(cut.rstrip("\r"))
