"""Bodies of the REST API that are no domain shapes of their own: the public contract.

Answers that the domain has a shape for (`Answer`, `Envelope`, `Related`, `Page`, …) are served as they are.
"""

from __future__ import annotations

from typing import Annotated, Any, Literal

from pydantic import (
    AfterValidator,
    BaseModel,
    BeforeValidator,
    ConfigDict,
    Field,
    PlainValidator,
    WithJsonSchema,
)
from pydantic.alias_generators import to_camel

from app.domain.answer import MatchOptions, RecordSummary, Shape
from app.domain.listing import Count

__all__ = [
    "DEFAULT_MATCH_LIMIT",
    "CountPage",
    "Limit",
    "Liveness",
    "MatchQuery",
    "MatchRequest",
    "Readiness",
    "SummaryPage",
]

DEFAULT_MATCH_LIMIT = 5
_MAX_NAME_CHARS = 200
_MAX_VERSIONS = 500


def _any_text(value: object) -> str:
    """Take any string: half a surrogate or a NUL in a paste is cleaned by the match, not refused."""
    if not isinstance(value, str):
        raise ValueError("should be a string")  # noqa: TRY004  pydantic reports no TypeError
    return value


def storable(value: str) -> str:
    """Return a text that the database can hold.

    Raises:
        ValueError: it cannot.
    """
    if "\x00" in value or any("\ud800" <= char <= "\udfff" for char in value):
        raise ValueError("holds a NUL character or half of a surrogate pair")
    return value


def _whole_number(value: object) -> object:
    """Read 5.0 as 5, as JSON Schema does; everything else is left to the strict check."""
    return int(value) if isinstance(value, float) and value.is_integer() and abs(value) < 2**53 else value


PasteText = Annotated[str, PlainValidator(_any_text), WithJsonSchema({"type": "string"})]
Name = Annotated[str, Field(max_length=_MAX_NAME_CHARS), AfterValidator(storable)]
RepoName = Annotated[str, Field(max_length=_MAX_NAME_CHARS, pattern=r"^[A-Za-z0-9_.-]+/[A-Za-z0-9_.-]+$")]
Positive = Annotated[int, Field(ge=1), BeforeValidator(_whole_number)]


class MatchRequest(BaseModel):
    """A paste and what is known beside it."""

    model_config = ConfigDict(alias_generator=to_camel, extra="forbid", strict=True, frozen=True)

    text: Annotated[
        PasteText, Field(description="What was printed, as it is; at most `maxPasteBytes` in UTF-8.")
    ]
    limit: Annotated[
        Positive,
        Field(description="Most matches per event; `maxMatchesPerEvent` of /api/limits is the most."),
    ] = DEFAULT_MATCH_LIMIT
    repo: Annotated[RepoName | None, Field(description="Answer only with records of this repository.")] = None
    versions: Annotated[
        dict[Name, Name],
        Field(max_length=_MAX_VERSIONS, description='Installed versions by package: `{"sglang": "0.5.18"}`.'),
    ] = Field(default_factory=dict)
    explain: Annotated[bool, Field(description="Add every candidate that was considered.")] = False

    def options(self) -> MatchOptions:
        """Return the options for the match service."""
        return MatchOptions(limit=self.limit, repo=self.repo, versions=self.versions, explain=self.explain)


class MatchQuery(BaseModel):
    """The same options as query parameters, for a raw log; a member of a JSON body wins over them."""

    limit: int | None = None
    repo: str | None = None
    versions: dict[str, str] = Field(default_factory=dict)
    explain: bool | None = None

    def members(self) -> dict[str, Any]:
        """Return the options that were given, as members of a `MatchRequest`."""
        return {name: value for name, value in self if value is not None and value != {}}


class SummaryPage(Shape):
    """One page of records; `next` is the cursor of the following page, null at the end."""

    items: list[RecordSummary]
    total: int = Field(description="All records that fit, not only this page's.")
    next: str | None = Field(description="Opaque; give it back as `cursor`.")


class CountPage(Shape):
    """One page of names, most used first."""

    items: list[Count]
    total: int
    next: str | None


class Limit(Shape):
    """One limit in force."""

    value: int | float
    unit: str
    description: str
    variable: str | None = Field(
        description="Environment variable that sets it; null where it follows from others."
    )


class Liveness(Shape):
    """The process answers."""

    status: Literal["ok"] = "ok"
    version: str


class Readiness(Shape):
    """Whether the database answers, and what it holds."""

    status: Literal["ready", "unavailable"]
    version: str
    database: str
    revision: int
    records: int
    pattern_problems: int = Field(
        description="Records whose pattern cannot be used; `errdex check` names them."
    )
