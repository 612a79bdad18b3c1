"""The error record, schema version 2, and its envelope, as they stand on every wire.

One record describes one raise site. Attribute names are snake_case, JSON names camelCase; unknown extra
fields are kept and returned. A record is validated strictly: a number in quotes is a fault.
"""

from __future__ import annotations

import re
from datetime import datetime
from typing import Annotated, Final, Literal

from pydantic import AfterValidator, Field

from app.domain.site_facts import SiteFacts
from app.domain.wire import Text, Wire, clean_text

SCHEMA_VERSION: Final = 2

_FRACTION = re.compile(r"[.,]\d+")


def _calendar_time(value: str) -> str:
    try:
        datetime.fromisoformat(_FRACTION.sub("", value))
    except ValueError:
        raise ValueError("is no time of the calendar") from None
    return value


def _real_names(value: str) -> str:
    if any(not part.strip(".") for part in value.split("/")):
        raise ValueError("must have more than dots on both sides of the slash")
    return value


# Constraints stand before the validators: behind one they are enforced, and missing in the JSON Schema.
Time = Annotated[
    str,
    Field(
        pattern=r"^[0-9]{4}-[0-9]{2}-[0-9]{2}([T ][0-9]{2}:[0-9]{2}(:[0-9]{2}([.,][0-9]{1,9})?)?(Z|[+-][0-9]{2}:?[0-9]{2})?)?$",
        description="ISO 8601",
    ),
    AfterValidator(_calendar_time),
]
RecordId = Annotated[str, Field(pattern=r"^[0-9a-f]{16}$", description="16 lower-case hex digits; identity.")]
Repo = Annotated[
    str,
    Field(
        pattern=r"^[A-Za-z0-9_.-]+/[A-Za-z0-9_.-]+$", description="owner/name, pypi/<name> or local/<name>"
    ),
    AfterValidator(_real_names),
]
Slug = Annotated[str, Field(pattern=r"^[a-z0-9-]*$", max_length=50)]
FilePath = Annotated[
    str,
    Field(pattern=r"\S", description="path in the repository, with forward slashes; not blank"),
    AfterValidator(clean_text),
]
Url = Annotated[str, Field(pattern=r"^https?://"), AfterValidator(clean_text)]
Sha = Annotated[
    str, Field(pattern=r"^[0-9a-f]{7,64}$", description="commit, or its start where no more is known")
]
Pattern = Annotated[
    str,
    Field(min_length=1, description="Regex in JavaScript style; null where there is no text, never empty."),
    AfterValidator(clean_text),
]
Name = Annotated[str, Field(min_length=1), AfterValidator(clean_text)]


class Record(Wire):
    """One raise site: what its message looks like, where it stands, what it means and how to get past it."""

    id: RecordId
    repo: Repo
    slug: Slug
    error_code: Text | None = None
    error_message: Annotated[
        Text | None,
        Field(description="Template with interpolations as in the source; null where there is no text."),
    ] = None
    message_pattern: Pattern | None = None
    error_type: Text | None = None
    error_class: Annotated[Text | None, Field(description="null for a logged message")] = None
    http_status: Annotated[int | None, Field(ge=100, le=599)] = None
    severity: Name = "error"
    file_path: FilePath
    line_number: Annotated[int, Field(ge=1, description="line of the raise keyword")]
    source_code: Text | None = None
    source_code_start: Annotated[int | None, Field(ge=1)] = None
    source_code_end: Annotated[int | None, Field(ge=1)] = None
    github_url: Url | None = None
    documentation: Text | None = None
    trigger_scenarios: Text | None = None
    common_situations: Text | None = None
    solutions: list[Text] = Field(default_factory=list, description="in order of preference")
    example_fix: Annotated[Text | None, Field(description="code with # before and # after")] = None
    handling_strategy: Text | None = None
    validation_code: Text | None = None
    type_guard: Text | None = None
    try_catch_pattern: Text | None = None
    prevention_tips: list[Text] | None = None
    tags: list[Text] = Field(default_factory=list)
    background_tag: Annotated[
        Text | None, Field(description="the kind of mistake, shared across repositories")
    ] = None
    analyzed_sha: Sha | None = None
    analyzed_at: Time | None = None
    schema_version: Literal[2] = SCHEMA_VERSION


class Provenance(Wire):
    """Who wrote the prose, and against which releases the fix was run (`fastapi==0.165.0`) or the record read."""

    kind: Literal["written", "generated", "derived", "unknown"] = "unknown"
    verified: list[Text] = Field(default_factory=list)
    reviewed: list[Text] = Field(
        default_factory=list,
        exclude_if=lambda value: not value,
        description="Releases whose source a second reader has read the record against.",
    )
    model: Annotated[
        Text | None,
        Field(
            exclude_if=lambda value: value is None,
            description="That generated the prose, as it was asked for.",
        ),
    ] = None


class Sighting(Wire):
    """Where the site stands in one released version."""

    version: Text
    sha: Text | None = None
    file_path: Text | None = None
    line_number: Annotated[int | None, Field(ge=0)] = None
    conditions: Annotated[
        list[Text] | None,
        Field(
            exclude_if=lambda value: value is None,
            description="Under which it is raised from this version on, where they are others than before.",
        ),
    ] = None


class Extension(Wire):
    """The `errdex` member of an envelope: what schema 2 has no place for."""

    function: Annotated[Text | None, Field(description="qualified name of the function that raises")] = None
    license: Text | None = None
    source: Annotated[Text | None, Field(description="distribution and version, `sglang 0.5.19`")] = None
    provenance: Provenance = Field(default_factory=Provenance)
    versions: list[Sighting] = Field(default_factory=list)
    state: Literal["current", "moved", "reworded", "gone"] = "current"
    replaced_by: RecordId | None = None
    aliases: list[RecordId] = Field(default_factory=list)
    related_titles: list[Text] = Field(default_factory=list)
    withdrawn_at: Time | None = None
    pattern_problem: Text | None = None
    facts: Annotated[
        SiteFacts | None,
        Field(exclude_if=lambda value: value is None, description="What the source says of the site."),
    ] = None


class Envelope(Wire):
    """A record with the version of its data set and our extension."""

    record: Record
    dataset_version: Time | None = None
    errdex: Extension = Field(default_factory=Extension)
