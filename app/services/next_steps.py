"""Adds to a match the next steps that follow from the facts of its site, the values and the frames pasted."""

from __future__ import annotations

import json
import re
from collections.abc import Sequence

from pydantic import ValidationError

from app.domain.answer import Frame, Match, NextStep, Tier
from app.domain.next_steps import Pasted, next_steps
from app.domain.site_facts import SiteFacts

__all__ = ["facts_of", "is_alike", "steps_of", "with_next_steps"]

# What a template leaves open; one without any word of its own agrees with every message.
_HOLES = re.compile(r"\{[^{}]*\}|%(?:\(\w*\))?[srdi]")
_LETTER = re.compile(r"[^\W\d_]")


def with_next_steps(match: Match, extension: str, frames: Sequence[Frame]) -> Match:
    """Return the match with its next steps; one that is merely alike gets none, as its facts are of another message.

    Args:
        match: as it is answered, redacted.
        extension: the record's `errdex` member as JSON text.
        frames: of the event, redacted.
    """
    if is_alike(match):
        return match
    pasted = Pasted(match.captures, frames, match.file_path)
    return match.model_copy(update={"next_steps": steps_of(extension, pasted)})


def is_alike(match: Match) -> bool:
    """Tell whether the record's message does not agree with the paste."""
    says_nothing = not _LETTER.search(_HOLES.sub("", match.error_message or ""))
    return match.tier is Tier.FUZZY or (match.tier is Tier.SITE and not says_nothing)


def steps_of(extension: str, pasted: Pasted) -> list[NextStep]:
    """Return the next steps for a record by its `errdex` member as JSON text."""
    return next_steps(facts_of(extension), pasted)


def facts_of(extension: str) -> SiteFacts | None:
    """Read the facts of a record; None where it has none that can be read."""
    stated = json.loads(extension).get("facts") if '"facts"' in extension else None
    if not stated:
        return None
    try:
        return SiteFacts.model_validate(stated)
    except ValidationError:  # of a later version of this program
        return None
