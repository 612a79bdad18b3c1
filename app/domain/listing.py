"""What can be asked of the catalogue beside a match, and the shapes of its answers."""

from __future__ import annotations

from dataclasses import dataclass

from pydantic import Field, field_validator

from app.domain.answer import Shape
from app.domain.people import FeedbackStats
from app.domain.records import Envelope

__all__ = ["Count", "Found", "Health", "Query", "Stats"]


class Query(Shape):
    """A search: full text and filters, all of which must hold; an empty text is no condition."""

    q: str | None = Field(
        None, description="Words, an option such as --enable-dp-attention, or a record's id."
    )
    repo: str | None = None
    tag: str | None = None
    error_class: str | None = None
    error_type: str | None = None
    severity: str | None = None
    background_tag: str | None = None
    http_status: int | None = None
    file_path: str | None = Field(None, description="Path in the repository, or from the package folder on.")

    @field_validator("*", mode="before")
    @classmethod
    def _empty_is_none(cls, value: object) -> object:
        """Read what an empty form field sends as not asked for."""
        return None if isinstance(value, str) and not value.strip() else value

    def filters(self) -> dict[str, str | int]:
        """Return the conditions beside `q`, by attribute name."""
        return {name: value for name, value in self if name != "q" and value is not None}

    def answerable(self) -> bool:
        """Tell whether a record can meet the filters: none holds a NUL, half a surrogate, or status 0."""
        return all(
            100 <= value <= 599 if isinstance(value, int) else is_storable(value)
            for value in self.filters().values()
        )


class Count(Shape):
    """How many records have a name: a repository, a tag, a kind of mistake."""

    name: str
    count: int


class Stats(Shape):
    """What the base holds; lists are most used first and cut to the most used."""

    revision: int
    dataset_version: str | None = Field(description="newest that was ingested")
    records: int
    withdrawn: int
    patterns: int
    shared_patterns: int = Field(description="patterns that several records share")
    pattern_problems: int = Field(description="records whose pattern cannot be matched")
    generic_patterns: int = Field(description="patterns that match whole messages only")
    firing_patterns: list[Count] = Field(
        default_factory=list,
        description="generic ones that stand in many other records' messages, with the number of these",
    )
    repos: list[Count]
    error_classes: list[Count]
    severities: list[Count]
    provenance: dict[str, int] = Field(description="written, generated, derived, unknown")
    notes: int = Field(0, description="of people, as far as they are shown")
    feedback: FeedbackStats = Field(
        default_factory=FeedbackStats, description="what came of answers, from all fronts"
    )


class Health(Shape):
    """Whether the base can answer; `problem` says why not."""

    ok: bool
    database: str = Field(description="sqlite or postgresql")
    schema_at_head: bool
    revision: int = 0
    records: int = 0
    pattern_problems: int = 0
    problem: str | None = None


@dataclass(frozen=True, slots=True)
class Found:
    """A record by its id.

    Attributes:
        envelope: the record as it was ingested.
        alias_of: the record's own id, where it was asked for by an alias.
        etag: changes with the record, and only with it.
        revision: of the whole base, when it was read.
    """

    envelope: Envelope
    alias_of: str | None
    etag: str
    revision: int


def is_storable(text: str) -> bool:
    """Tell whether a record can hold the text: no NUL, no half of a surrogate pair."""
    return "\x00" not in text and not any("\ud800" <= char <= "\udfff" for char in text)
