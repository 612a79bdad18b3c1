"""What a match answers: one shape for REST, pages, CLI, chat and MCP (DESIGN of `POST /api/match`).

Lines and columns are 1-based, columns in code points of the decoded raw text, ends exclusive.
All pasted text in an answer is redacted before it gets here.
"""

from __future__ import annotations

from enum import StrEnum
from typing import Any, Final, Literal

from pydantic import BaseModel, ConfigDict, Field
from pydantic.alias_generators import to_camel

from app.domain.excerpt import Excerpt, excerpt

NOT_EXPLAINED: Final = "Derived from the source: nobody has written an explanation yet."
DERIVED_STEPS: Final = "Next steps, derived from the source"


def is_explained(documentation: str | None, solutions: list[str], example_fix: str | None) -> bool:
    """Tell whether one of these says anything."""
    return any(text and text.strip() for text in (documentation, *solutions, example_fix))


class Tier(StrEnum):
    """How a match was made, best first."""

    EXACT = "exact"
    CONTAINED = "contained"
    TRUNCATED = "truncated"
    FUZZY = "fuzzy"
    SITE = "site"


Role = Literal["only", "root", "wrapper"]
Status = Literal["known", "ambiguous", "similar", "unknown", "package-not-in-base"]
Confidence = Literal["high", "medium", "low"]
EvidenceKind = Literal["message", "class", "frame", "line", "version", "words"]

HIGH_FROM = 0.9
MEDIUM_FROM = 0.7
BEST_FROM = 0.7


def confidence_of(score: float) -> Confidence:
    """Band of a score, which is the probability that the match's cluster is the error."""
    return "high" if score >= HIGH_FROM else "medium" if score >= MEDIUM_FROM else "low"


def shown_score(score: float) -> str:
    """Write a score for people, two places; nothing is certain, so 1.00 is never shown."""
    return f"{min(score, 0.99):.2f}"


class Shape(BaseModel):
    """Camel-case on the wire, snake_case in Python, immutable."""

    model_config = ConfigDict(
        alias_generator=to_camel,
        validate_by_alias=True,
        validate_by_name=True,
        serialize_by_alias=True,
        frozen=True,
    )

    def wire(self) -> dict[str, Any]:
        """Return the JSON object."""
        return self.model_dump(mode="json", by_alias=True)


class MatchOptions(Shape):
    """What a caller may say beside the text."""

    limit: int = Field(5, ge=1, le=100, description="Most matches per event.")
    repo: str | None = Field(None, description="Prefer, and only answer with, records of this repository.")
    versions: dict[str, str] = Field(
        default_factory=dict, description="Installed versions, package to version."
    )
    explain: bool = Field(False, description="Add every candidate that was considered, with its evidence.")


class Frame(Shape):
    """One frame of a traceback, as pasted."""

    file: str
    line: int | None = None
    function: str | None = None


class Span(Shape):
    """Where the match stands in the raw text; the end is exclusive."""

    start_line: int
    start_column: int
    end_line: int
    end_column: int


class Evidence(Shape):
    """One reason for, or against, a match, in words."""

    kind: EvidenceKind
    detail: str
    agrees: bool = True


class Difference(Shape):
    """What kept a near miss from being a match."""

    kind: EvidenceKind
    expected: str
    found: str


class NextStep(Shape):
    """One thing to do or to look at, put together from the source and the paste; nobody has written it."""

    kind: Literal[
        "lifted",
        "changed",
        "install",
        "accepted",
        "guard",
        "setting",
        "lookup",
        "attempt",
        "state",
        "override",
        "argument",
        "caller",
        "docstring",
    ]
    text: str = Field(description="A sentence or two; source text in it stands in backticks.")
    derived: Literal[True] = True
    evidence: str | None = Field(None, description="What it follows from: an expression, or `file:line`.")


class Sighted(Shape):
    """The learned version whose site is nearest to the pasted frame."""

    version: str = Field(description="The newest of them.")
    versions: list[str] = Field(description="All that are as near, oldest first.")
    file_path: str
    line_number: int
    same_line: bool
    since: str = Field(description="The oldest learned version that has the site.")
    until: str = Field(description="The newest one.")
    state: str = "current"

    @property
    def words(self) -> str:
        """The same as a sentence without its stop."""
        span = self.versions[0] if len(self.versions) == 1 else f"{self.versions[0]} to {self.versions[-1]}"
        line = "the line is that of" if self.same_line else "the line is nearest to that of"
        seen = f"known since {self.since}" if self.since != self.until else f"known in {self.since}"
        fate = {
            "moved": "has moved since",
            "reworded": f"reworded after {self.until}",
            "gone": f"gone after {self.until}",
        }
        words = f"{line} {span}; {seen}"
        return f"{words}, {fate[self.state]}" if self.state in fate else words


class Installed(Shape):
    """Where a site was read from on the machine of the one who asks; only there, never on a server."""

    file: str
    line: int
    name: str = Field(description="Of the distribution or folder.")
    version: str | None = None
    in_base: bool = False

    @property
    def words(self) -> str:
        """The same as part of a sentence."""
        label = f"{self.name} {self.version}" if self.version else self.name
        return f"your installed copy of {label} ({self.file}:{self.line})"

    @property
    def learn(self) -> str | None:
        """What `errdex learn` takes to keep it; None where that is no distribution."""
        return f"{self.name}=={self.version}" if self.version and self.name != "Python" else None


class NoteBrief(Shape):
    """What a person says of a record, as short as it is shown beside an answer."""

    id: str
    text: str = Field(description="Markdown, cut; untrusted.")
    author: str | None = None
    version: str | None = Field(None, description="Version of the package that it speaks of.")
    solved: int = Field(0, description='How many said "solved it" of it.')
    date: str

    @property
    def byline(self) -> str:
        """Who wrote it, when, of which version, and for how many it solved it."""
        parts = [self.author or "anonymous", self.date]
        if self.version:
            parts.append(f"version {self.version}")
        if self.solved:
            parts.append(f"solved it for {self.solved:,}")
        return ", ".join(parts)


class Match(Shape):
    """One record that an event may be, with the reasons and the fix."""

    id: str
    title: str
    slug: str
    repo: str
    error_class: str | None = None
    error_message: str | None = None
    file_path: str
    line_number: int
    url: str
    dataset_version: str | None = None
    tier: Tier
    score: float
    confidence: Confidence
    captures: dict[str, str] = Field(default_factory=dict)
    evidence: list[Evidence] = Field(default_factory=list)
    span: Span | None = None
    documentation: str | None = None
    trigger_scenarios: str | None = None
    solutions: list[str] = Field(default_factory=list)
    example_fix: str | None = None
    provenance: str = "unknown"
    source_code: str | None = Field(
        None,
        description="Lines round the raise site, where the record has no documentation, solutions or fix.",
    )
    source_code_start: int | None = Field(None, description="Number of the first of these lines.")
    next_steps: list[NextStep] = Field(
        default_factory=list, description="Derived from source and paste, beside the record's own solutions."
    )
    sighted: Sighted | None = Field(
        None,
        exclude_if=lambda value: value is None,
        description="Where the site stands in the version that the frames are of, as far as that was learned.",
    )
    installed: Installed | None = Field(
        None,
        exclude_if=lambda value: value is None,
        description="The command line only: where the site was read on this machine.",
    )
    notes: list[NoteBrief] = Field(
        default_factory=list,
        exclude_if=lambda value: not value,
        description="What people say of the record, those that solved it most often first; left out where nobody does.",
    )

    @property
    def lifted(self) -> NextStep | None:
        """The step that leads, since upgrading may be all there is to do; None where there is no such step."""
        return next((step for step in self.next_steps if step.kind == "lifted"), None)

    @property
    def own_steps(self) -> list[NextStep]:
        """The other steps."""
        return [step for step in self.next_steps if step.kind != "lifted"]

    @property
    def explained(self) -> bool:
        """Whether the record says more than the source does: what it means, what to do, or a fix."""
        return is_explained(self.documentation, self.solutions, self.example_fix)

    @property
    def unexplained_words(self) -> str | None:
        """The sentence that says so where the record holds only what follows from the source."""
        return NOT_EXPLAINED if self.provenance == "derived" and not self.explained else None

    def code(self) -> Excerpt | None:
        """Return the lines round the line that raises, where the answer holds any."""
        if not self.source_code or self.source_code_start is None:
            return None
        return excerpt(self.source_code, self.source_code_start, self.line_number)


class NearMiss(Match):
    """A record that is not the answer, and what differs."""

    differs: list[Difference] = Field(default_factory=list)


class EventAnswer(Shape):
    """One distinct error of the paste, matched or not."""

    index: int
    error_class: str | None = None
    message: str | None = None
    package: str | None = None
    start_line: int
    end_line: int = Field(description="Exclusive.")
    lines: list[tuple[int, int]] = Field(description="Every place it stands at, [start, end) each.")
    count: int = 1
    role: Role = "only"
    frames: list[Frame] = Field(default_factory=list)
    status: Status
    hint: str | None = None
    matches: list[Match] = Field(default_factory=list)
    near_misses: list[NearMiss] = Field(default_factory=list)
    considered: list[NearMiss] | None = Field(
        None,
        exclude_if=lambda value: value is None,
        description="With explain: every candidate that was verified.",
    )


class Related(Shape):
    """A record near another one, with the reason."""

    id: str
    title: str
    slug: str
    repo: str
    error_class: str | None = None
    file_path: str
    url: str
    reason: str


class Best(Shape):
    """The answer in one id."""

    event: int
    id: str
    ambiguous: bool = False
    related: list[Related] = Field(default_factory=list)


_CUT_BY = {
    "bytes": "only the first and last parts of the paste were read, {limit:,} bytes",
    "events": "the paste holds more errors than the {limit:,} that are answered",
    "candidates": "an error had more candidates than the {limit:,} that are tried",
    "seconds": "the time of {limit:,} seconds was up",
}


class Truncated(Shape):
    """Which limit cut the work short."""

    reason: str
    limit: int

    @property
    def words(self) -> str:
        """The same as part of a sentence."""
        return _CUT_BY.get(self.reason, self.reason + " (limit {limit:,})").format(limit=self.limit)


class MatchStats(Shape):
    """How much work it was."""

    lines: int = 0
    candidates: int = 0
    verified: int = 0
    fuzzy_scored: int = 0
    elapsed_ms: float = 0.0


class Answer(Shape):
    """The answer to a paste."""

    revision: int
    dataset_version: str | None = None
    events: list[EventAnswer] = Field(default_factory=list)
    best: Best | None = None
    truncated: Truncated | None = None
    stats: MatchStats = Field(default_factory=MatchStats)

    def best_match(self) -> Match | None:
        """The match that `best` names."""
        if self.best is None:
            return None
        return next(match for match in self.events[self.best.event].matches if match.id == self.best.id)


class RecordSummary(Shape):
    """A record in a list."""

    id: str
    title: str
    slug: str
    repo: str
    error_class: str | None = None
    error_message: str | None = None
    error_type: str | None = None
    severity: str = "error"
    file_path: str
    line_number: int
    tags: list[str] = Field(default_factory=list)
    background_tag: str | None = None
    url: str
